// Adds the bindings of 3D scenes to the pages that show them. Pure. [S3 Data binding: scene] Decision 41.
import { type Binding, bindsOf, type PageDocument, type PageWidget, signalOf } from '../../../contract/page-document.ts'
import { type SceneBinds, type SceneContent, sceneKeyOf } from '../../../contract/scene-document.ts'
import type { Page } from './contract.ts'

const arrays = ['signalArray', 'mvarArray', 'systemArray'] as const
type Own = { equipmentId: number; title: string; name: string }

/**
 * The bindings of a scene with the current names of the variables in `own`. A binding to any other variable keeps its
 * effect without the variable: its node is shown as unknown.
 */
export function sceneBinds(sceneKey: string, content: SceneContent, own: ReadonlyMap<number, Own>): SceneBinds {
  const bindings = content.nodes.flatMap(({ name: node, bindings: all }) =>
    all.map((binding): Binding => {
      const { signalId, equipId, unseenSignalId: _, title: __, subTitle: ___, ...rest } = binding
      const found = own.get(signalOf(binding) ?? 0)
      const at = { ...rest, type: 'scene', sceneId: sceneKey, node }
      if (!found || found.equipmentId !== Number(equipId)) return at
      return { ...at, signalId, equipId, title: found.title, subTitle: found.name }
    }),
  )
  return { key: sceneKey, bindings }
}

/** Adds the bindings of scenes to their widgets; a widget's own bindings of a node have priority. */
export function withScenes(widgets: readonly PageWidget[], scenes: readonly SceneBinds[]): PageWidget[] {
  const byKey = new Map(scenes.map((scene) => [scene.key, scene.bindings]))
  const filled = (widget: PageWidget): PageWidget => {
    const { data, children } = widget
    const within = children ? { ...widget, children: children.map(filled) } : widget
    const bindings = byKey.get(sceneKeyOf(widget) ?? '')
    return bindings ? { ...within, data: bothIn(data ?? {}, bindings) } : within
  }
  return scenes.length === 0 ? [...widgets] : widgets.map(filled)
}

function bothIn({ type, sceneArray: _, ...data }: Binding, bindings: readonly Binding[]): Binding {
  // `type` selects one of the arrays; the scene's own array is added to that array.
  const chosen = arrays.find((name) => name === `${String(type)}Array`)
  const kept = chosen
    ? Object.fromEntries(Object.entries(data).filter(([name]) => name === chosen || !isArrayName(name)))
    : data
  const entries = arrays.flatMap((name) => (Array.isArray(kept[name]) ? (kept[name] as unknown[]) : []))
  const taken = new Set(entries.map((entry) => (entry as { node?: unknown } | null)?.node))
  return { ...kept, sceneArray: bindings.filter(({ node }) => !taken.has(node)) }
}

const isArrayName = (name: string): boolean => (arrays as readonly string[]).includes(name)

/** A page with its scenes, whose bindings are added to `bind`. */
export function onPage(page: Page, scenes: readonly SceneBinds[]): Page {
  if (scenes.length === 0) return page
  const { content } = page
  const bind = { ...content.bind, ...bindsOf(withScenes(content.widgets, scenes)) }
  return { ...page, content: { ...content, bind }, scenes: [...scenes] }
}

/** The document as drawn, with the bindings of scenes. */
export const drawnOf = ({ content, scenes = [] }: Pick<Page, 'content' | 'scenes'>): PageDocument =>
  scenes.length === 0 ? content : { ...content, widgets: withScenes(content.widgets, scenes) }
