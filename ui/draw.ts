// Writes directly into the DOM, for values that change many times a second: a node is changed only if it differs.

export function drawText(node: Element | null | undefined, text: string): void {
  if (node && node.textContent !== text) node.textContent = text
}

/** Sets an attribute, or removes it with `null`. */
export function drawAttribute(node: Element | null | undefined, name: string, value: string | null): void {
  if (!node || node.getAttribute(name) === value) return
  if (value === null) node.removeAttribute(name)
  else node.setAttribute(name, value)
}
