// The health page: what calls violate, in words.

import { sentence } from "./words.js";

for (const node of document.querySelectorAll("[data-rule]")) {
  const [field, constraint] = node.textContent.split(": ");
  node.textContent = sentence({ field, constraint });
}
