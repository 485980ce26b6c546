// What a 3D scene is bound to, beside the model that it has now. Pure.
import type { SceneContent } from '../../../contract/scene-document.ts'

/** Nodes that do something and that a model does not have. */
export const lostNodes = ({ nodes }: SceneContent, names: readonly string[]) => {
  const known = new Set(names)
  return nodes
    .filter(({ name }) => !known.has(name))
    .map(({ name, title, bindings }) => ({ name, title, bindings: bindings.length }))
}

/** Whether a click of a node asks for more than to open something: whoever sees the scene would see and write it. */
export const isWriting = ({ clickEvent }: SceneContent['nodes'][number]): boolean =>
  clickEvent?.enable === true && (clickEvent.action ?? 'write') === 'write'
