// The address after #: which page, and what is on it; so that every position is a link.

export function readAddress() {
  const [page, rest = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { page: page || "advisor", words: Object.fromEntries(new URLSearchParams(rest)) };
}

export function writeAddress(page, words, { replace = true } = {}) {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(words)) {
    if (value !== undefined && value !== null && value !== "") said.set(name, value);
  }
  const text = said.toString();
  const hash = `#/${page}${text ? `?${text}` : ""}`;
  if (hash === location.hash) return;
  if (replace) history.replaceState(null, "", hash);
  else location.hash = hash;
}

export const packed = (text) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const unpacked = (text) =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)),
  );
