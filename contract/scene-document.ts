// What a 3D scene does by itself, on every page that shows it: nodes bound to variables, where they lead, views of its
// camera. [S3 Data binding: scene] What is not known here is kept.
import { z } from 'zod'
import { limits } from './limits.ts'
import { Binding, type PageWidget } from './page-document.ts'

/** As the file of the model calls it. */
const nodeName = z.string().min(1).max(200)
const far = 1e9
const Place = z.tuple([z.number().min(-far).max(far), z.number().min(-far).max(far), z.number().min(-far).max(far)])

/** A node that does something. A name may stand for several nodes of the model. */
export const SceneNode = z.looseObject({
  name: nodeName,
  /** For people; empty: its name. */
  title: z.string().max(limits.titleLength).default(''),
  /** Its title stands above it. */
  isTitled: z.boolean().default(false),
  /** Each a variable with what it does, see widgets/scene/rules. */
  bindings: z.array(Binding).max(limits.sceneNodeBindings).default([]),
  clickEvent: z.looseObject({}).optional(),
})
export type SceneNode = z.output<typeof SceneNode>

/** Where the camera stands and what it looks at, in the units of the model. */
export const SceneView = z.object({
  id: z.string().min(1).max(40),
  name: z.string().trim().min(1).max(limits.titleLength),
  position: Place,
  target: Place,
})
export type SceneView = z.output<typeof SceneView>

const isOnce = (keys: readonly string[]) => new Set(keys).size === keys.length

export const SceneContent = z.looseObject({
  nodes: z
    .array(SceneNode)
    .max(limits.sceneNodes)
    .refine((nodes) => isOnce(nodes.map(({ name }) => name)), { message: 'each node once' })
    .refine((nodes) => nodes.reduce((sum, { bindings }) => sum + bindings.length, 0) <= limits.sceneBindings, {
      message: `at most ${limits.sceneBindings} bindings`,
    }),
  views: z
    .array(SceneView)
    .max(limits.sceneViews)
    .refine((views) => isOnce(views.map(({ id }) => id)), { message: 'each view once' }),
  /** Id of the view that it opens with; empty: all of it. */
  startView: z.string().max(40).default(''),
})
export type SceneContent = z.output<typeof SceneContent>

export const emptyScene: SceneContent = { nodes: [], views: [], startView: '' }

/** What a scene is bound to, for whoever watches a page that shows it; without a variable: of one he does not see. */
export const SceneBinds = z.object({ key: z.string(), bindings: z.array(Binding) })
export type SceneBinds = z.output<typeof SceneBinds>

const key = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The scene that a widget shows. `page.scene_keys` is made by the same rule. */
export const sceneKeyOf = ({ widgetType, data }: PageWidget): string | undefined =>
  widgetType === 'Webgl' && typeof data?.scene === 'string' && key.test(data.scene)
    ? data.scene.toLowerCase()
    : undefined

const everyWidget = (widgets: readonly PageWidget[]): PageWidget[] =>
  widgets.flatMap((widget) => [widget, ...everyWidget(widget.children ?? [])])

/** The scenes that widgets show, each once. */
export const sceneKeysIn = (widgets: readonly PageWidget[]): string[] => [
  ...new Set(everyWidget(widgets).flatMap((widget) => sceneKeyOf(widget) ?? [])),
]
