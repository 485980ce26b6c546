// Changes to the content of a 3D scene, by node and by view. Pure.
import { limits } from '../../../contract/limits.ts'
import type { SceneContent, SceneNode, SceneView } from '../../../contract/scene-document.ts'

const fresh = (name: string): SceneNode => ({ name, title: '', isTitled: false, bindings: [] })

/** The node of this name, or a new one without effect. */
export const nodeIn = ({ nodes }: SceneContent, name: string): SceneNode =>
  nodes.find((node) => node.name === name) ?? fresh(name)

/** Nodes without effect are not stored. */
const doesSomething = ({ title, isTitled, bindings, clickEvent, name: _, ...more }: SceneNode): boolean =>
  title !== '' || isTitled || bindings.length > 0 || clickEvent !== undefined || Object.keys(more).length > 0

export function withNode(content: SceneContent, node: SceneNode): SceneContent {
  const isKnown = content.nodes.some(({ name }) => name === node.name)
  const nodes = isKnown
    ? content.nodes.map((each) => (each.name === node.name ? node : each))
    : [...content.nodes, node]
  return { ...content, nodes: nodes.filter(doesSomething) }
}

export const countBindings = ({ nodes }: SceneContent): number =>
  nodes.reduce((sum, { bindings }) => sum + bindings.length, 0)

/** The number of bindings that can still be added to a node. */
export const roomFor = (content: SceneContent, name: string): number =>
  Math.min(
    limits.sceneBindings - countBindings(content),
    limits.sceneNodeBindings - nodeIn(content, name).bindings.length,
  )

export const withViews = (content: SceneContent, views: SceneView[]): SceneContent => ({
  ...content,
  views,
  startView: views.some(({ id }) => id === content.startView) ? content.startView : '',
})

/** Returns an id that no view uses. */
export function newViewId(views: readonly SceneView[]): string {
  const known = new Set(views.map(({ id }) => id))
  let count = views.length + 1
  while (known.has(`v${count}`)) count += 1
  return `v${count}`
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Merges lists by key: a change on one side is accepted; where both sides changed an item, mine wins. */
function mergedList<T>(keyOf: (item: T) => string, base: readonly T[], mine: readonly T[], theirs: readonly T[]) {
  const by = (list: readonly T[]) => new Map(list.map((item) => [keyOf(item), item]))
  const [was, own, newest] = [by(base), by(mine), by(theirs)]
  const both: string[] = []
  const keys = [...new Set([...newest.keys(), ...own.keys()])]
  const items = keys.flatMap((key) => {
    const [before, left, right] = [was.get(key), own.get(key), newest.get(key)]
    const isMine = !isSame(before, left)
    if (isMine && !isSame(before, right) && !isSame(left, right)) both.push(key)
    const taken = isMine ? left : right
    return taken === undefined ? [] : [taken]
  })
  // An item removed on both sides is in neither list; one that I removed and they changed is reported above.
  return { items, both }
}

/** Merges two edits of the same version. `both`: nodes and views that both changed, where mine wins. */
export function merged(
  base: SceneContent,
  mine: SceneContent,
  newest: SceneContent,
): { content: SceneContent; both: string[] } {
  const nodes = mergedList(({ name }) => name, base.nodes, mine.nodes, newest.nodes)
  const views = mergedList(({ id }) => id, base.views, mine.views, newest.views)
  const startView = mine.startView === base.startView ? newest.startView : mine.startView
  const content = { ...newest, nodes: nodes.items, startView }
  const named = views.both.map((id) => mine.views.find((view) => view.id === id)?.name ?? id)
  return { content: withViews(content, views.items), both: [...nodes.both, ...named] }
}
