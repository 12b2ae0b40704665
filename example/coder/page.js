// The page is built from the events of the stream only, so that it looks the same after a reload. All text is
// inserted as text.

const stream = document.getElementById("stream");
const live = document.getElementById("live");
const dock = document.getElementById("dock"); // the open question, always in view
const calls = new Map();
let text = null; // the current paragraph

function make(name, className, content) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (content !== undefined) node.textContent = visible(content);
  return node;
}

// visible escapes invisible characters and those that reorder text.
function visible(content) {
  return String(content).replace(/\r/g, "").replace(/[^\P{C}\n\t]/gu, (c) => "\\u{" + c.codePointAt(0).toString(16) + "}");
}

// say announces events to screen readers.
function say(message) {
  live.textContent = message;
}

// verbs are the display names of the tools.
const verbs = { write_file: "Write", edit_file: "Edit", delete_file: "Delete", file_read: "Read", ls: "List", glob: "Find files", grep: "Search" };

function card(e) {
  let c = calls.get(e.id);
  if (!c) {
    c = { root: make("article", "call"), pill: make("span", "pill"), tool: make("span"), path: make("code", "path") };
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
    c.tool.textContent = Object.hasOwn(verbs, e.toolType) ? verbs[e.toolType] : visible(e.toolType || "No tool");
    c.path.textContent = visible(e.path);
    c.name = (c.tool.textContent + " " + c.path.textContent).trim();
  }
  return c;
}

function state(c, name, words) {
  c.root.dataset.state = name;
  c.pill.textContent = words;
  say(c.name + ": " + words);
}

function list(into, title, items) {
  if (items.length > 0) into.append(make("p", "soft", title), make("ul"));
  for (const item of items) into.lastChild.append(make("li", "", item));
}

function value(v) {
  return v === undefined ? "nothing" : JSON.stringify(v);
}

function receipt(r) {
  if (r.kind === "repair_syntax") return "The text: " + r.from;
  const values = r.from === undefined && r.to === undefined ? "" : ": " + value(r.from) + " → " + value(r.to);
  return (r.field || "The text") + values + " (" + r.kind.replaceAll("_", " ") + ")";
}

const faults = { required: "is missing", additionalProperties: "is not a field", minimum: "is too small", truncated: "ends too early" };

function issue(i) {
  return (i.field || "The block") + " " + (i.message ? "– " + i.message : faults[i.constraint] || "breaks the rule " + i.constraint) + (i.got === undefined ? "" : ", got " + value(i.got));
}

// region is a scrollable area that is also reachable by keyboard.
function region(label, node) {
  node.tabIndex = 0;
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", label);
  return node;
}

function fold(into, title, content) {
  const details = make("details");
  details.append(make("summary", "", title), region(title, make("pre", "", content)));
  into.append(details);
}

const verdicts = { repair: "valid, its syntax repaired", corrector: "valid, corrected" };

// block shows the verdict as a mark, with the details inside.
function block(e) {
  const c = card(e);
  let verdict = e.receipts.length > 0 ? "valid, read leniently" : "valid";
  if (e.correctedBy) verdict = verdicts[e.correctedBy];
  if (!e.validationPassed) verdict = e.error ? "failed: " + e.error : "not valid";
  const mark = make("details", e.validationPassed ? "verdict" : "verdict bad");
  mark.append(make("summary", "", (e.validationPassed ? "✓ " : "✗ ") + verdict));
  list(mark, "Checks", e.checks.map((k) => k.level + ": " + k.outcome));
  list(mark, "What was wrong", e.issues.map(issue));
  list(mark, "Corrections that were refused", (e.attempts || []).filter((a) => !a.accepted).map((a) => a.refused || a.issues.map(issue).join("; ")));
  list(mark, "What was changed", e.receipts.map(receipt));
  fold(mark, "The block" + ({ repair: ", repaired", corrector: ", corrected" }[e.correctedBy] || ""), e.content);
  if (e.corrected) fold(mark, "The block as it was written", e.original);
  c.root.append(mark);
  state(c, e.validationPassed ? "working" : "failed", e.validationPassed ? "working" : "not valid");
  if (e.hint) told(c, e.hint.message);
}

