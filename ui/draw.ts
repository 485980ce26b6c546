// Writing into the DOM directly, for what changes many times a second: a node is touched only if it differs.

export function drawText(node: Element | null | undefined, text: string): void {
  if (node && node.textContent !== text) node.textContent = text
}

/** Sets an attribute, or takes it away with `null`. */
export function drawAttribute(node: Element | null | undefined, name: string, value: string | null): void {
  if (!node || node.getAttribute(name) === value) return
  if (value === null) node.removeAttribute(name)
  else node.setAttribute(name, value)
}
