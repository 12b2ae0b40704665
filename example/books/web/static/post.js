// visible escapes invisible characters and those that reorder text.
export function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g,
    (c) => [...Array(c.length).keys()].map((i) => "\\u" + c.charCodeAt(i).toString(16).padStart(4, "0")).join(""));
}

// parse parses JSON and keeps numbers that JavaScript would round or reformat as text.
export function parse(text) {
  return JSON.parse(text, (_, v, context) => (typeof v === "number" && context?.source && String(v) !== context.source ? JSON.rawJSON(context.source) : v));
}

// shown formats a value as JSON for people, with escapes unchanged.
export function shown(value) {
  return visible(JSON.stringify(value, null, 2));
}

// post sends JSON (or JSON text) and parses the response. An unreachable server is a response without data.
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
