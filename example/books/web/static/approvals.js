// The approvals inbox: the arguments of a call are checked while they are edited, by the same
// validator that stands in front of the tool.

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  return { ok: answer.ok, data };
}

const outcome = document.getElementById("outcome");

for (const card of document.querySelectorAll("[data-call]")) {
  const text = card.querySelector("textarea");
  const list = card.querySelector(".issues");
  const approve = card.querySelector(".approve");
  const reject = card.querySelector(".reject");
  let asked = 0;
  text.value = JSON.stringify(JSON.parse(text.defaultValue), null, 2);

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
    const { data } = await post("/check", { tool: card.dataset.tool, arguments: text.value });
    if (mine === asked) complain(data.issues || []);
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
    const { ok, data } = await post("/api/qa/validate_tool", { toolCallId: card.dataset.call, validatedInputs, isValidated });
    if (!ok) {
      outcome.textContent = data.message || data.error || "That did not work.";
      approve.disabled = reject.disabled = false;
      return;
    }
    card.remove();
    outcome.textContent = isValidated ? "Approved: the call has run." : "Rejected: no call was made.";
  }
  approve.addEventListener("click", () => decide(true));
  reject.addEventListener("click", () => decide(false));
  card.dataset.ready = ""; // what is typed from now on is checked
}
