// The chat: what was said, the questions that wait for an answer, and what the gate is doing.
// Whatever comes from the server is put in as text, never as markup.

import { post, shown } from "./post.js";

const $ = (id) => document.getElementById(id);
const messages = $("messages");
const thinking = $("thinking");
const notice = $("notice");

function add(who, name, text) {
  const item = document.createElement("li");
  item.className = who;
  const label = document.createElement("span");
  label.className = "unseen";
  label.textContent = name + ": ";
  item.append(label, text);
  messages.append(item);
  item.scrollIntoView({ block: "nearest" });
}

let busy = false; // the model is at work
let lost = false; // the server does not answer

// enable sets which buttons can be pressed: none while the server does not answer, and none that
// starts a request while one is under way.
function enable() {
  for (const button of document.querySelectorAll("#say button, [data-request]")) button.disabled = busy || lost;
  for (const button of document.querySelectorAll("#question button")) button.disabled = lost;
}

// claimed reports whether the focus is where somebody has put it, so that it must stay there.
function claimed() {
  const at = document.activeElement;
  return at !== null && at !== document.body && !at.disabled && !at.dataset.request && at.closest("#say button, .card.asked") === null;
}

function think(text) {
  thinking.textContent = text;
  thinking.hidden = text === "";
}

// progress says what happens now. Events of the past, which come when the page is loaded, do not.
function progress(text) {
  if (busy) think(text);
}

function work(now) {
  busy = now;
  enable();
  think(now ? "Thinking…" : "");
}

async function say(text, scenario) {
  work(true);
  const { ok, data } = await post("/say", { text, scenario });
  if (ok) { // the reply comes with the events
    if ($("text").value.trim() === text) $("text").value = "";
    return;
  }
  work(false);
  add("model", "Bookkeeper", data.error || "The server does not answer. Your message was not sent.");
}

$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  if (text !== "") say(text, "");
});

for (const button of document.querySelectorAll("[data-request]")) {
  button.addEventListener("click", () => say(button.dataset.request, button.dataset.scenario));
}

// Questions.

function ask(event) {
  if ([...$("question").children].some((card) => card.dataset.call === event.tool_call_id)) return; // it is asked again
  const card = $("confirmation").content.firstElementChild.cloneNode(true);
  const { question, options, pending_args: args } = event.data;
  card.dataset.call = event.tool_call_id;
  card.querySelector(".question").textContent = question;
  card.querySelector(".args").textContent = shown(args);
  const phrase = card.querySelector(".phrase input");
  if (event.data.needs_phrase) card.querySelector(".phrase").hidden = false;
  const answer = async (value) => {
    waiting(event, value);
    const { ok, data } = await post("/respond", {
      type: "mcq_response",
      data: { tool_call_id: event.tool_call_id, value, phrase: phrase.value },
    });
    if (ok) return; // the card goes when the gate says so
    phrase.value = "";
    card.querySelector(".wrong").textContent = data.error || "That was not understood.";
  };
  for (const option of options) {
    const button = document.createElement("button");
    button.textContent = option.label;
    button.value = option.value;
    button.disabled = lost;
    if (option.value === "confirm") button.className = "primary";
    button.type = option.value === "confirm" ? "submit" : "button";
    if (button.type === "button") button.addEventListener("click", () => answer(option.value));
    card.querySelector(".options").append(button);
  }
  card.addEventListener("submit", (submit) => {
    submit.preventDefault();
    if (!lost) answer("confirm");
  });
  $("question").replaceChildren(card);
  waiting(event, "");
  // The focus goes to the question as a whole and never to a button: a key that was meant for
  // something else must not approve. It stays where somebody has put it.
  if (!claimed()) card.focus();
  announce("The bookkeeper asks for your decision.");
}

// A restart of the server ends its questions. What the page was waiting for outlives the reload, so
// that it can ask what became of it.
function waiting(event, answered) {
  sessionStorage.setItem("waiting", JSON.stringify({ call: event.tool_call_id, question: event.data.question, answered }));
}

