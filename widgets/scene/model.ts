// A 3D model in memory: reads it from a file, moves and colours its nodes by their states, and disposes of it.
import {
  type Material,
  Mesh,
  type MeshStandardMaterial,
  type Object3D,
  Quaternion,
  Texture,
  TextureLoader,
  Vector3,
} from 'three'
import { GLTFLoader, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import type { NodeState } from './rules.ts'

/** The file is not a valid model. */
export class BrokenModel extends Error {}

/** A node in its original position, with its meshes. */
export type ModelNode = {
  node: Object3D
  meshes: readonly Mesh[]
  turn: Quaternion
  scale: Vector3
  place: Vector3
}

export type Model = {
  root: Object3D
  /** The nodes by name; several nodes may share a name. Parents precede their children. */
  nodes: ReadonlyMap<string, readonly ModelNode[]>
}

const axes = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) } as const
/** An empty level is drawn as a thin film, because a node without height has no shape. */
const leastShare = 0.001
const unknownOpacity = 0.3

/**
 * Textures load as image elements, like the pictures of a page, so that the content security policy can forbid other
 * requests.
 */
function byPicture(parser: GLTFParser) {
  const reading = parser as unknown as { textureLoader: TextureLoader }
  reading.textureLoader = new TextureLoader(parser.options.manager)
  return { name: 'by-picture' }
}

/** Reads a GLB file. Throws BrokenModel. */
export async function readModel(bytes: ArrayBuffer): Promise<Model> {
  const loader = new GLTFLoader()
  loader.register(byPicture)
  try {
    const { scene: root } = await loader.parseAsync(bytes, '')
    return { root, nodes: nodesOf(root) }
  } catch (cause) {
    throw new BrokenModel('the model cannot be read', { cause })
  }
}

/** The node's name in the file; empty if it has none there, even if the loader generated one. */
export const fileNameOf = ({ userData }: Object3D): string => (typeof userData.name === 'string' ? userData.name : '')

/** The loader removes blanks and dots from names, and stores the original in `userData`. */
const nameOf = ({ userData, name }: Object3D): string => (typeof userData.name === 'string' ? userData.name : name)

function nodesOf(root: Object3D): Map<string, ModelNode[]> {
  const found = new Map<string, ModelNode[]>()
  root.traverse((node) => {
    const name = nameOf(node)
    if (name === '') return
    const meshes: Mesh[] = []
    node.traverse((each) => {
      if (each instanceof Mesh) meshes.push(each)
    })
    const { quaternion, scale, position } = node
    const of = { node, meshes, turn: quaternion.clone(), scale: scale.clone(), place: position.clone() }
    found.set(name, [...(found.get(name) ?? []), of])
  })
  return found
}

/** Places a node by its state; `turnNode` turns it. */
export function placeNode(
  { node, scale, place }: ModelNode,
  { effect, axis, isKnown, share, amount }: NodeState,
): void {
  if (effect === 'show') node.visible = !isKnown || share > 0
  if (effect === 'level') node.scale.copy(scale)[axis] *= isKnown ? Math.max(leastShare, share) : 1
  if (effect === 'move' && isKnown) node.position.copy(place).addScaledVector(axes[axis], amount)
}

/** Restores the original position. */
export function restNode({ node, turn, scale, place }: ModelNode): void {
  node.visible = true
  node.scale.copy(scale)
  node.position.copy(place)
  node.quaternion.copy(turn)
}

/** Turns a node from its original rotation. `angle`: radians. */
export function turnNode({ node, turn }: ModelNode, axis: NodeState['axis'], angle: number): void {
  node.quaternion.copy(turn).multiply(new Quaternion().setFromAxisAngle(axes[axis], angle))
}

/** The colour that replaces the materials of a mesh. */
export type Paint = { colour: string; isFaint: boolean }

const materialsOf = ({ material }: Mesh): Material[] => [material].flat()

function painted(own: Material, { colour, isFaint }: Paint): Material {
  const copy = own.clone() as MeshStandardMaterial
  copy.color?.set(colour)
  copy.map = null
  if (isFaint) Object.assign(copy, { transparent: true, opacity: unknownOpacity, depthWrite: false })
  return copy
}

/**
 * Paints meshes of a model, and remembers their original materials; without a paint the original materials are
 * restored.
 */
export function painter(): (mesh: Mesh, paint: Paint | undefined) => void {
  const worn = new Map<Mesh, { own: Mesh['material']; key: string }>()
  return (mesh, paint) => {
    const before = worn.get(mesh)
    const key = paint ? `${paint.colour} ${paint.isFaint}` : ''
    if ((before?.key ?? '') === key) return
    const own = before?.own ?? mesh.material
    if (before?.key) for (const each of materialsOf(mesh)) each.dispose()
    worn.set(mesh, { own, key })
    if (!paint) mesh.material = own
    else mesh.material = Array.isArray(own) ? own.map((each) => painted(each, paint)) : painted(own, paint)
  }
}

/** Releases the graphics memory of a model that has its own materials. */
export function dispose({ root }: Model): void {
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return
    node.geometry.dispose()
    for (const material of materialsOf(node)) {
      for (const value of Object.values(material)) if (value instanceof Texture) value.dispose()
      material.dispose()
    }
  })
}
