"""Requests made up from the OpenAPI document: whatever is sent, the answer is one that is told of."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import HealthCheck, given, settings

from perfectplay.web.app import create_app
from tests.waiting import PATIENCE

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

pytestmark = pytest.mark.filterwarnings("ignore")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
DOCUMENT = create_app().app.openapi()
OPERATIONS = {
    f"{each.method.upper()} {each.path}": each
    for found in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()
    for each in [found.ok()]
}
RIGHT, WRONG = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE
ASKED = [
    (name, way)
    for name, each in OPERATIONS.items()
    for way in (RIGHT, WRONG)
    if way is RIGHT or "{" in each.path or each.method == "post"  # else nothing can be wrong
]
EXAMPLES = settings.default.max_examples // 10


@pytest.mark.parametrize(("name", "way"), ASKED)
def test_answers_are_as_told(name, way, server, small):
    @given(OPERATIONS[name].as_strategy(generation_mode=way))
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    def check(case):
        if way is RIGHT and "key" in (case.path_parameters or {}):
            case.path_parameters["key"] = small
        case.call_and_validate(base_url=server.address.rstrip("/"), checks=CHECKS, timeout=PATIENCE)

    check()


def test_every_address_is_described():
    assert len(OPERATIONS) >= 15
    for methods in DOCUMENT["paths"].values():
        for about in methods.values():
            assert about["description"].endswith(".")
