// The state of a walk through a drawing, and the place of an element in it.
import type { PageWidget } from '../../contract/page-document.ts'
import type { Box } from '../document/geometry.ts'
import type { Sheet } from './css.ts'
import type { Viewport } from './figure.ts'
import type { Look } from './look.ts'
import type { Matrix } from './matrix.ts'
import type { Gradients } from './picture.ts'
import type { Report } from './report.ts'
import type { Element } from './tree.ts'

/** Extensions by other readers, such as the gauges of a FUXA view. */
export type Hooks = {
  /** The widget in place of an element; undefined if it is drawn, null if it is left out. */
  instead: (element: Element, box: () => Box | undefined) => PageWidget | null | undefined
  /** Whether an element is an item with its own properties: it stays one widget. */
  isOwn: (element: Element) => boolean
  dress: (widget: PageWidget, element: Element) => PageWidget
}

export type Walk = {
  sheet: Sheet
  ids: ReadonlyMap<string, Element>
  gradients: Gradients
  report: Report
  /** The remaining budget: elements to visit, characters to parse in them, widgets, characters of pictures. */
  left: { elements: number; work: number; widgets: number; letters: number }
  /** The number of clips so far, used for their ids. */
  clips: number
  hooks: Hooks | undefined
}

export type Place = {
  matrix: Matrix
  look: Look
  viewport: Viewport
  /** Whether the element is part of a picture. */
  isPicture: boolean
  /** Number of groups around the element on the page. */
  depth: number
  /** Ids of the <use> elements around the current element. */
  uses: readonly string[]
}
