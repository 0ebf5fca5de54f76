"""What goes over the wire as types for the pages, made from the document of the HTTP API.

    python -m tests.web.message_types

writes them anew to `message_types.d.ts` after a message was changed.
"""

from __future__ import annotations

from pathlib import Path

from perfectplay.web.app import create_app

FILE = Path(__file__).with_suffix(".d.ts")
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def type_of(schema):
    """A schema as TypeScript writes it."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(each) for each in schema["anyOf"]))
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(f'"{each}"' for each in schema["enum"])
    match schema.get("type"):
        case "array":
            inner = type_of(schema["items"])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {type_of(values) if isinstance(values, dict) else 'any'}>"
        case plain:
            return PLAIN.get(plain, "any")


def declarations():
    """All messages, each as an interface."""
    lines = [
        "// Written by tests/web/message_types.py: what goes over the wire.",
        "",
        "declare namespace Api {",
    ]
    for name, schema in create_app().app.openapi()["components"]["schemas"].items():
        needed = {*schema.get("required", ())}
        lines.append(f"  interface {name} {{")
        for field, each in schema.get("properties", {}).items():
            lines.append(f"    {field}{'' if field in needed else '?'}: {type_of(each)};")
        lines.append("  }")
    return "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
