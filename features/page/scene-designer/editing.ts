// The state of the editor of a 3D scene: its content and the steps that can be undone. Pure. [S9 undo]
import { limits } from '../../../contract/limits.ts'
import type { SceneContent } from '../../../contract/scene-document.ts'

/** Consecutive steps with the same key, as when typing, are merged. */
type Step = { before: SceneContent; after: SceneContent; key: string | undefined }

export type Editing = {
  content: SceneContent
  /** The last content on the platform that this editor loaded or saved. */
  saved: SceneContent
  past: readonly Step[]
  future: readonly Step[]
}

export const opened = (content: SceneContent): Editing => ({ content, saved: content, past: [], future: [] })

/** Applies a change, which clears the redo list. */
export function edited(state: Editing, content: SceneContent, key?: string): Editing {
  if (content === state.content) return state
  const last = state.past.at(-1)
  const isSame = key !== undefined && last?.key === key && state.future.length === 0 && state.content !== state.saved
  const step = { before: isSame ? last!.before : state.content, after: content, key }
  const past = isSame ? [...state.past.slice(0, -1), step] : [...state.past, step]
  return { ...state, content, past: past.slice(-limits.undoSteps), future: [] }
}

export function undone(state: Editing): Editing {
  const step = state.past.at(-1)
  if (!step) return state
  return { ...state, content: step.before, past: state.past.slice(0, -1), future: [step, ...state.future] }
}

export function redone(state: Editing): Editing {
  const [step, ...future] = state.future
  return step ? { ...state, content: step.after, past: [...state.past, step], future } : state
}

export const isUnsaved = ({ content, saved }: Editing): boolean => content !== saved

/** Marks the sent content as saved; later changes remain unsaved. */
export const savedAs = (state: Editing, content: SceneContent): Editing => ({ ...state, saved: content })
