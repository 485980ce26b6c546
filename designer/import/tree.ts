// Parses the text of a drawing into a small tree of elements. Entities declared in the file are not expanded; depth and
// number of elements are limited, and the excess is reported. Pure.
import { SaxesParser } from 'saxes'
import type { Report } from './report.ts'

type Node = Element | string
/** Attributes have no prefixes: `href`, and `label`, the name from a drawing program. */
export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Node[]
}

export const maxElements = 50_000
const maxDepth = 200

/** Why a text is not a drawing, and in which line. */
export type Unreadable = { line: number; reason: string }

const isElement = (node: Node): node is Element => typeof node !== 'string'
export const elementsOf = ({ children }: Element): Element[] => children.filter(isElement)

/** All text inside an element, unchanged. */
export const textOf = ({ children }: Element): string =>
  children.map((node) => (typeof node === 'string' ? node : textOf(node))).join('')

/**
 * The name of an element without its prefix: `svg:rect` becomes `rect` for any prefix of SVG; undefined for other
 * namespaces.
 */
function plainName(name: string, prefixes: ReadonlySet<string>): string | undefined {
  const at = name.indexOf(':')
  if (at < 0) return name
  return prefixes.has(name.slice(0, at)) ? name.slice(at + 1) : undefined
}

const svgNamespace = 'http://www.w3.org/2000/svg'

function plainAttributes(all: Record<string, string>, report: Report): Record<string, string> {
  const plain: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(all)) {
    if (/^on/i.test(name)) report.add('handler', name)
    else if (name === 'inkscape:label') plain.label = value
    else if (name === 'xml:space') plain.space = value
    else if (/^([\w-]+:)?href$/.test(name)) plain.href = value
    else if (!name.includes(':')) plain[name] = value
  }
  return plain
}

/** The root element, or why there is none. */
export function treeOf(text: string, report: Report): Element | Unreadable {
  const parser = new SaxesParser({ xmlns: false })
  const root: Element = { name: '', attributes: {}, children: [] }
  const open: (Element | undefined)[] = [root]
  const prefixes = new Set(['svg'])
  let [elements, fault] = [0, undefined as Unreadable | undefined]
  parser.on('error', ({ message }) => {
    if (/undefined entity/.test(message)) report.add('entity')
    else fault ??= { line: parser.line, reason: message.replace(/^(?:[^:]*:)?\d+:\d+: /, '') }
  })
  parser.on('opentag', ({ name, attributes }) => {
    const parent = open.at(-1)
    for (const [key, value] of Object.entries(attributes))
      if (value === svgNamespace && key.startsWith('xmlns:')) prefixes.add(key.slice(6))
    const plain = plainName(name, prefixes)
    const element =
      parent && plain ? { name: plain, attributes: plainAttributes(attributes, report), children: [] } : undefined
    elements += 1
    if (!element || !parent) open.push(undefined)
    else if (open.length > maxDepth || elements > maxElements) {
      report.add(elements > maxElements ? 'tooMany' : 'depth')
      open.push(undefined)
    } else {
      parent.children.push(element)
      open.push(element)
    }
  })
  parser.on('processinginstruction', ({ target, body }) => {
    if (target === 'xml-stylesheet') report.add('external', /href\s*=\s*["']([^"']*)/.exec(body)?.[1])
  })
  parser.on('closetag', () => open.pop())
  const write = (words: string) => open.at(-1)?.children.push(words)
  parser.on('text', write)
  parser.on('cdata', write)
  parser.write(text).close()
  const [found] = elementsOf(root)
  return fault ?? found ?? { line: 1, reason: 'empty' }
}

/** All elements by their ids; if an id occurs several times, the first element. */
export function idsIn(root: Element): Map<string, Element> {
  const found = new Map<string, Element>()
  const walk = (element: Element) => {
    const { id } = element.attributes
    if (id && !found.has(id)) found.set(id, element)
    for (const child of elementsOf(element)) walk(child)
  }
  walk(root)
  return found
}
