// The pipeline: one expandable line per call, newest first. All attempts of a blocked call share a line.

import { shown } from "./post.js";
import { changes, label, make, sentence } from "./words.js";

const tries = new Map(); // by call ID

const inWords = (state) => ({ asks: "waits for you", approval: "waits for approval" })[state] || state;

const stepWords = {
  write_check: "Does it write?", write_validation: "Checked by schema and rules", write_confirmation: "Confirmed by a person", approval: "Handed to an approver",
  mcp_execute: "Run by the ledger", parse_result: "Result read", claim_check: "What the reply claims, compared with what ran",
};

// line is a call with its attempts.
function line(title) {
  const node = document.getElementById("call").content.firstElementChild.cloneNode(true);
  node.querySelector(".title").append(make("span", "", title));
  document.getElementById("quiet").hidden = true;
  return { node, tries: [] };
}

// attempt is one attempt at a call.
function attempt(of, args) {
  const last = of.tries.at(-1);
  const body = make("section", "try");
  const made = { of, args, body, events: [], steps: new Map(), state: "checking", why: "", took: 0 };
  if (last) {
    const list = changes(last.args, args, new Map()).map(([field, before, after]) => make("li", "", make("b", "", field), ": ", make("del", "", before), " → ", make("ins", "", after)));
    body.append(make("h3", "", `Try ${of.tries.length + 1}`), list.length ? make("ul", "changed", ...list) : make("p", "facts", "The same call again."));
  }
  made.complaint = body.appendChild(make("p", "complaint"));
  made.list = body.appendChild(make("ol", "parts"));
  made.raw = make("pre", "raw");
  made.raw.tabIndex = 0;
  body.append(make("details", "", make("summary", "", "Events as JSON"), made.raw));
  of.node.querySelector(".tries").append(body);
  if (!of.node.contains(document.activeElement)) document.getElementById("steps").prepend(of.node);
  of.tries.push(made);
  return made;
}

function show(t) {
  const { node, tries } = t.of;
  node.dataset.state = t.state;
  node.querySelector(".pill").textContent = inWords(t.state);
  node.querySelector(".why").textContent = t.why;
  t.complaint.textContent = t.why;
  node.querySelector(".count").textContent = tries.length > 1 ? `${tries.length} tries` : "";
  node.querySelector(".took").textContent = `${tries.reduce((sum, one) => sum + one.took, 0)} ms`;
  t.raw.textContent = shown(t.events);
}

// complaint summarizes a hint, naming each field once.
function complaint(hint) {
  const list = [
    ...(hint.missing_fields || []).map((field) => sentence({ field, constraint: "required" })),
    ...(hint.rules || []).map((rule) => rule.message),
    ...(hint.unknown_fields || hint.unplaced || []).map((field) => `There is no field ${label(field).toLowerCase()}.`),
  ];
  return list.length ? list.join(" ") : hint.message || "";
}

const states = {
  "write_validation warn": "blocked", "write_validation failed": "failed", "write_confirmation running": "asks", "write_confirmation pass": "checking",
  "write_confirmation done": "cancelled", "write_confirmation failed": "expired", "approval done": "approval", "mcp_execute running": "running",
  "mcp_execute failed": "failed", "claim_check warn": "withdrawn", "claim_check pass": "checked",
};

function step(t, { step, status, detail, duration_ms: took }) {
  t.state = states[`${step} ${status}`] || t.state;
  if (!t.steps.has(step)) t.steps.set(step, t.list.appendChild(make("li", "")));
  t.steps.get(step).className = status;
  const told = status === "warn" ? inWords(t.state) : step === "write_validation" ? "" : detail || "";
  t.steps.get(step).replaceChildren(stepWords[step] || step, make("span", "detail", told), make("span", "took", status === "running" ? "…" : `${took} ms`));
  if (status !== "running" && step !== "write_confirmation") t.took += took;
}

export function happened(event) {
  const { type, data, tool_call_id: id } = event;
  if (type === "call") tries.set(id, attempt(tries.get(data.mends)?.of || line(data.title), data.arguments));
  let t = tries.get(id);
  if (!t && data.step === "claim_check") t = attempt(line("Reply of the bookkeeper"), {});
  if (!t) return;
  t.events.push(event);
  if (type === "step") step(t, data);
  if (type === "tool_result") {
    if (data.success) t.state = "done";
    else if (t.state === "checking" || t.state === "running") t.state = "failed";
    if (t.state === "blocked") t.why = complaint(data.result);
    else if (t.state === "failed") t.why = data.result?.message || "";
  }
  if (t.state === "withdrawn") t.why = data.detail;
  show(t);
}
