// The page on which readers change and solve a game.
import newTable from "./table.js";

const place = document.getElementById("playground");
const part = (name) => place.querySelector(`[data-part=${name}]`);
const [choice, code, status, output, table] = ["choice", "code", "status", "output", "table"].map(part);
const [run, stop, restore] = ["run", "stop", "restore"].map(part);
const INDENT = "    ";

const examples = await (await fetch(new URL("examples.json", import.meta.url))).json();
const keyOf = (name) => `perfectplay playground ${name}`;

function kept(name) {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), text);
  } catch {
    // the browser keeps nothing: the page works all the same
  }
}

const chosen = () => examples.find(({ name }) => name === choice.value);

function show() {
  code.value = kept(choice.value) ?? chosen().source;
  code.rows = Math.min(40, code.value.split("\n").length + 1);
  restore.disabled = code.value === chosen().source;
}

function edited() {
  const same = code.value === chosen().source;
  keep(choice.value, same ? null : code.value);
  restore.disabled = same;
}

// Python, in a worker

let worker;
let ready = false;
let running = false;

function say(words, wrong = false) {
  status.textContent = words;
  status.classList.toggle("wrong", wrong);
}

function allow() {
  run.disabled = running || !ready;
  stop.hidden = !running;
}

function begin() {
  ready = false;
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", hear);
  worker.addEventListener("error", () => say("Python does not start in this browser.", true));
  allow();
}

function hear({ data }) {
  if (data.broken) say(`Python does not start: ${data.broken}`, true);
  if (data.ready) {
    ready = true;
    allow();
    say(offline ? "Ready, from now on without a network, too." : "Ready.");
  }
  if (data.printed !== undefined) output.textContent += `${data.printed}\n`;
  if (data.ran) finish(data.ran);
  if (data.id) heard(data);
}

let took = 0;

function start() {
  if (run.disabled) return;
  running = true;
  allow();
  output.textContent = "";
  clear();
  say("Running …");
  took = performance.now();
  worker.postMessage({ source: code.value });
}

function finish({ value, facts, error }) {
  running = false;
  allow();
  const seconds = ((performance.now() - took) / 1000).toFixed(1);
  if (value !== undefined) output.textContent += `${value}\n`;
  output.hidden = output.textContent === "";
  say(error ?? `Done in ${seconds} s.`, error !== undefined);
  if (facts) draw(facts);
}

function halt() {
  worker.terminate();
  running = false;
  begin();
  say("Stopped; Python is starting anew …");
}

// The table, which asks the same Python

let clear = () => {};
let heard = () => {};

function draw(facts) {
  const held = { facts, at: null, score: null };
  const hearers = new Set();
  heard = (message) => hearers.forEach((hear) => hear(message));
  const model = {
    get: (name) => held[name],
    set: (name, value) => { held[name] = value; },
    save_changes: () => {},
    send: (message) => worker.postMessage(message),
    on: (event, hear) => event === "msg:custom" && hearers.add(hear),
    off: (_, hear) => hearers.delete(hear),
  };
  const away = newTable().render({ model, el: table });
  clear = () => {
    away();
    table.replaceChildren();
    clear = () => {};
  };
}

// What was loaded once stays on the device

/** Have all that the page loads kept, and Python started from there; whether the page now works without a network. */
async function keepAll() {
  if (!("serviceWorker" in navigator)) return false;
  try {
    const kept = await navigator.serviceWorker.register(new URL("offline.js", import.meta.url));
    const { installing } = kept;
    if (!kept.active && installing) {
      await new Promise((done) => installing.addEventListener("statechange", () =>
        ["activated", "redundant"].includes(installing.state) && done()));
    }
    return kept.active !== null;
  } catch {
    return false;
  }
}

// The editor

function typed(event) {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    start();
  } else if (event.key === "Enter") {
    event.preventDefault();
    const line = code.value.slice(0, code.selectionStart).split("\n").at(-1);
    write(`\n${/^ */.exec(line)[0]}${line.trimEnd().endsWith(":") ? INDENT : ""}`);
  } else if (event.key === "Tab" && !event.shiftKey && !leaving) {
    event.preventDefault();
    write(INDENT);
  }
  leaving = event.key === "Escape";
}

let leaving = false;  // by the keyboard: Escape, then Tab
const write = (text) => document.execCommand("insertText", false, text);  // so that it can be undone

for (const { name, title } of examples) choice.append(new Option(title, name));
choice.addEventListener("change", show);
code.addEventListener("input", edited);
code.addEventListener("keydown", typed);
run.addEventListener("click", start);
stop.addEventListener("click", halt);
restore.addEventListener("click", () => {
  keep(choice.value, null);
  show();
});
show();
say("Python is being loaded: some 7 MB, the first time …");
const offline = await keepAll();
say("Python is starting …");
begin();
