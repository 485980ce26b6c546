// What the editor of a page holds, and the few ways in which it changes. Pure: a screen shows it, commands and tools answer
// the next one. [S4 Designer]
import { limits } from '../contract/limits.ts'
import type { PageDocument, PageWidget } from '../contract/page-document.ts'
import { type Change, changed, changeOf, joined, reversed } from './document/change.ts'
import { find, groupsAround } from './document/find.ts'
import { fitted } from './document/fit.ts'
import type { Guide } from './document/guides.ts'
import { groupOf } from './document/inside.ts'
import { followed } from './pipe/follow.ts'
import { isPipe } from './pipe/pipe.ts'

/** A step that can be undone. Steps of one key that follow each other, as by typing, are one. */
type Step = { change: Change; key: string | undefined }

export type EditorState = {
  document: PageDocument
  /** Ids, in groups too; one that is no more is not selected. */
  selected: readonly string[]
  /** The group that was entered, in which the pointer works; null: the page. It is the one of what is selected. */
  inside: string | null
  /** The guide that was pressed last. */
  guide: Guide | null
  past: readonly Step[]
  future: readonly Step[]
  /** The last step that cannot be undone any more; none: everything can. */
  bottom: Step | undefined
  /** The newest step when it was last saved; none: what was opened. */
  saved: Step | undefined
  /** Id of the widget whose style is being copied to others. */
  brush: string | null
}

export const opened = (document: PageDocument): EditorState => ({
  document,
  selected: [],
  inside: null,
  guide: null,
  past: [],
  future: [],
  bottom: undefined,
  saved: undefined,
  brush: null,
})

/** `isTyped`: the boxes of groups stay where they are, also about pipes that follow. */
type Edit = { document: PageDocument; selected?: readonly string[]; key?: string; isTyped?: boolean }

/** Any change clears what was undone and switches off the format brush; pipes follow what they are tied to. */
export function edited(state: EditorState, { document: asked, selected, key, isTyped }: Edit): EditorState {
  const document = withPipes(state, asked, isTyped)
  const change = changeOf(state.document, document)
  const next = selectedAs({ ...state, document }, selected ?? state.selected)
  if (!change) return { ...next, document: state.document }
  const past = stepsJoin(state, key)
    ? [...state.past.slice(0, -1), { change: joined(state.past.at(-1)!.change, change), key }]
    : [...state.past, { change, key }]
  const bottom = past.length > limits.undoSteps ? past.at(-1 - limits.undoSteps) : state.bottom
  return { ...next, past: past.slice(-limits.undoSteps), future: [], bottom, brush: null }
}

/** Whether a step of this key would be one with the last. */
export function stepsJoin({ past, future, saved }: EditorState, key: string | undefined): boolean {
  const last = past.at(-1)
  return key !== undefined && last?.key === key && future.length === 0 && last !== saved
}

/** Pipes that alone are selected are moved by hand: they come off. */
function withPipes({ document: before, selected }: EditorState, after: PageDocument, isTyped = false): PageDocument {
  if (after.widgets === before.widgets) return after
  const isByHand = selected.every((id) => {
    const widget = find(before.widgets, id)
    return widget !== undefined && isPipe(widget)
  })
  const loose = new Set(isByHand ? selected : [])
  const widgets = followed(before.widgets, after.widgets, { loose, isTyped })
  return widgets === after.widgets ? after : { ...after, widgets }
}

/** The same page with other widgets. */
export const withWidgets = (
  state: EditorState,
  widgets: PageWidget[],
  more: Omit<Edit, 'document'> = {},
): EditorState => edited(state, { document: { ...state.document, widgets }, ...more })

/** The same with the boxes of groups about their widgets. While a place is typed its group stays: the figures count from it. */
export const withFitted = (state: EditorState, widgets: PageWidget[], more: Omit<Edit, 'document'> = {}): EditorState =>
  withWidgets(state, fitted(state.document.widgets, widgets), more)

export function undone(state: EditorState): EditorState {
  const step = state.past.at(-1)
  if (!step) return state
  const document = changed(state.document, reversed(step.change))
  const next = { ...state, document, past: state.past.slice(0, -1), future: [step, ...state.future], brush: null }
  return afterStep(next, step.change)
}

export function redone(state: EditorState): EditorState {
  const [step, ...future] = state.future
  if (!step) return state
  const next = { ...state, document: changed(state.document, step.change), past: [...state.past, step], future }
  return afterStep({ ...next, brush: null }, step.change)
}

/** What a step changed is selected; who works in a group stays in it. */
function afterStep(state: EditorState, { widgets }: Change): EditorState {
  const ids = widgets.map(([id]) => id)
  const around = state.inside === null ? undefined : groupsAround(state.document.widgets, state.inside)
  const outermost = around && (around[0]?.id ?? state.inside)
  return selectedAs(
    { ...state, guide: null },
    outermost && ids.length === 1 && ids[0] === outermost ? state.selected : ids,
  )
}

/** Only what is there; the same list stays the same. The group of the first is entered, and that of nothing is not left. */
export function selectedAs(state: EditorState, ids: readonly string[]): EditorState {
  const known = ids.filter((id) => find(state.document.widgets, id))
  const { widgets } = state.document
  const held = state.inside !== null && find(widgets, state.inside)?.children ? state.inside : null
  const inside = known[0] === undefined ? held : groupOf(widgets, known[0])
  const isSame = known.length === state.selected.length && known.every((id, i) => id === state.selected[i])
  const guide = known.length > 0 ? null : state.guide
  if (isSame && inside === state.inside && guide === state.guide) return state
  return { ...state, selected: isSame ? state.selected : known, inside, guide }
}

/** Into a group, with nothing of it selected yet. */
export const entered = (state: EditorState, id: string): EditorState => selectedAs({ ...state, inside: id }, [])

/** Out of the group, which is selected; on the page nothing is. */
export const left = (state: EditorState): EditorState => selectedAs(state, state.inside === null ? [] : [state.inside])

const newest = ({ past, bottom }: EditorState): Step | undefined => past.at(-1) ?? bottom

/** Selected beside the others, or no longer. */
export const toggled = (state: EditorState, id: string): EditorState =>
  selectedAs(
    state,
    state.selected.includes(id) ? state.selected.filter((each) => each !== id) : [...state.selected, id],
  )

export const isUnsaved = (state: EditorState): boolean => newest(state) !== state.saved

/** What was sent when the newest step was `upTo` is on the platform. */
export const savedAs = (state: EditorState, upTo: EditorState): EditorState => ({ ...state, saved: newest(upTo) })
