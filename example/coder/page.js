// The page is made of the events of the stream and of nothing else, so that it looks the same
// however often it is loaded. All text is put in as text.

const stream = document.getElementById("stream");
const live = document.getElementById("live");
const calls = new Map();
let text = null; // the paragraph that text goes to

function make(name, className, content) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (content !== undefined) node.textContent = visible(content);
  return node;
}

// visible spells out what would turn the direction of writing or show nothing at all.
function visible(content) {
  return String(content).replace(/\r/g, "").replace(/[^\P{C}\n\t]/gu, (c) => "\\u{" + c.codePointAt(0).toString(16) + "}");
}

// say tells those who hear the page what has happened.
function say(message) {
  live.textContent = message;
}

function card(e) {
  let c = calls.get(e.id);
  if (!c) {
    c = { root: make("article", "call"), pill: make("span", "pill"), tool: make("span"), path: make("span", "path") };
    const heading = make("h2");
    heading.id = "heading-" + e.id;
    heading.append(c.tool, c.path, c.pill);
    c.root.id = e.id;
    c.root.tabIndex = -1;
    c.root.setAttribute("aria-labelledby", heading.id);
    c.root.append(heading);
    stream.append(c.root);
    calls.set(e.id, c);
    text = null;
  }
  if (e.toolType !== undefined) {
    c.tool.textContent = visible(e.toolType || "no tool");
    c.path.textContent = visible(e.path);
    c.name = visible(e.toolType + " " + e.path).trim();
  }
  return c;
}

function state(c, name, words) {
  c.root.dataset.state = name;
  c.pill.textContent = words;
  say(c.name + ": " + words);
}

function list(c, className, title, items) {
  if (items.length === 0) return;
  const ul = make("ul", className);
  for (const item of items) ul.append(make("li", "", item));
  c.root.append(make("p", "soft", title), ul);
}

function value(v) {
  return v === undefined ? "nothing" : JSON.stringify(v);
}

function receipt(r) {
  if (r.kind === "repair_syntax") return "text: " + r.from + " (" + r.kind + ")";
  const values = r.from === undefined && r.to === undefined ? "" : ": " + value(r.from) + " → " + value(r.to);
  return (r.field || "text") + values + " (" + r.kind + ")";
}

function issue(i) {
  const what = [i.field || "the block", i.constraint];
  if (i.got !== undefined) what.push("got " + value(i.got));
  if (i.message) what.push(i.message);
  return what.join(": ");
}

function fold(c, title, content) {
  const details = make("details");
  const pre = make("pre", "", content);
  pre.tabIndex = 0;
  details.append(make("summary", "", title), pre);
  c.root.append(details);
}

const verdicts = { repair: "valid, its syntax repaired", corrector: "valid, corrected" };

function block(e) {
  const c = card(e);
  let verdict = e.receipts.length > 0 ? "valid, read leniently" : "valid";
  if (e.correctedBy) verdict = verdicts[e.correctedBy];
  if (!e.validationPassed) verdict = e.error ? "failed: " + e.error : "not valid";
  c.root.append(make("p", "verdict", "Verdict: " + verdict + " (" + e.checks.map((k) => k.level + " " + k.outcome).join(", ") + ")"));
  list(c, "issues", "What was wrong:", e.issues.map(issue));
  list(c, "refused", "Corrections that were refused:", (e.attempts || []).filter((a) => !a.accepted).map((a) => a.refused || a.issues.map(issue).join("; ")));
  list(c, "repairs", "What was changed:", e.receipts.map(receipt));
  fold(c, "The block" + ({ repair: ", repaired", corrector: ", corrected" }[e.correctedBy] || ""), e.content);
  if (e.corrected) fold(c, "The block as it was written", e.original);
  state(c, e.validationPassed ? "working" : "failed", e.validationPassed ? "working" : "not valid");
  if (e.hint) told(c, e.hint.message);
}

function told(c, words) {
  c.root.append(make("p", "told", "The model is told: " + words));
}

function change(e) {
  const pre = make("pre", "diff");
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", "What would be changed");
  for (const line of e.diff.split(/(?<=\n)/)) {
    const kind = /^(\+\+\+|---) /.test(line) ? "" : { "+": "added", "-": "removed" }[line[0]];
    pre.append(make("span", kind, line));
  }
  card(e).root.append(pre);
}

function question(e) {
  const c = card(e);
  const form = make("form");
  form.append(make("p", "", "Allow the model to " + e.text + "?"));
  let typed = null;
  if (e.phrase) {
    const label = make("label", "", "Type the name of the file to allow it");
    typed = make("input");
    typed.name = "phrase";
    typed.autocomplete = "off";
    label.append(typed);
    form.append(label);
  }
  for (const [allow, words] of [["yes", "Allow"], ["no", "Do not allow"]]) {
    const button = make("button", "", words);
    button.value = allow;
    form.append(button);
  }
  const alert = make("p", "alert");
  alert.setAttribute("role", "alert");
  form.append(alert);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(e.id, event.submitter.value, typed ? typed.value : "", alert);
  });
  c.form = form;
  c.root.append(form);
  state(c, "asking", "waits for you");
}

async function send(id, allow, phrase, alert) {
  alert.textContent = "";
  try {
    const response = await fetch("answer", { method: "POST", body: new URLSearchParams({ id, allow, phrase }) });
    if (!response.ok) alert.textContent = (await response.text()).trim();
  } catch {
    alert.textContent = "the server does not answer";
  }
}

const handlers = {
  text(e) {
    if (!text) {
      if (e.text.trim() === "") return;
      text = stream.appendChild(make("p", "text"));
      e.text = e.text.trimStart();
    }
    text.append(visible(e.text));
  },
  "json-tool-status"(e) {
    if (e.status === "buffering") state(card(e), "reading", "is being written");
  },
  "json-tool-block": block,
  "json-tool-error"(e) {
    const c = card(e);
    c.root.append(make("p", "", e.message));
    state(c, "failed", "not read as a call");
  },
  change,
  question,
  answer(e) {
    const c = card(e);
    if (c.form) {
      if (c.form.contains(document.activeElement)) c.root.focus(); // not lost with the button
      c.form.remove();
    }
    c.root.append(make("p", "answer", (e.allowed ? "Allowed (" : "Not allowed (") + e.by + ")"));
  },
  outcome(e) {
    const c = card(e);
    if (!e.done) told(c, e.text);
    else c.root.append(make("pre", "outcome", e.text));
    if (e.note) c.root.append(make("p", "soft", e.note));
    state(c, e.done ? "done" : "failed", e.done ? "done" : "not done");
  },
  end(e) {
    source.close();
    const end = document.getElementById("end");
    end.textContent = "The text has ended. Calls done: " + e.done + ", not done: " + e.notDone + "." + (e.error ? " " + e.error : "");
    end.hidden = false;
    say(end.textContent);
  },
};

const source = new EventSource("events");
for (const [name, handle] of Object.entries(handlers)) {
  source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
}
