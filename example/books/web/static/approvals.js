// The approvals inbox: the arguments of a call are checked while they are edited, by the same
// validator that stands in front of the tool.

import { post } from "./post.js";

const outcome = document.getElementById("outcome");

for (const card of document.querySelectorAll("[data-call]")) {
  const text = card.querySelector("textarea");
  const list = card.querySelector(".issues");
  const approve = card.querySelector(".approve");
  const reject = card.querySelector(".reject");
  const reason = card.querySelector(".reason");
  let asked = 0;
  if (text.readOnly) continue; // somebody else decides

  function complain(lines) {
    list.replaceChildren(...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }));
    text.setAttribute("aria-invalid", String(lines.length > 0));
    approve.disabled = lines.length > 0;
  }

  text.addEventListener("input", async () => {
    const mine = ++asked;
    const { ok, data } = await post("/check", { tool: card.dataset.tool, arguments: text.value });
    if (mine === asked) complain(ok ? data.issues : [data.error || "The server does not answer, so that the arguments cannot be checked."]);
  });

  async function decide(isValidated) {
    approve.disabled = reject.disabled = true;
    let edited = "";
    if (isValidated && text.value !== text.defaultValue) {
      try {
        JSON.parse(text.value);
        edited = text.value; // as it was typed: to a script, long numbers are others
      } catch {
        complain(["The arguments are not JSON."]);
        reject.disabled = false;
        return;
      }
    }
    const decision = JSON.stringify({
      threadId: card.dataset.thread, toolCallId: card.dataset.call, version: card.dataset.version, isValidated, reason: reason.value,
    });
    const { ok, data } = await post("/api/qa/validate_tool", edited ? `${decision.slice(0, -1)},"validatedInputs":${edited}}` : decision);
    if (!ok) {
      const known = data.message || data.error;
      outcome.textContent = known || "The server does not answer. It is not known whether the call was decided: reload the page to see how it stands.";
      approve.disabled = reject.disabled = !known;
      return;
    }
    // The page that the server gives has the decision in its history.
    const said = isValidated ? "Approved: the call has run." : "Rejected: no call was made.";
    sessionStorage.setItem("outcome", data.success ? said : "Approved, but: " + data.message);
    location.reload();
  }
  approve.addEventListener("click", () => decide(true));
  reject.addEventListener("click", () => decide(false));
  card.dataset.ready = ""; // what is typed from now on is checked
}

outcome.textContent = sessionStorage.getItem("outcome") || "";
sessionStorage.removeItem("outcome");
