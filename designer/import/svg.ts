// An SVG text as a drawing: its size and its widgets, with a report of unreadable parts. Pure.
import { limits } from '../../contract/limits.ts'
import type { PageWidget } from '../../contract/page-document.ts'
import { sheetOf } from './css.ts'
import { gradientsOf } from './gradients.ts'
import { inspect } from './inspect.ts'
import { firstLook } from './look.ts'
import { boxAround } from './made.ts'
import { scaled } from './matrix.ts'
import type { Report } from './report.ts'
import { type Element, elementsOf, idsIn, textOf, treeOf, type Unreadable } from './tree.ts'
import { insideOf, sizeOf, viewBoxOf } from './viewport.ts'
import { finished, partsOf } from './walk.ts'
import type { Hooks, Walk } from './walking.ts'

export type Drawn = { width: number; height: number; widgets: PageWidget[] }

/** Maximum number of visited elements; a used element counts each time. */
const maxLooked = 20_000
/** Maximum number of characters that are parsed in the visited elements. */
const maxWork = 2 * limits.fileBodyBytes
/** Maximum length of all pictures, which have to fit into the file of a page. */
const maxLetters = 3 * 1024 * 1024
const maxPage = 10_000

const isForScreen = ({ attributes: { media = '' } }: Element): boolean => /^\s*(all|screen|)\s*$/i.test(media)

const styleSheets = (element: Element): string[] =>
  element.name === 'style' ? (isForScreen(element) ? [textOf(element)] : []) : elementsOf(element).flatMap(styleSheets)

/** Imports a drawing. `room`: the number of widgets that the page can still hold. */
export function drawnFrom(text: string, report: Report, room: number, hooks?: Hooks): Drawn | Unreadable {
  const root = treeOf(text, report)
  if ('reason' in root) return root
  if (root.name !== 'svg') return { line: 1, reason: `<${root.name}>` }
  inspect(root, report, (element) => hooks?.isOwn(element) ?? false)
  const sheet = sheetOf(styleSheets(root).join('\n'), report)
  const ids = idsIn(root)
  const left = { elements: maxLooked, work: maxWork, widgets: Math.min(room, limits.pageWidgets), letters: maxLetters }
  return drawn(root, { sheet, ids, gradients: gradientsOf(ids, sheet, report), report, left, clips: 0, hooks })
}

function drawn(root: Element, walk: Walk): Drawn {
  const size = sizeOf(root)
  const shrink = Math.min(1, maxPage / Math.max(1, size.width, size.height))
  const whole = { width: size.width * shrink, height: size.height * shrink }
  // Without a view box, the content has the size of the drawing.
  const inside = viewBoxOf(root)
    ? insideOf(root, { ...whole, font: 16 })
    : { matrix: scaled(shrink, shrink), viewport: { ...size, font: 16 } }
  const place = { ...inside, look: firstLook, isPicture: false, depth: 0, uses: [] }
  // The size of the root element has already been applied.
  const { width: _, height: __, viewBox: ___, x: ____, y: _____, ...attributes } = root.attributes
  const plain = { ...root, name: 'svg', attributes }
  const widgets = finished(partsOf(plain, place, walk), walk)
  if (whole.width > 0 && whole.height > 0) return { ...whole, widgets }
  const box = boxAround(widgets)
  return { width: box ? box.x + box.width : 0, height: box ? box.y + box.height : 0, widgets }
}