async function whatBecame() {
  const restarted = sessionStorage.getItem("restarted");
  const kept = JSON.parse(sessionStorage.getItem("waiting") || "null");
  sessionStorage.removeItem("restarted");
  $("text").value = sessionStorage.getItem("draft") || "";
  sessionStorage.removeItem("draft");
  if (!restarted) return;
  sessionStorage.removeItem("waiting");
  if (!kept) {
    tell("The server was restarted. The conversation begins anew.");
    return;
  }
  const answer = await fetch("/outcome?call=" + encodeURIComponent(kept.call)).catch(() => null);
  const data = answer ? await answer.json().catch(() => ({})) : {};
  const became = data.text || data.error || "What became of the call cannot be read now.";
  tell(`The server was restarted while this waited: “${kept.question}” ${kept.answered ? "" : "You had not answered. "}${became}`);
}

// tell puts a notice above the conversation, where it stays.
function tell(text) {
  notice.textContent = text;
  notice.hidden = text === "";
}

function announce(text) {
  $("announce").textContent = text;
}

function settle(call) {
  const kept = JSON.parse(sessionStorage.getItem("waiting") || "null");
  if (kept && kept.call === call) sessionStorage.removeItem("waiting");
  for (const card of $("question").children) {
    if (card.dataset.call === call) card.remove();
  }
}

// The pipeline.

const running = new Map(); // the steps that have begun, by call and name

const broken = new Set(); // the calls whose tool has failed

function show(status, name, tool, detail, took, event) {
  $("quiet").hidden = true;
  const key = `${event.tool_call_id} ${name}`;
  let item = running.get(key);
  if (!item) {
    item = $("step").content.firstElementChild.cloneNode(true);
    $("steps").append(item);
  }
  if (status === "running") running.set(key, item);
  else running.delete(key);
  const pill = item.querySelector(".pill");
  pill.textContent = status;
  pill.className = `pill ${status}`;
  item.querySelector(".name").textContent = name;
  item.querySelector(".tool").textContent = tool;
  item.querySelector(".took").textContent = status === "running" ? "" : `${took} ms`;
  item.querySelector(".detail").textContent = detail || "";
  item.querySelector(".raw").textContent = shown(event);
}

const handlers = {
  line(event) {
    const { who, text } = event.data;
    add(who, who === "person" ? "You" : "Bookkeeper", text);
    work(who === "person");
    if (who === "model" && !claimed()) $("text").focus();
  },
  gap() {
    // What is missing here is on the page that the server gives.
    sessionStorage.setItem("restarted", "yes");
    sessionStorage.setItem("draft", $("text").value);
    location.reload();
  },
  write_validation(event) {
    const { tool, status, missing_fields: missing, message, duration_ms: took } = event.data;
    if (status === "blocked") {
      progress("Missing fields detected, retrying…");
      show("warn", "write_validation", tool, [message, missing && "Missing: " + missing.join(", ")].filter(Boolean).join(" "), took, event);
    } else {
      progress("Write arguments are valid.");
      show("pass", "write_validation", tool, "Checked: " + (event.data.fields_validated || []).join(", "), took, event);
    }
  },
  tool_retry(event) {
    show("warn", "tool_retry", event.data.tool, `Attempt ${event.data.attempt}: ${event.data.reason}`, 0, event);
  },
  step(event) {
    const { tool, step, status, detail, duration_ms: took } = event.data;
    if (step === "write_validation") {
      if (status === "running") progress("Validating write arguments…");
      return; // its outcome has an event of its own
    }
    if (step === "mcp_execute" && status === "running") progress(`Running ${tool}…`);
    if (step === "mcp_execute" && status === "failed") broken.add(event.tool_call_id);
    show(status, step, tool, detail, took, event);
  },
  tool_result(event) {
    settle(event.tool_call_id);
    const other = broken.has(event.tool_call_id) ? "failed" : "warn"; // it was not run
    show(event.data.success ? "done" : other, "tool_result", event.data.tool, "", 0, event);
  },
  mcq(event) {
    progress("Waiting for your answer…");
    ask(event);
  },
  mcq_response(event) {
    settle(event.data.tool_call_id);
    show(event.data.value === "confirm" ? "done" : "warn", "mcq_response", "", event.data.value, 0, event);
  },
  clarifying_question(event) {
    show("warn", "clarifying_question", event.data.tool, event.data.question, 0, event);
  },
};

await whatBecame();
const stream = new EventSource("/events");
stream.onerror = () => {
  lost = true;
  $("lost").hidden = false;
  enable();
  // A browser gives up where something else answers in the server's place.
  if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
};
stream.onopen = () => {
  lost = false;
  $("lost").hidden = true;
  enable();
  document.body.dataset.ready = "";
};
stream.onmessage = (message) => {
  const event = JSON.parse(message.data);
  handlers[event.type]?.(event);
};
