// The nodes of a drawn widget, as the host writes them. A look is written by its differences from the one before, so that a
// value that says the same touches no node.
import { drawAttribute, drawText } from '../../ui/draw.ts'
import type { Look } from './look.ts'

export type Face = {
  text(part: string, words: string): void
  variable(name: string, value: string): void
  state(name: string, value: string | null): void
  title(words: string): void
}

/** Writes what differs. */
export function writeLook(face: Face, look: Look, before: Look | undefined): void {
  for (const part in look.text) if (look.text[part] !== before?.text[part]) face.text(part, look.text[part]!)
  for (const name in look.vars) if (look.vars[name] !== before?.vars[name]) face.variable(name, look.vars[name]!)
  for (const name in look.state) if (look.state[name] !== before?.state[name]) face.state(name, look.state[name]!)
  if (look.title !== (before?.title ?? '')) face.title(look.title)
}

/** The face of a widget's node. Parts of widgets within it are not its own. */
export function faceOf(node: HTMLElement | SVGElement): Face {
  const parts = new Map<string, Element>()
  const own = node.querySelectorAll('[data-part]')
  for (const part of own)
    if (part.closest('[data-widget]') === node) parts.set(part.getAttribute('data-part') ?? '', part)
  let title: SVGTitleElement | undefined
  return {
    text: (part, words) => drawText(parts.get(part), words),
    variable: (name, value) =>
      value === '' ? node.style.removeProperty(`--${name}`) : node.style.setProperty(`--${name}`, value),
    state: (name, value) => drawAttribute(node, `data-${name}`, value),
    title: (words) => {
      if (!(node instanceof SVGElement)) return drawAttribute(node, 'title', words || null)
      title ??= node.insertBefore(document.createElementNS('http://www.w3.org/2000/svg', 'title'), node.firstChild)
      title.textContent = words
    },
  }
}
