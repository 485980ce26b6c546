// The nodes of a drawn widget, as the host writes them. Only differences from the previous look are written, so that an
// unchanged value touches no node.
import { drawAttribute, drawText } from '../../ui/draw.ts'
import type { Look } from './look.ts'

export type Face = {
  text(part: string, words: string): void
  variable(name: string, value: string): void
  state(name: string, value: string | null): void
  title(words: string): void
}

/** Writes the differences between two looks into the nodes. */
export function writeLook(face: Face, look: Look, before: Look | undefined): void {
  for (const part in look.text) if (look.text[part] !== before?.text[part]) face.text(part, look.text[part]!)
  for (const name in look.vars) if (look.vars[name] !== before?.vars[name]) face.variable(name, look.vars[name]!)
  for (const name in look.state) if (look.state[name] !== before?.state[name]) face.state(name, look.state[name]!)
  if (look.title !== (before?.title ?? '')) face.title(look.title)
}

type Parts = Map<string, Element>
const noParts: Parts = new Map()

type WidgetNode = HTMLElement | SVGElement

/** Class of the node around all widgets of a page. */
export const pageClass = 'widgets'

/** Whether a node belongs to the page of `root`, and not to an embedded page, whose widgets have their own indexes. */
export const isOfPage = (root: Element, node: Element): boolean =>
  node.closest(`.${pageClass}`) === root.closest(`.${pageClass}`)

/** The DOM parts of all widgets within a node, by index of the widget. `wanted` selects widgets. */
export function facesIn(
  root: HTMLElement,
  wanted?: (node: WidgetNode, index: number) => boolean,
): (Face | undefined)[] {
  const faces: Face[] = []
  const parts = wanted ? undefined : partsIn(root)
  for (const node of root.querySelectorAll<WidgetNode>('[data-widget]')) {
    if (!isOfPage(root, node)) continue
    const index = Number(node.dataset.widget)
    if (wanted?.(node, index) === false) continue
    faces[index] = faceOf(node, (parts ?? partsIn(node)).get(node) ?? noParts)
  }
  return faces
}

/** Assigns each part to the nearest widget around it. */
function partsIn(root: Element): Map<Element, Parts> {
  const parts = new Map<Element, Parts>()
  for (const part of root.querySelectorAll('[data-part]')) {
    const node = part.closest('[data-widget]')
    const own = node && (parts.get(node) ?? new Map())
    if (node && own) parts.set(node, own.set(part.getAttribute('data-part') ?? '', part))
  }
  return parts
}

function faceOf(node: WidgetNode, parts: Parts): Face {
  let title: Element | null = null
  return {
    text: (part, words) => drawText(parts.get(part), words),
    variable: (name, value) => {
      if (value !== '') node.style.setProperty(`--${name}`, value)
      else if (node.style.length > 0) node.style.removeProperty(`--${name}`)
    },
    state: (name, value) => drawAttribute(node, `data-${name}`, value),
    title: (words) => {
      if (!(node instanceof SVGElement)) return drawAttribute(node, 'title', words || null)
      title ??= node.querySelector(':scope > title')
      title ??= node.insertBefore(document.createElementNS('http://www.w3.org/2000/svg', 'title'), node.firstChild)
      title.textContent = words
    },
  }
}
