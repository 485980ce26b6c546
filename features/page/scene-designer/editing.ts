// What the editor of a 3D scene holds: its content with the steps that can be undone. Pure. [S9 undo]
import { limits } from '../../../contract/limits.ts'
import type { SceneContent } from '../../../contract/scene-document.ts'

/** Steps of one key that follow each other, as by typing, are one. */
type Step = { before: SceneContent; after: SceneContent; key: string | undefined }

export type Editing = {
  content: SceneContent
  /** What is on the platform, as far as it is known here. */
  saved: SceneContent
  past: readonly Step[]
  future: readonly Step[]
}

export const opened = (content: SceneContent): Editing => ({ content, saved: content, past: [], future: [] })

/** Any change clears what was undone. */
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

/** What was sent is on the platform; what was done since is not. */
export const savedAs = (state: Editing, content: SceneContent): Editing => ({ ...state, saved: content })
