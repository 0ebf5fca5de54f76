// The data of a game, loaded when it is asked for: as a script, which a browser takes from a memory stick, too.

const loading = {};
const come = {};

// A part of what is known of a game: its table, or its odds.
export function part(key, name) {
  const path = `${key}/${name}`;
  loading[path] ??= load(path).catch((error) => {
    delete loading[path];
    throw error;
  });
  return loading[path];
}

// The same if it has come; else it is on its way, and there is nothing yet.
export function partSoon(key, name) {
  part(key, name).catch(() => {});
  return come[`${key}/${name}`] ?? null;
}

async function load(path) {
  await run(`data/${path}.js`);
  const packed = await fetch(`data:;base64,${self.perfectplay.data[path]}`);
  delete self.perfectplay.data[path];
  const plain = packed.body.pipeThrough(new DecompressionStream("gzip"));
  come[path] = unpacked(new Uint8Array(await new Response(plain).arrayBuffer()));
  return come[path];
}

const run = (address) =>
  new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => done(script.remove());
    script.onerror = () => failed(new Error(`${address} cannot be loaded; is the site whole?`));
    document.head.append(script);
  });

// The facts, and each column of whole numbers by its differences: a plane for each byte, the lowest first, and
// the sign in the lowest bit.
function unpacked(bytes) {
  const begin = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const { columns, ...facts } = JSON.parse(new TextDecoder().decode(bytes.subarray(4, begin)));
  let at = begin;
  for (const [name, { length, width }] of Object.entries(columns)) {
    const column = new Float64Array(length);
    let sum = 0;
    for (let place = 0; place < length; place += 1) {
      let code = 0;
      for (let plane = width - 1; plane >= 0; plane -= 1) code = 256 * code + bytes[at + plane * length + place];
      sum += code % 2 ? -(code + 1) / 2 : code / 2;
      column[place] = sum;
    }
    facts[name] = column;
    at += width * length;
  }
  return facts;
}
