// Writes a model of boxes and cylinders as GLB: the demonstration's scene, and the files of tests.
type Triple = readonly [x: number, y: number, z: number]

/** A node. Its shape starts at its own origin, so that it grows upward and rotates about its axis. Metres. */
export type Part = {
  name: string
  shape: 'box' | 'cylinder'
  /** Size of the part; for a cylinder: diameter, height, diameter. */
  size: Triple
  at: Triple
  /** Axis of a cylinder. */
  along?: 'x' | 'y' | 'z'
  /** Linear red, green, blue, 0 to 1; a fourth number below 1 makes it transparent. */
  colour: readonly [number, number, number, number?]
  metal?: number
  /** Name of the part with which this part moves. */
  on?: string
}

type Shape = { positions: number[]; normals: number[]; indices: number[] }

/** A unit box with its base at y = 0. */
function box(): Shape {
  const shape: Shape = { positions: [], normals: [], indices: [] }
  const sides: [Triple, Triple, Triple][] = [
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    [
      [-1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ],
    [
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
    ],
    [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
    [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [
      [0, 0, -1],
      [0, 1, 0],
      [1, 0, 0],
    ],
  ]
  for (const [normal, u, v] of sides) {
    const first = shape.positions.length / 3
    for (const [a, b] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const corner = [0, 1, 2].map((axis) => (normal[axis]! + a * u[axis]! + b * v[axis]!) / 2)
      shape.positions.push(corner[0]!, corner[1]! + 0.5, corner[2]!)
      shape.normals.push(...normal)
    }
    shape.indices.push(...[0, 1, 2, 0, 2, 3].map((corner) => first + corner))
  }
  return shape
}

const around = 32

/** A unit cylinder with its base at y = 0. */
function cylinder(): Shape {
  const shape: Shape = { positions: [], normals: [], indices: [] }
  const rim = (at: number): [number, number] => {
    const angle = (at / around) * 2 * Math.PI
    return [Math.cos(angle), Math.sin(angle)]
  }
  for (let at = 0; at < around; at += 1) {
    const first = shape.positions.length / 3
    for (const [[x, z], y] of [
      [rim(at), 0],
      [rim(at + 1), 0],
      [rim(at + 1), 1],
      [rim(at), 1],
    ] as const) {
      shape.positions.push(x / 2, y, z / 2)
      shape.normals.push(x, 0, z)
    }
    shape.indices.push(...[0, 2, 1, 0, 3, 2].map((corner) => first + corner))
    for (const [y, turn] of [
      [1, [0, 2, 1]],
      [0, [0, 1, 2]],
    ] as const) {
      const middle = shape.positions.length / 3
      for (const [x, z] of [[0, 0], rim(at), rim(at + 1)] as const) {
        shape.positions.push(x / 2, y, z / 2)
        shape.normals.push(0, y === 1 ? 1 : -1, 0)
      }
      shape.indices.push(...turn.map((corner) => middle + corner))
    }
  }
  return shape
}

const shapes = { box, cylinder } as const
const turns = {
  y: [0, 0, 0, 1],
  x: [0, 0, -Math.SQRT1_2, Math.SQRT1_2],
  z: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
} as const

const [float, short, arrayBuffer, elementBuffer] = [5126, 5123, 34962, 34963]
const kinds = ['box', 'cylinder'] as const

/** Encodes the parts as a GLB file. */
export function glbOf(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = []
  const bufferViews: object[] = []
  const accessors: object[] = []
  const put = (
    data: Float32Array | Uint16Array,
    of: { type: string; width: number; isIndex?: boolean; max?: number[]; min?: number[] },
  ) => {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    const byteOffset = pieces.reduce((total, piece) => total + piece.length, 0)
    pieces.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4))
    const { type, width, isIndex = false, max, min } = of
    bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length, target: isIndex ? elementBuffer : arrayBuffer })
    accessors.push({
      ...{
        bufferView: bufferViews.length - 1,
        componentType: isIndex ? short : float,
        count: data.length / width,
        type,
      },
      ...(max && min ? { max, min } : {}),
    })
    return accessors.length - 1
  }
  const drawn = kinds.map((kind) => {
    const { positions, normals, indices } = shapes[kind]()
    return {
      POSITION: put(new Float32Array(positions), { type: 'VEC3', width: 3, max: [0.5, 1, 0.5], min: [-0.5, 0, -0.5] }),
      NORMAL: put(new Float32Array(normals), { type: 'VEC3', width: 3 }),
      indices: put(new Uint16Array(indices), { type: 'SCALAR', width: 1, isIndex: true }),
    }
  })
  const meshes = parts.map(({ shape }, material) => {
    const { indices, ...attributes } = drawn[kinds.indexOf(shape)]!
    return { primitives: [{ attributes, indices, material }] }
  })
  // The mesh is in a child node: the node scales and rotates about its own origin, in metres.
  const nodes = parts.flatMap(({ name, size, at, along = 'y' }, mesh) => [
    {
      ...{ name, translation: at, rotation: turns[along] },
      children: [2 * mesh + 1, ...parts.flatMap((each, index) => (each.on === name ? [2 * index] : []))],
    },
    { mesh, scale: size },
  ])
  const roots = parts.flatMap(({ on }, index) => (on === undefined ? [2 * index] : []))
  const materials = parts.map(({ colour: [red, green, blue, opacity = 1], metal = 0 }) => ({
    pbrMetallicRoughness: {
      ...{ baseColorFactor: [red, green, blue, opacity], metallicFactor: metal, roughnessFactor: 0.6 },
    },
    ...(opacity < 1 ? { alphaMode: 'BLEND', doubleSided: true } : {}),
  }))
  const body = Buffer.concat(pieces)
  const json = {
    asset: { version: '2.0', generator: 'Gatehouse' },
    ...{ scene: 0, scenes: [{ nodes: roots }], nodes, meshes, materials, accessors, bufferViews },
    buffers: [{ byteLength: body.length }],
  }
  return glbFile(json, body)
}

/** A GLB file from its JSON and its binary chunk, whose length is a multiple of four. */
export function glbFile(json: unknown, body: Buffer = Buffer.alloc(0)): Buffer {
  const text = Buffer.from(JSON.stringify(json))
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')])
  const chunk = (type: number, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(data.length, 0)
    head.writeUInt32LE(type, 4)
    return Buffer.concat([head, data])
  }
  const chunks = Buffer.concat([chunk(0x4e4f534a, padded), ...(body.length > 0 ? [chunk(0x004e4942, body)] : [])])
  const head = Buffer.alloc(12)
  head.write('glTF', 0, 'latin1')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + chunks.length, 8)
  return Buffer.concat([head, chunks])
}
