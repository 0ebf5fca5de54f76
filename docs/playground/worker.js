// Python, apart from the page, so that a long solve does not freeze it and can be stopped.

const here = new URL(".", import.meta.url);

async function start() {
  const [{ loadPyodide }, archive] = await Promise.all([
    import("./pyodide/pyodide.mjs"),
    fetch(new URL("perfectplay.zip", here)).then((answer) => answer.arrayBuffer()),
  ]);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", here).href });
  const say = (printed) => postMessage({ printed });
  python.setStdout({ batched: say });
  python.setStderr({ batched: say });
  python.unpackArchive(archive, "zip", { extractDir: "/library" });
  python.runPython("import sys; sys.path.insert(0, '/library')");
  return python.pyimport("runner");
}

const runner = start();
runner.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ broken: String(error.message).trim().split("\n").at(-1) }),
);

addEventListener("message", async ({ data: { source, id, question, body } }) => {
  const python = await runner;
  if (source !== undefined) postMessage({ ran: JSON.parse(python.run(source)) });
  else postMessage({ id, ...JSON.parse(python.ask(question, JSON.stringify(body))) });
});
