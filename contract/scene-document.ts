// The content of a 3D scene, the same on every page that shows it: nodes bound to variables, their click events, views
// of its camera. [S3 Data binding: scene] Unknown fields are preserved.
import { z } from 'zod'
import { limits } from './limits.ts'
import { Binding, type PageWidget } from './page-document.ts'

/** The name of a node in the model's file. */
const nodeName = z.string().min(1).max(200)
const far = 1e9
const Place = z.tuple([z.number().min(-far).max(far), z.number().min(-far).max(far), z.number().min(-far).max(far)])

/** A node with bindings or a click event. Several nodes of the model may have the same name. */
export const SceneNode = z.looseObject({
  name: nodeName,
  /** The title of the node, shown instead of its name unless empty. */
  title: z.string().max(limits.titleLength).default(''),
  /** Whether the node's title is shown above it. */
  isTitled: z.boolean().default(false),
  /** Each binding is a variable with its effect, see widgets/scene/rules. */
  bindings: z.array(Binding).max(limits.sceneNodeBindings).default([]),
  clickEvent: z.looseObject({}).optional(),
})
export type SceneNode = z.output<typeof SceneNode>

/** Position and target of the camera, in the units of the model. */
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
  /** Id of the first view; empty: a view of the whole model. */
  startView: z.string().max(40).default(''),
})
export type SceneContent = z.output<typeof SceneContent>

export const emptyScene: SceneContent = { nodes: [], views: [], startView: '' }

/**
 * The bindings of a scene, for the viewers of a page that shows it. A binding without a variable: the viewer cannot see
 * that variable.
 */
export const SceneBinds = z.object({ key: z.string(), bindings: z.array(Binding) })
export type SceneBinds = z.output<typeof SceneBinds>

const key = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The scene that a widget shows. `page.scene_keys` is computed by the same rule. */
export const sceneKeyOf = ({ widgetType, data }: PageWidget): string | undefined =>
  widgetType === 'Webgl' && typeof data?.scene === 'string' && key.test(data.scene)
    ? data.scene.toLowerCase()
    : undefined

const everyWidget = (widgets: readonly PageWidget[]): PageWidget[] =>
  widgets.flatMap((widget) => [widget, ...everyWidget(widget.children ?? [])])

/** The scenes that widgets show, without duplicates. */
export const sceneKeysIn = (widgets: readonly PageWidget[]): string[] => [
  ...new Set(everyWidget(widgets).flatMap((widget) => sceneKeyOf(widget) ?? [])),
]
