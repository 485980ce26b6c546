// Draws a model and animates its nodes. Loads when a page has a 3D scene.
import { Color, type Mesh, type Object3D } from 'three'
import { everyBlink } from '../host/blink.ts'
import type { SceneCamera } from '../services.ts'
import { openLabels, type PlacedLabel } from './labels.ts'
import {
  dispose,
  fileNameOf,
  type Model,
  type ModelNode,
  type Paint,
  painter,
  placeNode,
  readModel,
  restNode,
  turnNode,
} from './model.ts'
import { labelsOf, type NodePlan, type NodeSign, type NodeState, plansOf } from './rules.ts'
import { Stage, type StageWanted } from './stage.ts'

export { BrokenModel } from './model.ts'

/** A named node; `depth`: the number of named nodes above it. */
export type SceneNodeLine = { name: string; depth: number }

export type OpenScene = {
  /** Names of all nodes of the model. */
  names: ReadonlySet<string>
  /** The named nodes as a tree; a name shared by several nodes is listed once. */
  tree: readonly SceneNodeLine[]
  show(states: readonly NodeState[], signs?: readonly NodeSign[]): void
  /** Names of the nodes at a point of the screen, from the innermost outwards. */
  namesAt(x: number, y: number): string[]
  /** Draws a frame around a node, or removes it. */
  mark(name: string | undefined): void
  camera(): SceneCamera
  /** Moves the camera; without a position the whole model is in view. */
  look(at: SceneCamera | undefined): void
  close(): void
}

export type Wanted = StageWanted & {
  /** A stored colour or shade as `#rrggbb`. */
  colourOf: (stored: string) => string
  /** Called when the button of a node with a click action is pressed. */
  onLink: (name: string) => void
}

/** Throws BrokenModel for an invalid file, and the browser's error if it has no WebGL. */
export async function openScene(box: HTMLElement, bytes: ArrayBuffer, wanted: Wanted): Promise<OpenScene> {
  const model = await readModel(bytes)
  const stage = new Stage(box, model, wanted)
  const labels = openLabels(box, stage, wanted.onLink)
  const painting = openPainting(model, stage.draw, wanted.isStill)
  const turning = new Map<ModelNode, { axis: NodeState['axis']; perMinute: number; angle: number }>()

  const step = (seconds: number): boolean => {
    for (const [node, of] of turning) {
      of.angle = (of.angle + (of.perMinute / 60) * 2 * Math.PI * seconds) % (2 * Math.PI)
      turnNode(node, of.axis, of.angle)
    }
    return turning.size > 0
  }
  stage.start(step, labels.place)

  const turn = (node: ModelNode, { axis, isKnown, amount }: NodeState) => {
    if (!isKnown || amount === 0 || wanted.isStill) turning.delete(node)
    else turning.set(node, { angle: 0, ...turning.get(node), axis, perMinute: amount })
  }
  /**
   * The action of each node. If the action changes while the scene is edited, the node starts from its original
   * position.
   */
  let doing = new Map<ModelNode, string>()
  const move = (plans: ReadonlyMap<string, NodePlan>) => {
    const all = [...plans].flatMap(([name, { states }]) =>
      (model.nodes.get(name) ?? []).map((node) => ({ node, states })),
    )
    const before = doing
    doing = new Map(all.map(({ node, states }) => [node, states.map(({ effect, axis }) => effect + axis).join()]))
    for (const [node, what] of before) {
      if (doing.get(node) === what) continue
      turning.delete(node)
      restNode(node)
    }
    for (const { node, states } of all)
      for (const state of states) {
        placeNode(node, state)
        if (state.effect === 'turn') turn(node, state)
      }
  }
  return {
    names: new Set(model.nodes.keys()),
    tree: treeOf(model.root),
    show(states, signs = []) {
      const plans = plansOf(states)
      move(plans)
      painting.show(plans, wanted.colourOf)
      const placed = [...labelsOf(plans, signs)].flatMap(([name, label]): PlacedLabel[] => {
        const [first] = model.nodes.get(name) ?? []
        return first ? [{ ...label, name, node: first.node }] : []
      })
      labels.write(placed)
      stage.draw()
    },
    namesAt: (x, y) => namesAbove(stage.hits(x, y)[0]),
    mark: (name) =>
      stage.frame(name === undefined ? undefined : model.nodes.get(name)?.[0]?.node, wanted.colourOf('accent')),
    camera: stage.camera,
    look: stage.look,
    close() {
      painting.close()
      dispose(model)
      labels.close()
      stage.close()
    },
  }
}

/** The colours over a model: steady and blinking ones. */
function openPainting(model: Model, draw: () => void, isStill: boolean) {
  const paint = painter()
  const meshes = new Set([...model.nodes.values()].flat().flatMap((each) => each.meshes))
  let paints = new Map<Mesh, Paint>()
  let dark = new Map<Mesh, Paint>()
  let endBlinking: (() => void) | undefined
  const write = (now: ReadonlyMap<Mesh, Paint>) => {
    for (const mesh of meshes) paint(mesh, now.get(mesh))
  }
  const blinks = (isBlinking: boolean) => {
    if (isBlinking)
      endBlinking ??= everyBlink((isLit) => {
        write(isLit ? paints : dark)
        draw()
      })
    else {
      endBlinking?.()
      endBlinking = undefined
    }
  }
  return {
    show(plans: ReadonlyMap<string, NodePlan>, colourOf: (stored: string) => string) {
      // Parents first, because a child of a painted node may have its own paint.
      const all = [...model.nodes].flatMap(([name, nodes]) => {
        const plan = plans.get(name)
        return plan && plan.cover !== '' ? [{ plan, nodes }] : []
      })
      const over = (of: typeof all) =>
        new Map(
          of.flatMap(({ plan, nodes }) => {
            const own: Paint = { colour: colourOf(plan.cover), isFaint: !plan.isKnown }
            return nodes.flatMap((node) => node.meshes.map((mesh) => [mesh, own] as const))
          }),
        )
      paints = over(all)
      dark = over(all.filter(({ plan }) => !plan.isBlinking))
      blinks(!isStill && all.some(({ plan }) => plan.isBlinking))
      write(paints)
    },
    close() {
      blinks(false)
      write(new Map())
    },
  }
}

function treeOf(root: Object3D): SceneNodeLine[] {
  const known = new Set<string>()
  const linesOf = (node: Object3D, depth: number): SceneNodeLine[] => {
    const name = fileNameOf(node)
    const isNew = name !== '' && !known.has(name)
    if (isNew) known.add(name)
    const below = node.children.flatMap((child) => linesOf(child, depth + (name === '' ? 0 : 1)))
    return isNew ? [{ name, depth }, ...below] : below
  }
  return linesOf(root, 0)
}

function namesAbove(object: Object3D | null | undefined): string[] {
  if (!object) return []
  const name = fileNameOf(object)
  return name === '' ? namesAbove(object.parent) : [name, ...namesAbove(object.parent)]
}

/** A CSS colour as `#rrggbb`; a variable is resolved at the scene's element. */
export function plainColour(css: string, at: HTMLElement): string {
  const variable = /^var\((--[\w-]+)\)$/.exec(css)?.[1]
  return `#${new Color(variable ? getComputedStyle(at).getPropertyValue(variable).trim() : css).getHexString()}`
}
