// The content of a 3D scene, changed by node and by view. Pure.
import { limits } from '../../../contract/limits.ts'
import type { SceneContent, SceneNode, SceneView } from '../../../contract/scene-document.ts'

const fresh = (name: string): SceneNode => ({ name, title: '', isTitled: false, bindings: [] })

/** A node as it is, or as one that does nothing. */
export const nodeIn = ({ nodes }: SceneContent, name: string): SceneNode =>
  nodes.find((node) => node.name === name) ?? fresh(name)

/** A node that does nothing is not kept. */
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

/** How many more bindings a node may have. */
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

/** An id that no view has. */
export function newViewId(views: readonly SceneView[]): string {
  const known = new Set(views.map(({ id }) => id))
  let count = views.length + 1
  while (known.has(`v${count}`)) count += 1
  return `v${count}`
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Things with keys: what only one side changed is taken from it; what both changed is mine. */
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
  // What both took away is in neither; what I took away and they changed was looked at above.
  return { items, both }
}

/** What both made of the same version. `both`: nodes and views that both changed; there mine is kept. */
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
