// The chat: what was said, and the questions that wait for an answer.

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

// write adds to what the model is saying. What it has said in the end takes the place of that: a claim may have been
// withdrawn.
function write(text) {
  $("draft").append(make("span", "", text));
  think("");
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
  if ([...$("question").children].some((card) => card.dataset.call === event.tool_call_id)) return; // it is asked again
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
    if (ok) return; // the card goes when the gate says so
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
  if (over.has(event.tool_call_id)) return; // while the names were read
  $("question").replaceChildren(card);
  card.scrollIntoView({ block: "nearest" });
  waiting(event, "");
  // The focus goes to the question as a whole and never to a button: a key that was meant for
  // something else must not approve. It stays where somebody has put it.
  if (!claimed()) card.focus();
  $("announce").textContent = "The bookkeeper asks for your decision.";
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
  $("notice").textContent = text;
  $("notice").hidden = false;
}

const asked = new Map(); // the questions, by call
const over = new Set(); // the calls whose questions are answered

// settle closes a question; how it ended becomes a part of the conversation.
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
    if ($("draft").textContent.trim()) add("model", $("draft").textContent); // it has thought aloud
    $("draft").replaceChildren();
    progress("Checking a call…");
  },
  gap() {
    // What is missing here is on the page that the server gives.
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
  // A browser gives up where something else answers in the server's place.
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
