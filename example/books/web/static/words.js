// Values of calls in words. Text from models and servers is inserted as text, never as markup.

import { parse, shown, visible } from "./post.js";

// make creates an element with children, which may be strings.
export function make(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return node;
}

// label is the display name of a field: "Lines[0].InvoiceId" is "Invoice number of line 1".
export function label(path) {
  const words = (key) => key.replace(/Id$/, "Number").replace(/[_-]+/g, " ").replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  const parts = path.split(".").reverse().map((part) => {
    const [, key, index] = /^(.*?)(?:\[(\d*)\])?$/.exec(part) || [, part];
    return index ? words(key).replace(/s$/, "") + " " + (Number(index) + 1) : words(key);
  });
  const text = parts.join(" of ");
  return visible(text.charAt(0).toUpperCase() + text.slice(1));
}

const kinds = { string: "a text", number: "a number", integer: "a whole number", boolean: "yes or no", array: "a list", object: "a group of fields" };

// sentence describes what is wrong with a field.
export function sentence({ field, constraint, message, expected }) {
  if (message) return message;
  const name = field ? label(field) : "The whole";
  if (constraint === "required") return `${name} ${/s$/.test(name.split(" ")[0]) ? "are" : "is"} missing.`;
  if (constraint === "additionalProperties") return `There is no field ${name.toLowerCase()}.`;
  if (constraint === "known") return `${name} is in no list that the model was given.`;
  if (constraint === "json") return "This is not JSON.";
  if (constraint === "type" && kinds[expected]) return `${name} must be ${kinds[expected]}.`;
  return `${name}: the rule “${label(constraint || "").toLowerCase()}” is not kept` + (expected === undefined ? "." : ` (${shown(expected)}).`);
}

const exact = (v) => (JSON.isRawJSON?.(v) ? v.rawJSON : v);
const isNumber = (v) => typeof exact(v) === "number" || v !== exact(v);

function money(v, currency) {
  try {
    return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(exact(v));
  } catch {
    return `${exact(v)} ${currency}`; // an unknown currency
  }
}

// date formats a date or a time for people; other text is returned unchanged.
function date(text) {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text + "T00:00:00");
  return day && !isNaN(day) ? day.toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" }) : text;
}

// names loads the ledger's names for records: it maps an id to words and a currency.
export async function names() {
  const known = new Map();
  const answer = await fetch("/names").catch(() => null);
  const [invoices, contacts] = answer?.ok ? parse(await answer.text()) : [{ invoices: [] }, { contacts: [] }];
  for (const i of invoices.invoices) {
    known.set(i.InvoiceId, { text: [i.InvoiceNumber, i.ContactName, `${money(i.AmountDue, i.Currency)} due` + (i.DueDate ? ` on ${date(i.DueDate)}` : "")].filter(Boolean).join(", "), currency: i.Currency });
  }
  for (const c of contacts.contacts) known.set(c.ContactId, { text: `${c.Name} (${c.ContactId})` });
  return known;
}

const most = 50; // lines of a table or list; the call as JSON has all

const isAmount = (key, v) => isNumber(v) && /amount|total|price/i.test(key);

function value(key, v, known, currency) {
  if (isAmount(key, v)) return money(v, currency);
  if (isNumber(v)) return new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 }).format(exact(v));
  if (typeof v === "string") return known.get(v)?.text || date(v.length > most * 20 ? v.slice(0, most * 20) + "…" : v);
  if (typeof v === "boolean") return v ? "Yes" : "No";
  return v === null ? "Nothing" : shown(v);
}

// Who and what first, then how much and when, then the rest.
const order = [/Id$/, /amount/i, /date/i, /./];
const rowOrder = [/Id$/, /description/i, /^((?!amount|quantity).)*$/i, /quantity/i, /./];
const place = ([key], by) => by.findIndex((pattern) => pattern.test(key));
const isRows = (v) => Array.isArray(v) && v.length > 0 && v.every((row) => row && typeof row === "object" && !Array.isArray(row) && !JSON.isRawJSON?.(row));
const named = (key) => label(key.replace(/Id$/, ""));

