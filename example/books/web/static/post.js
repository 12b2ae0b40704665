// shown is a value as JSON for a person: what cannot be seen, or changes the order of other text, is
// escaped, which leaves the value as it is.
export function shown(value) {
  return JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g,
    (c) => [...Array(c.length).keys()].map((i) => "\\u" + c.charCodeAt(i).toString(16).padStart(4, "0")).join(""));
}

// post sends JSON, which may be text already, and reads JSON back. A server that cannot be reached is an answer without data.
export async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const data = await answer.json().catch(() => ({}));
    return { ok: answer.ok, data };
  } catch {
    return { ok: false, data: {} };
  }
}
