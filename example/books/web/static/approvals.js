// The approvals inbox. The arguments of a call are validated while they are edited, by the validator of the gate.

import { parse, post } from "./post.js";
import { facts, make, names, sentence } from "./words.js";

const outcome = document.getElementById("outcome");
const known = await names();

for (const card of document.querySelectorAll("[data-call]")) {
  const text = card.querySelector("textarea");
  const list = card.querySelector(".issues");
  const approve = card.querySelector(".approve");
  const reject = card.querySelector(".reject");
  const reason = card.querySelector(".reason");
  let asked = 0;
  const tell = () => card.querySelector(".values").replaceChildren(...facts(parse(text.value), known));
  tell();
  const expiry = new Date(card.querySelector(".expiry").dateTime);
  setTimeout(() => close("The time for this call is over: nobody has decided. It has not run and will not."), Math.min(Math.max(expiry - Date.now(), 0), 2 ** 31 - 1));
  if (text.readOnly) continue; // this user may not decide

  // close shows why the call can no longer be decided.
  function close(why) {
    if (card.dataset.closed !== undefined) return;
    card.dataset.closed = "";
    const again = make("a", "", "Load the page again");
    again.href = "/approvals";
    const told = make("p", "closed", why + " ", again, ".");
    told.tabIndex = -1;
    text.readOnly = true;
    card.querySelector("summary").textContent = "The call as JSON";
    card.querySelector(".facts").remove();
    told.setAttribute("role", "status");
    (card.querySelector(".options") || card.lastElementChild).replaceWith(told); // the buttons, or the note that this user may not decide
    if (document.activeElement === document.body) told.focus();
  }

  function complain(lines) {
    list.replaceChildren(...lines.map((line) => make("li", "", line)));
    text.setAttribute("aria-invalid", String(lines.length > 0));
    approve.disabled = lines.length > 0;
  }

  text.addEventListener("input", async () => {
    const mine = ++asked;
    const { ok, data } = await post("/check", { tool: card.dataset.tool, arguments: text.value });
    if (mine !== asked) return;
    complain(ok ? data.issues.map(sentence) : [data.error || "The server does not answer, so that the call cannot be checked."]);
    if (ok && !data.issues.length) tell();
  });

  async function decide(isValidated) {
    approve.disabled = reject.disabled = true;
    let edited = "";
    if (isValidated && text.value !== text.defaultValue) {
      try {
        JSON.parse(text.value);
        edited = text.value; // as typed: JavaScript would round long numbers
      } catch {
        complain(["The arguments are not JSON."]);
        reject.disabled = false;
        return;
      }
    }
    const decision = JSON.stringify({
      threadId: card.dataset.thread, toolCallId: card.dataset.call, version: card.dataset.version, isValidated, reason: reason.value,
    });
    const { ok, status, data } = await post("/api/qa/validate_tool", edited ? `${decision.slice(0, -1)},"validatedInputs":${edited}}` : decision);
    if (!ok) {
      if (status === 409 && data.error === "settled") return close(`Somebody else has decided: the call is ${data.status}.`);
      if (status === 410) return close("The time for this call is over: nobody has decided. It has not run and will not.");
      outcome.textContent = data.message || data.error || "The server does not answer. It is not known whether the call was decided: reload the page to see how it stands.";
      approve.disabled = reject.disabled = status === 0;
      return;
    }
    // The server's page shows the decision in its history.
    const said = isValidated ? "Approved: the call has run." : "Rejected: no call was made.";
    sessionStorage.setItem("outcome", data.success ? said : "Approved, but: " + data.message.replace(card.dataset.tool, "the call"));
    location.reload();
  }
  approve.addEventListener("click", () => decide(true));
  reject.addEventListener("click", () => decide(false));
  card.dataset.ready = ""; // edits are checked from now on
}

outcome.textContent = sessionStorage.getItem("outcome") || "";
sessionStorage.removeItem("outcome");
