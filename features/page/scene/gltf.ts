// Reads the facts of a GLB file without drawing it: node names, triangles, and whether every browser can show it. glTF
// 2.0, chapters 3.6 (accessors), 3.7 (meshes) and 4 (GLB). Pure.
import { z } from 'zod'
import type { Named } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { measureJson } from '../../../core/json-measure.ts'
import { unstorableAt } from '../../../core/storable.ts'

const index = z.number().int().min(0)
const counts = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const Gltf = z.object({
  asset: z.object({ version: z.string().startsWith('2.') }),
  extensionsUsed: z.array(z.string()).default([]),
  extensionsRequired: z.array(z.string()).default([]),
  nodes: z
    .array(z.object({ name: z.string().optional(), mesh: index.optional(), children: z.array(index).default([]) }))
    .default([]),
  meshes: z
    .array(
      z.object({
        primitives: z.array(
          z.object({
            attributes: z.object({ POSITION: index.optional() }),
            indices: index.optional(),
            mode: z.number().default(4),
          }),
        ),
      }),
    )
    .default([]),
  accessors: z.array(z.object({ count: counts, type: z.string() })).default([]),
  buffers: z.array(z.object({ uri: z.string().optional() })).default([]),
  images: z.array(z.object({ uri: z.string().optional() })).default([]),
})
type Gltf = z.output<typeof Gltf>

/** The facts about a model that are stored. */
export type ModelFacts = { nodes: string[]; triangles: number }

/** Extensions that a viewer draws without a separate decoder. */
const isKnown = (extension: string): boolean =>
  /^KHR_(materials_\w+|texture_transform|mesh_quantization|lights_punctual)$/.test(extension) ||
  extension === 'EXT_texture_webp'

/** An extension that is not supported: the loader requires a decoder even if the file also has an uncompressed copy. */
const packed = 'KHR_draco_mesh_compression'

const [magic, jsonChunk] = [0x46546c67, 0x4e4f534a]

/** The JSON chunk of a GLB file; undefined for any other file. */
function jsonOf(file: Buffer): Buffer | undefined {
  if (file.length < 20 || file.readUInt32LE(0) !== magic || file.readUInt32LE(4) !== 2) return undefined
  const [whole, length] = [file.readUInt32LE(8), file.readUInt32LE(12)]
  if (whole !== file.length || file.readUInt32LE(16) !== jsonChunk || 20 + length > whole) return undefined
  return file.subarray(20, 20 + length)
}

function parsedOf(json: Buffer): Gltf | undefined {
  try {
    const { data } = Gltf.safeParse(JSON.parse(json.toString('utf8')))
    return unstorableAt(data) === undefined ? data : undefined
  } catch {
    return undefined
  }
}

/** Checks that every node has at most one parent and that there is no cycle, so that a traversal ends. */
function isForest(nodes: Gltf['nodes']): boolean {
  const children = nodes.flatMap((node) => node.children)
  if (new Set(children).size < children.length || children.some((child) => child >= nodes.length)) return false
  const below = new Set(children)
  let [reached, level] = [0, nodes.map((_, at) => at).filter((at) => !below.has(at))]
  while (level.length > 0) {
    reached += level.length
    level = level.flatMap((at) => nodes[at]!.children)
  }
  return reached === nodes.length
}

/** Components per element of an accessor. */
const widths: { [type: string]: number } = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }

type Primitive = Gltf['meshes'][number]['primitives'][number]

/** Points and lines have no triangles. */
function trianglesOf({ indices, attributes, mode }: Primitive, accessors: Gltf['accessors']): number {
  const corners = accessors[indices ?? attributes.POSITION ?? -1]?.count ?? 0
  if (mode === 4) return Math.floor(corners / 3)
  return mode === 5 || mode === 6 ? Math.max(0, corners - 2) : 0
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const tooComplex: { fault: Named } = {
  fault: { error: 'modelTooComplex', details: { limit: limits.sceneTriangles } },
}

/** The facts of a model, or the reason why it cannot be shown. */
export function readModel(file: Buffer): ModelFacts | { fault: Named } {
  const json = jsonOf(file)
  const fit = json && measureJson(json, { values: limits.sceneJsonValues, depth: limits.jsonDepth })
  if (fit === 'values') return tooComplex
  const gltf = json && fit === 'fits' ? parsedOf(json) : undefined
  if (!gltf || !isForest(gltf.nodes)) return { fault: { error: 'modelUnknown' } }
  const missing =
    gltf.extensionsUsed.find((each) => each === packed) ?? gltf.extensionsRequired.find((each) => !isKnown(each))
  if (missing) return { fault: { error: 'modelNeeds', details: { what: missing } } }
  const outside = [...gltf.buffers, ...gltf.images].find(({ uri }) => uri !== undefined)?.uri
  if (outside !== undefined) return { fault: { error: 'modelOutside', details: { what: outside.slice(0, 60) } } }
  const ofMeshes = gltf.meshes.map(({ primitives }) =>
    sum(primitives.map((primitive) => trianglesOf(primitive, gltf.accessors))),
  )
  const triangles = sum(gltf.nodes.map(({ mesh }) => ofMeshes[mesh ?? -1] ?? 0))
  const numbers = sum(gltf.accessors.map(({ count, type }) => count * (widths[type] ?? 1)))
  const names = [...new Set(gltf.nodes.flatMap(({ name }) => (name ? [name.slice(0, limits.titleLength)] : [])))]
  const isTooMuch = triangles > limits.sceneTriangles || numbers > limits.sceneNumbers
  if (isTooMuch || gltf.nodes.length > limits.sceneNodes) return tooComplex
  return { nodes: names, triangles }
}
