// Tests of 3D scenes over HTTP.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addScene, deleteScene, editScene, queryScenes, sceneModel } from './contract.ts'
import { glbFile, glbOf } from './glb.ts'

let server: TestServer
let admin: Caller
let other: Caller
let guest: Caller
beforeAll(async () => {
  server = await testServer()
  admin = server.admin
  other = await server.otherCompany()
  await server.addAccount({ loginname: 'guest', roleType: 'external' })
  guest = await server.as('guest', adminPassword)
})
afterAll(() => server.stop())

const pump = glbOf([{ name: 'Pump', shape: 'box', size: [1, 1, 1], at: [0, 0, 0], colour: [1, 0, 0] }])
const base64 = (file: Buffer) => file.toString('base64')

async function bytesOf(who: Caller, key: string): Promise<Buffer> {
  const headers = { 'content-type': 'application/json' }
  const response = await who.raw(sceneModel.path, { method: 'POST', headers, body: JSON.stringify({ key }) })
  expect(response.headers.get('content-type')).toBe('model/gltf-binary')
  return Buffer.from(await response.arrayBuffer())
}

test('a scene is added, read back byte by byte, renamed, given a new model, and deleted', async () => {
  const made = await admin.call(addScene, { name: ' Intake ', model: `data:model/gltf-binary;base64,${base64(pump)}` })
  expect(made).toMatchObject({
    name: 'Intake',
    sizeBytes: pump.length,
    triangles: 12,
    nodes: ['Pump'],
    creator: 'admin',
  })
  expect(await bytesOf(admin, made.key)).toEqual(pump)
  const renamed = await admin.call(editScene, { id: made.id, name: 'Intake 3D' })
  expect(renamed).toMatchObject({ name: 'Intake 3D', key: made.key, sizeBytes: pump.length })
  const long = glbFile({ asset: { version: '2.0' } }, Buffer.alloc(700_000, 7))
  await admin.call(editScene, { id: made.id, name: 'Intake 3D', model: base64(long) })
  expect(await bytesOf(admin, made.key)).toEqual(long)
  await admin.call(deleteScene, { id: made.id })
  expect(await admin.call(queryScenes, {})).toEqual([])
  expect((await admin.ask(sceneModel, { key: made.key })).code).toBe(10002)
})

test('names are unique, files are checked, and the number of scenes is limited', async () => {
  const name = 'Taken'
  const { id, key } = await other.call(addScene, { name, model: base64(pump) })
  const wrong = async (input: object) => {
    const { code, data, msg } = await other.ask(addScene, { name: 'New', model: base64(pump), ...input } as never)
    return { code, field: (data as { field?: string } | null)?.field, msg }
  }
  expect(await wrong({ name })).toMatchObject({ code: 10003, field: 'name' })
  expect(await wrong({ name: '' })).toMatchObject({ code: 10001, field: 'name' })
  expect(await wrong({ model: 'not at all' })).toMatchObject({ code: 1131, field: 'model' })
  const packed = glbFile({ asset: { version: '2.0' }, extensionsUsed: ['KHR_draco_mesh_compression'] })
  expect(await wrong({ model: base64(packed) })).toMatchObject({
    code: 1132,
    msg: 'The model needs the extension KHR_draco_mesh_compression; export it without',
  })
  const large = glbFile({ asset: { version: '2.0' } }, Buffer.alloc(limits.sceneBytes))
  expect(await wrong({ model: base64(large) })).toMatchObject({ code: 1134, msg: 'The model must be under 8 MB' })
  expect((await other.ask(editScene, { id, name: 'New', model: 'x' })).code).toBe(1131)
  expect(await other.call(queryScenes, {})).toMatchObject([{ id, key, name }])
  for (let made = 1; made < limits.scenes; made += 1)
    await other.call(addScene, { name: `Scene ${made}`, model: base64(pump) })
  expect(await wrong({})).toMatchObject({ code: 1136 })
})

test('a scene belongs to one company: its key opens nothing for another, and a random key opens nothing', async () => {
  const { key, id } = await admin.call(addScene, { name: 'Private', model: base64(pump) })
  expect((await other.call(queryScenes, {})).map((scene) => scene.id)).not.toContain(id)
  expect((await other.ask(sceneModel, { key })).code).toBe(10002)
  expect((await admin.ask(sceneModel, { key: randomUUID() })).code).toBe(10002)
  expect((await admin.ask(sceneModel, { key: 'Private' } as never)).code).toBe(10001)
  for (const call of [editScene, deleteScene]) expect((await other.ask(call, { id, name: 'Mine' })).code).toBe(10002)
})

test('accounts that may not list scenes load one by the key on a page', async () => {
  const { key } = await admin.call(addScene, { name: 'On a page', model: base64(pump) })
  expect((await guest.ask(queryScenes, {})).code).toBe(90002)
  expect((await guest.ask(addScene, { name: 'x', model: base64(pump) })).code).toBe(90002)
  expect(await bytesOf(guest, key)).toEqual(pump)
})
