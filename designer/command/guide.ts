// Guides by the keyboard: add, select, move, set to a number, remove. Pure.
import type { PageContainer } from '../../contract/page-document.ts'
import { type Axis, type Guide, guidesOf, isFull, withGuide } from '../document/guides.ts'
import { type EditorState, edited, selectedAs } from '../state.ts'
import type { Outcome, Refusal } from './command.ts'

/** Distance of a new guide from the next one of its axis; pixels of the page. */
const step = 20

const lengthOf = ({ width, height }: PageContainer, axis: Axis): number => (axis === 'x' ? width : height)

/** Adds a guide in the middle of the page, or at the next free position. */
export function addGuide(state: EditorState, axis: Axis): Outcome {
  const { con } = state.document
  if (isFull(con)) return { refused: 'tooManyGuides' }
  const line = guidesOf(con)[axis]
  const index = line.length
  const document = withGuide(state.document, { axis, index }, freePlace(lengthOf(con, axis), new Set(line)))
  return { state: { ...edited(state, { document, selected: [] }), guide: { axis, index } } }
}

function freePlace(length: number, taken: ReadonlySet<number>): number {
  const middle = Math.round(length / 2)
  for (let by = step; by >= 1; by = Math.floor(by / 2))
    for (let at = middle, i = 0; i * by <= length; i += 1, at = (at + by) % (length + 1)) if (!taken.has(at)) return at
  return middle
}

export type PlacedGuide = Guide & { at: number }

/** Vertical guides from the left, then horizontal ones from above. */
export function guidesInOrder(con: PageContainer): PlacedGuide[] {
  const guides = guidesOf(con)
  const line = (axis: Axis) =>
    guides[axis].map((at, index): PlacedGuide => ({ axis, index, at })).toSorted((a, b) => a.at - b.at)
  return [...line('x'), ...line('y')]
}

export const isSameGuide = (a: Guide | null, b: Guide | null): boolean => a?.axis === b?.axis && a?.index === b?.index

export const hasGuides = ({ document }: EditorState): true | Refusal =>
  guidesInOrder(document.con).length > 0 || 'noGuides'

/** Selects the next guide in order; without a selected one the first, or backwards the last. */
export function nextGuide(state: EditorState, way: 1 | -1): EditorState {
  const all = guidesInOrder(state.document.con)
  const now = all.findIndex((each) => isSameGuide(each, state.guide))
  const from = now < 0 && way < 0 ? 0 : now
  const next = all[(from + way + all.length) % all.length]
  return next ? chosenGuide(state, next) : state
}

export function chosenGuide(state: EditorState, { axis, index }: Guide): EditorState {
  if (isSameGuide(state.guide, { axis, index })) return state
  return { ...selectedAs(state, []), guide: { axis, index } }
}

/** Moves a guide and selects it; consecutive changes of one guide are one step. */
export function guideAt(state: EditorState, { axis, index }: Guide, at: number): EditorState {
  if (guidesOf(state.document.con)[axis][index] === undefined) return state
  const document = withGuide(state.document, { axis, index }, at)
  const next = edited(state, { document, selected: [], key: `guide ${axis} ${index}` })
  return { ...next, guide: { axis, index } }
}

/** Moves a guide along its axis, within the page. */
export function guideMoved(state: EditorState, guide: Guide, by: { x: number; y: number }): EditorState {
  const { con } = state.document
  const at = guidesOf(con)[guide.axis][guide.index]
  if (at === undefined || by[guide.axis] === 0) return state
  return guideAt(state, guide, Math.min(lengthOf(con, guide.axis), Math.max(0, at + by[guide.axis])))
}

export function withoutGuide(state: EditorState, guide: Guide): EditorState {
  const { guide: now } = state
  const next = edited(state, { document: withGuide(state.document, guide, null) })
  if (!now || isSameGuide(now, guide)) return { ...next, guide: null }
  const index = now.axis === guide.axis && now.index > guide.index ? now.index - 1 : now.index
  return { ...next, guide: { ...now, index } }
}