// facts renders the values of a call as a list of names and values, and its lists as tables.
export function facts(args, known) {
  const all = Object.entries(args && typeof args === "object" ? args : { Call: args }).sort((a, b) => place(a, order) - place(b, order));
  const currency = [args?.Currency, ...all.map(([, v]) => known.get(v)?.currency)].find((c) => typeof c === "string") || "EUR";
  const list = make("dl", "facts");
  for (const [key, v] of all) if (!isRows(v)) list.append(make("div", "", make("dt", "", named(key)), make("dd", "", value(key, v, known, currency))));
  return [list, ...all.filter(([, v]) => isRows(v)).map(([key, v]) => table(key, v, known, currency))];
}

// as sets the role of an element, because a table that is laid out as a list on phones loses its own.
function as(role, node) {
  node.setAttribute("role", role);
  return node;
}

// table renders a list of objects, with sums where they make sense.
function table(title, rows, known, currency) {
  const keys = [...new Set(rows.flatMap(Object.keys))].sort((a, b) => place([a], rowOrder) - place([b], rowOrder));
  const cell = (key, v) => {
    const td = as("cell", v === undefined ? make("td", "empty") : make("td", isNumber(v) ? "n" : "", value(key, v, known, currency)));
    td.dataset.label = named(key);
    return td;
  };
  const head = keys.map((key) => as("columnheader", make("th", rows.some((row) => isNumber(row[key])) ? "n" : "", named(key))));
  const body = rows.slice(0, most).map((row) => as("row", make("tr", "", ...keys.map((key) => cell(key, row[key])))));
  const node = as("table", make("table", "rows", make("caption", "", named(title) + (rows.length > most ? `, the first ${most} of ${rows.length}` : "")),
    as("rowgroup", make("thead", "", as("row", make("tr", "", ...head)))), as("rowgroup", make("tbody", "", ...body))));
  const total = (of) => rows.reduce((sum, row) => sum + of(row), 0);
  for (const key of keys.filter((key) => rows.every((row) => row[key] === undefined || (isAmount(key, row[key]) && row[key] === exact(row[key]))))) {
    const priced = key === "UnitAmount"; // a unit price: the total is the sum of the products
    const sum = total((row) => (row[key] || 0) * (priced ? exact(row.Quantity ?? 1) : 1));
    if (rows.length > 1 || priced) node.caption.append(make("span", "sum", `${priced ? "Total" : named(key)}: ${money(sum + Math.sign(sum) * 1e-9, currency)}`));
  }
  return node;
}

// changes lists the differences between two attempts of a call.
export function changes(before, after, known) {
  const flat = (v, path, into = Object.create(null)) => {
    if (v && typeof v === "object" && v === exact(v) && Object.keys(v).length) for (const key of Object.keys(v)) flat(v[key], Array.isArray(v) ? `${path}[${key}]` : path ? `${path}.${key}` : key, into);
    else into[path] = v;
    return into;
  };
  const [a, b] = [flat(before, ""), flat(after, "")];
  const tell = (path, v) => (v === undefined ? "nothing" : value(path.split(".").pop(), v, known, "EUR"));
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((path) => shown(a[path] ?? null) !== shown(b[path] ?? null)).slice(0, most)
    .map((path) => [label(path), tell(path, a[path]), tell(path, b[path])]);
}

// Times are relative and in the reader's time zone, with the exact time on hover.
const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
function tellTimes() {
  for (const node of document.querySelectorAll("time[datetime]")) {
    const at = new Date(node.dateTime), seconds = Math.round((at - Date.now()) / 1000);
    const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) || ["second", 1];
    node.textContent = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
    node.title = at.toLocaleString(undefined, { dateStyle: "full", timeStyle: "long" });
  }
}
tellTimes();
setInterval(tellTimes, 10_000);
