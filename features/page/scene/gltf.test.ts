import { expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { glbFile, glbOf } from './glb.ts'
import { readModel } from './gltf.ts'

const box = { shape: 'box', size: [1, 1, 1], at: [0, 0, 0], colour: [1, 1, 1] } as const
const asset = { version: '2.0' }
const faultOf = (file: Buffer) => {
  const read = readModel(file)
  return 'fault' in read ? [read.fault.error, Object.values(read.fault.details ?? {})[0]] : []
}

test('node names are listed once, and drawn triangles are counted', () => {
  const file = glbOf([
    { ...box, name: 'Pump 1' },
    { ...box, name: 'Pump 1', shape: 'cylinder' },
    { ...box, name: '泵.2' },
    { ...box, name: 'Shaft', on: '泵.2' },
  ])
  expect(readModel(file)).toEqual({ nodes: ['Pump 1', '泵.2', 'Shaft'], triangles: 12 + 128 + 12 + 12 })
})

const points = (count: number) => ({
  asset,
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ count, type: 'VEC3' }],
})

test.each<[string, Buffer, ...unknown[]]>([
  ['no bytes', Buffer.alloc(0), 'modelUnknown'],
  ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'modelUnknown'],
  ['half a file', glbOf([{ ...box, name: 'a' }]).subarray(0, 400), 'modelUnknown'],
  ['bytes behind its end', Buffer.concat([glbFile({ asset }), Buffer.alloc(4)]), 'modelUnknown'],
  ['no JSON in it', Buffer.from(glbFile({ asset }).toString('latin1').replace('{', '['), 'latin1'), 'modelUnknown'],
  ['an older version', glbFile({ asset: { version: '1.0' } }), 'modelUnknown'],
  ['a node that is not there', glbFile({ asset, nodes: [{ children: [1] }] }), 'modelUnknown'],
  ['a node on itself', glbFile({ asset, nodes: [{ children: [0] }] }), 'modelUnknown'],
  ['two nodes in a circle', glbFile({ asset, nodes: [{}, { children: [2] }, { children: [1] }] }), 'modelUnknown'],
  ['a node on two', glbFile({ asset, nodes: [{ children: [2] }, { children: [2] }, {}] }), 'modelUnknown'],
  ['fractions of a node', glbFile({ asset, nodes: [{ mesh: 0.5 }] }), 'modelUnknown'],
  ['deep nesting', glbFile({ asset, extras: JSON.parse('['.repeat(90) + ']'.repeat(90)) }), 'modelUnknown'],
  [
    'packed meshes',
    glbFile({ asset, extensionsUsed: ['KHR_draco_mesh_compression'] }),
    'modelNeeds',
    'KHR_draco_mesh_compression',
  ],
  ['an unknown need', glbFile({ asset, extensionsRequired: ['X_y'] }), 'modelNeeds', 'X_y'],
  ['a file beside it', glbFile({ asset, buffers: [{ uri: 'pump.bin' }] }), 'modelOutside', 'pump.bin'],
  [
    'a picture of a site',
    glbFile({ asset, images: [{ uri: 'https://x.y/z.png' }] }),
    'modelOutside',
    'https://x.y/z.png',
  ],
  ['too many triangles', glbFile(points(3 * limits.sceneTriangles + 3)), 'modelTooComplex', limits.sceneTriangles],
  [
    'numbers out of nothing',
    glbFile({ asset, accessors: [{ count: 1e15, type: 'MAT4' }] }),
    'modelTooComplex',
    limits.sceneTriangles,
  ],
  [
    'too many nodes',
    glbFile({ asset, nodes: Array.from({ length: limits.sceneNodes + 1 }, () => ({})) }),
    'modelTooComplex',
    limits.sceneTriangles,
  ],
  [
    'too much JSON',
    glbFile({ asset, extras: Array.from({ length: limits.sceneJsonValues }, () => 0) }),
    'modelTooComplex',
    limits.sceneTriangles,
  ],
])('%s is refused', (_, file, error, detail) => {
  expect(faultOf(file)).toEqual([error, detail])
})

test('extensions that every viewer supports may be required', () => {
  const extensionsRequired = ['KHR_materials_transmission', 'KHR_texture_transform', 'KHR_mesh_quantization']
  expect(faultOf(glbFile({ asset, extensionsRequired }))).toEqual([])
})

test.each(['\u0000', '\ud800'])('a name that cannot be stored makes it no model: %j', (name) => {
  const file = glbFile({
    asset: { version: '2.0' },
    nodes: [{ name: `Pump ${name}`, mesh: 0 }],
    meshes: [{ primitives: [] }],
  })
  expect(readModel(file)).toEqual({ fault: { error: 'modelUnknown' } })
})
