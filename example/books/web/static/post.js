// visible escapes what cannot be seen, or changes the order of other text.
export function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g,
    (c) => [...Array(c.length).keys()].map((i) => "\\u" + c.charCodeAt(i).toString(16).padStart(4, "0")).join(""));
}

// parse reads JSON, with every number as it is: what JavaScript would round or write otherwise stays as its text.
export function parse(text) {
  return JSON.parse(text, (_, v, context) => (typeof v === "number" && context?.source && String(v) !== context.source ? JSON.rawJSON(context.source) : v));
}

// shown is a value as JSON for a person; escapes leave it as it is.
export function shown(value) {
  return visible(JSON.stringify(value, null, 2));
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
    return { ok: answer.ok, status: answer.status, data };
  } catch {
    return { ok: false, status: 0, data: {} };
  }
}