function told(c, words) {
  c.root.append(make("p", "told", "The model is told: " + words));
}

// change renders a diff: old and new lines with their numbers.
function change(e) {
  const table = make("table", "diff");
  let before = 0, after = 0; // numbers of the next lines
  for (const line of e.diff.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    const row = make("tr", { "+": "added", "-": "removed" }[line[0]]);
    if (hunk) {
      if (before || after) row.append(make("td"), make("td"), make("td"), make("td", "soft", "…"));
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
    } else if (!" +-".includes(line[0])) {
      if (line) row.append(make("td"), make("td"), make("td"), make("td", "soft", line));
    } else if (before || after) {
      row.append(make("td", "number", line[0] === "+" ? "" : before++), make("td", "number", line[0] === "-" ? "" : after++), make("td", "sign", line[0].replace("-", "−")), make("td", "line", line.slice(1)));
    } // otherwise the file header
    if (row.childElementCount) table.append(row);
  }
  const scroll = region("What would be changed", make("div", "scroll"));
  scroll.append(table);
  card(e).root.append(scroll);
}

function question(e) {
  const c = card(e);
  const form = make("form");
  const text = make("p", "", "Allow the model to " + e.text + "?");
  text.id = "asked";
  form.setAttribute("aria-labelledby", "asked");
  form.tabIndex = -1;
  form.append(text);
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
  dock.replaceChildren(form);
  dock.hidden = false;
  state(c, "asking", "waits for you");
  c.root.scrollIntoView({ block: "nearest" });
  // The question gets the focus as a whole, never a button: a keystroke meant for something else must not allow.
  if (document.activeElement === document.body || document.activeElement.closest("article")) form.focus({ preventScroll: true });
}

async function send(id, allow, phrase, alert) {
  alert.textContent = "";
  try {
    const response = await fetch("answer", { method: "POST", body: new URLSearchParams({ id, allow, phrase }) });
    if (!response.ok) alert.textContent = (await response.text()).trim();
  } catch {
    alert.textContent = "Your answer has not arrived: the program does not answer.";
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
      if (c.form.contains(document.activeElement)) c.root.focus(); // keep the focus when the button is removed
      c.form.remove();
      dock.hidden = dock.childElementCount === 0;
    }
    c.root.append(make("p", "answer", (e.allowed ? "Allowed (" : "Not allowed (") + e.by + ")"));
  },
  outcome(e) {
    const c = card(e);
    if (!e.done) told(c, e.text);
    else if (e.text.startsWith("Done: ") || e.text.startsWith("Dry run")) c.root.append(make("p", "outcome", e.text));
    else c.root.append(region("What the model gets", make("pre", "outcome", e.text)));
    if (e.note) c.root.append(make("p", "soft", e.note));
    state(c, e.done ? "done" : "failed", e.done ? "done" : "not done");
  },
  end(e) {
    source.close();
    const end = document.getElementById("end");
    end.textContent = visible((e.error ? "The text has broken off: " + e.error + "." : "The text has ended.") + " Calls done: " + e.done + ", not done: " + e.notDone + ".");
    end.classList.toggle("failed", Boolean(e.error));
    end.hidden = false;
    say(end.textContent);
  },
};

const source = new EventSource("events");
const lost = document.getElementById("lost");
const waiting = document.getElementById("waiting");
source.onopen = () => {
  lost.hidden = true;
  for (const button of dock.querySelectorAll("button")) button.disabled = false;
};
source.onerror = () => {
  lost.hidden = false;
  for (const button of dock.querySelectorAll("button")) button.disabled = true;
};
for (const [name, handle] of Object.entries(handlers)) {
  source.addEventListener(name, (event) => {
    waiting.hidden = true;
    const follows = innerHeight + scrollY > document.documentElement.scrollHeight - 80; // follow new text if the end is in view
    handle(JSON.parse(event.data));
    if (follows) scrollTo(0, document.documentElement.scrollHeight);
  });
}
