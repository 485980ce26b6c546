// The state of the page editor, and the functions that change it. Pure: the screen shows a state, commands and tools
// return the next one. [S4 Designer]
import { limits } from '../contract/limits.ts'
import type { PageDocument, PageWidget } from '../contract/page-document.ts'
import { type Change, changed, changeOf, joined, reversed } from './document/change.ts'
import { find, groupsAround } from './document/find.ts'
import { fitted } from './document/fit.ts'
import type { Guide } from './document/guides.ts'
import { groupOf } from './document/inside.ts'
import { followed } from './pipe/follow.ts'
import { isPipe } from './pipe/pipe.ts'

/** A step that can be undone. Consecutive steps with the same key, such as typing, are merged. */
type Step = { change: Change; key: string | undefined }

export type EditorState = {
  document: PageDocument
  /** Ids, including those in groups; always of existing widgets. */
  selected: readonly string[]
  /** The group opened for editing; null: the page. Always the group of the selected widgets. */
  inside: string | null
  /** The selected guide. */
  guide: Guide | null
  past: readonly Step[]
  future: readonly Step[]
  /** The last step that can no longer be undone; undefined if all can. */
  bottom: Step | undefined
  /** The newest step at the last save; undefined: saved as the page was opened. */
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

/** A change of the document. `isTyped`: the user is typing a value, so groups keep their boxes even if pipes follow. */
type Edit = { document: PageDocument; selected?: readonly string[]; key?: string; isTyped?: boolean }

/**
 * Applies a change. Any change clears the undone steps and switches off the format painter; connected pipes follow
 * their widgets.
 */
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

/** Whether a step with this key would merge with the last one. */
export function stepsJoin({ past, future, saved }: EditorState, key: string | undefined): boolean {
  const last = past.at(-1)
  return key !== undefined && last?.key === key && future.length === 0 && last !== saved
}

/** Moves connected pipes. If only pipes are selected, they are moved by hand, and may be disconnected. */
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

/**
 * Replaces the widgets of the page, and fits the boxes of groups to their contents. Not used while the user types,
 * because positions are relative to the box.
 */
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

/** Selects the widgets that a step changed; an opened group stays open. */
function afterStep(state: EditorState, { widgets }: Change): EditorState {
  const ids = widgets.map(([id]) => id)
  const around = state.inside === null ? undefined : groupsAround(state.document.widgets, state.inside)
  const outermost = around && (around[0]?.id ?? state.inside)
  return selectedAs(
    { ...state, guide: null },
    outermost && ids.length === 1 && ids[0] === outermost ? state.selected : ids,
  )
}

/**
 * Selects existing widgets; an unchanged selection is the same state. Opens the group of the first one; an empty
 * selection leaves the group open.
 */
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

/** Opens a group without a selection. */
export const entered = (state: EditorState, id: string): EditorState => selectedAs({ ...state, inside: id }, [])

/** Closes the group and selects it; on the page deselects all. */
export const deselect = (state: EditorState): EditorState =>
  selectedAs(state, state.inside === null ? [] : [state.inside])

const newest = ({ past, bottom }: EditorState): Step | undefined => past.at(-1) ?? bottom

/** Adds a widget to the selection, or removes it. */
export const toggled = (state: EditorState, id: string): EditorState =>
  selectedAs(
    state,
    state.selected.includes(id) ? state.selected.filter((each) => each !== id) : [...state.selected, id],
  )

export const isUnsaved = (state: EditorState): boolean => newest(state) !== state.saved

/** Marks the document that was saved at `upTo` as saved. */
export const savedAs = (state: EditorState, upTo: EditorState): EditorState => ({ ...state, saved: newest(upTo) })
