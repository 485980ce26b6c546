// Checks of the bindings of a 3D scene against its current model. Pure.
import type { SceneContent } from '../../../contract/scene-document.ts'

/** Nodes with a function that are missing from a model. */
export const lostNodes = ({ nodes }: SceneContent, names: readonly string[]) => {
  const known = new Set(names)
  return nodes
    .filter(({ name }) => !known.has(name))
    .map(({ name, title, bindings }) => ({ name, title, bindings: bindings.length }))
}

/** True if a click does more than open something: every viewer of the scene could read and write the variable. */
export const isWriting = ({ clickEvent }: SceneContent['nodes'][number]): boolean =>
  clickEvent?.enable === true && (clickEvent.action ?? 'write') === 'write'
