// post sends JSON, and reads JSON back. A server that cannot be reached is an answer without data.
export async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const data = await answer.json().catch(() => ({}));
    return { ok: answer.ok, data };
  } catch {
    return { ok: false, data: {} };
  }
}
