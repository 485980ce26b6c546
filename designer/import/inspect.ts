// Reports content that is never imported: scripts, embedded pages, animations, links, and external references. The
// output has no place for them. Pure.
import type { LostKind, Report } from './report.ts'
import { type Element, elementsOf } from './tree.ts'

const never: Record<string, LostKind> = {
  ...{ script: 'script', handler: 'script', a: 'link' },
  ...{ animate: 'animation', animateTransform: 'animation', animateMotion: 'animation', animateColor: 'animation' },
  ...{ set: 'animation', discard: 'animation' },
  ...{ foreignObject: 'foreign', iframe: 'foreign', object: 'foreign', embed: 'foreign' },
  ...{ audio: 'foreign', video: 'foreign', canvas: 'foreign' },
}

const isOutside = (href: string): boolean => !href.startsWith('#') && !/^data:/i.test(href)
const outsideUrl = /url\(\s*["']?\s*(?!["'#\s]|data:)/i

/**
 * Reports features of an element that are not imported. `isApart`: whether another reader handles the element with its
 * contents.
 */
export function inspect(element: Element, report: Report, isApart: (element: Element) => boolean): void {
  if (isApart(element)) return
  const { name, attributes } = element
  const { href } = attributes
  if (Object.hasOwn(never, name)) report.add(never[name]!, name === 'a' ? href : name)
  else if (href !== undefined && isOutside(href.trim())) report.add('external', href)
  for (const [key, value] of Object.entries(attributes))
    if (key !== 'href' && outsideUrl.test(value)) report.add('external', `${key}: ${value}`)
  if (name === 'style' || name === 'foreignObject') return
  for (const child of elementsOf(element)) inspect(child, report, isApart)
}
