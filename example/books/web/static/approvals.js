// The approvals inbox: the arguments of a call are checked while they are edited, by the same
// validator that stands in front of the tool.

import { post, shown } from "./post.js";

const outcome = document.getElementById("outcome");

for (const card of document.querySelectorAll("[data-call]")) {
  const text = card.querySelector("textarea");
  const list = card.querySelector(".issues");
  const approve = card.querySelector(".approve");
  const reject = card.querySelector(".reject");
  const reason = card.querySelector(".reason");
  let asked = 0;
  text.value = shown(JSON.parse(text.defaultValue));
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
    let validatedInputs = null;
    if (isValidated) {
      try {
        validatedInputs = JSON.parse(text.value);
      } catch {
        complain(["The arguments are not JSON."]);
        reject.disabled = false;
        return;
      }
    }
    const { ok, data } = await post("/api/qa/validate_tool", {
      threadId: card.dataset.thread, toolCallId: card.dataset.call, validatedInputs, isValidated, reason: reason.value,
    });
    if (!ok) {
      outcome.textContent = data.message || data.error || "The server does not answer. Nothing was decided here; reload the page to see how the call stands.";
      approve.disabled = reject.disabled = false;
      return;
    }
    // The page that the server gives has the decision in its history.
    sessionStorage.setItem("outcome", isValidated ? "Approved: the call has run." : "Rejected: no call was made.");
    location.reload();
  }
  approve.addEventListener("click", () => decide(true));
  reject.addEventListener("click", () => decide(false));
  card.dataset.ready = ""; // what is typed from now on is checked
}

outcome.textContent = sessionStorage.getItem("outcome") || "";
sessionStorage.removeItem("outcome");
