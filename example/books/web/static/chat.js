// The chat: messages, and questions that wait for an answer.

import { parse, post, shown } from "./post.js";
import { happened } from "./pipeline.js";
import { facts, make, names } from "./words.js";

const $ = (id) => document.getElementById(id);
const messages = $("messages");
const thinking = $("thinking");

const speakers = { person: "You", model: "Bookkeeper", note: "Note" };

function add(who, text) {
  const item = make("li", who, make("span", "unseen", speakers[who] + ": "), text);
  messages.append(item);
  item.scrollIntoView({ block: "nearest" });
}

// write appends to the message that the model is streaming. The final message replaces it, because a claim may have been
// withdrawn.
function write(text) {
  $("draft").append(make("span", "", text));
  think("");
}

let busy = false; // the model is working
let lost = false; // the server does not answer

// enable sets which buttons are enabled: none while the server does not answer, and while a request is running none
// that starts another.
function enable() {
  for (const button of document.querySelectorAll("#say button, [data-request]")) button.disabled = busy || lost;
  for (const button of document.querySelectorAll("#question button")) button.disabled = lost;
}

// claimed reports whether the user has placed the focus, so that it must not move.
function claimed() {
  const at = document.activeElement;
  return at !== null && at !== document.body && !at.disabled && !at.dataset.request && at.closest("#say button, .card.asked") === null;
}

function think(text) {
  thinking.textContent = text;
  thinking.hidden = text === "";
}

// progress shows the current activity. Replayed events after a reload do not count.
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
  if (ok) { // the reply arrives as an event
    if ($("text").value.trim() === text) $("text").value = "";
    return;
  }
  work(false);
  add("note", data.error || "The server does not answer. Your message was not sent.");
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

async function ask(event) {
  if ([...$("question").children].some((card) => card.dataset.call === event.tool_call_id)) return; // a repeated question
  const card = $("confirmation").content.firstElementChild.cloneNode(true);
  const { question, options, pending_args: args } = event.data;
  card.dataset.call = event.tool_call_id;
  const shownFacts = names().then((known) => card.querySelector(".values").replaceChildren(...facts(args, known)));
  card.querySelector(".question").textContent = question;
  card.querySelector(".args").textContent = shown(args);
  const phrase = card.querySelector(".phrase input");
  if (event.data.needs_phrase) card.querySelector(".phrase").hidden = false;
  const answer = async (value) => {
    waiting(event, value);
    const { ok, status, data } = await post("/respond", {
      type: "mcq_response",
      data: { tool_call_id: event.tool_call_id, value, phrase: phrase.value },
    });
    if (ok) return; // an event of the gate removes the card
    phrase.value = "";
    card.querySelector(".wrong").textContent = status === 422 ? data.error : status === 404 || status === 409
      ? "This question is not open any more: it was answered in another window, or its time is over." : "Your answer has not arrived. Try again.";
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
  await shownFacts;
  if (over.has(event.tool_call_id)) return; // settled while the names were loaded
  $("question").replaceChildren(card);
  card.scrollIntoView({ block: "nearest" });
  waiting(event, "");
  // The question gets the focus as a whole, never a button: a keystroke meant for something else must not approve.
  // A focus that the user has placed stays.
  if (!claimed()) card.focus();
  $("announce").textContent = "The bookkeeper asks for your decision.";
}

// A restart of the server ends its questions. The page remembers its open calls across the reload, to ask for their
// outcomes.
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

// tell adds a permanent notice above the conversation.
function tell(text) {
  $("notice").textContent = text;
  $("notice").hidden = false;
}

const asked = new Map(); // questions by call
const over = new Set(); // calls whose questions are settled

// settle closes a question and adds its outcome to the conversation.
function settle(call, how) {
  const kept = JSON.parse(sessionStorage.getItem("waiting") || "null");
  if (kept && kept.call === call) sessionStorage.removeItem("waiting");
  if (over.has(call) || !asked.has(call)) return;
  over.add(call);
  for (const card of $("question").children) {
    if (card.dataset.call === call) card.remove();
  }
  add("note", `${asked.get(call)} ${how}`);
}

const handlers = {
  line(event) {
    const { who, text } = event.data;
    $("draft").replaceChildren();
    add(who, text);
    work(who === "person");
    if (who === "model" && !claimed()) $("text").focus();
  },
  delta: (event) => write(event.data.text),
  call() {
    if ($("draft").textContent.trim()) add("model", $("draft").textContent); // commentary before the calls
    $("draft").replaceChildren();
    progress("Checking a call…");
  },
  gap() {
    // The reloaded page has what is missing here.
    sessionStorage.setItem("restarted", "yes");
    sessionStorage.setItem("draft", $("text").value);
    location.reload();
  },
  write_validation(event) {
    if (event.data.status === "blocked") progress("The call was blocked; the model tries again…");
  },
  step(event) {
    const { step, status } = event.data;
    if (step === "mcp_execute" && status === "running") progress("Running the call…");
    if (step === "write_confirmation" && status === "done") settle(event.tool_call_id, "It was cancelled.");
    if (step === "write_confirmation" && status === "failed") settle(event.tool_call_id, "Nobody answered in time, so nothing was done.");
  },
  tool_result: (event) => settle(event.tool_call_id, "That was not answered."),
  mcq(event) {
    progress("Waiting for your answer…");
    over.delete(event.tool_call_id);
    asked.set(event.tool_call_id, event.data.question.replace(/\?.*/s, "?"));
    ask(event);
  },
  mcq_response(event) {
    settle(event.tool_call_id, event.data.value === "confirm" ? "Yes." : "No.");
  },
};

await whatBecame();
const stream = new EventSource("/events");
stream.onerror = () => {
  lost = true;
  $("lost").hidden = false;
  enable();
  // Browsers stop reconnecting if another server answers.
  if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
};
stream.onopen = () => {
  lost = false;
  $("lost").hidden = true;
  enable();
  document.body.dataset.ready = "";
  $("loading").hidden = true;
};
stream.onmessage = (message) => {
  const event = parse(message.data);
  handlers[event.type]?.(event);
  happened(event);
};
