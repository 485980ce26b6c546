// Bindings of 3D scenes over HTTP: versions, visibility on pages, replaced models.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EquipmentId, SignalId } from '../../../contract/fields.ts'
import { emptyScene, type SceneContent } from '../../../contract/scene-document.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { addGrant } from '../../people/grant/contract.ts'
import { pageInfo, queryPageScenes, savePage } from '../page/contract.ts'
import {
  addScene,
  checkSceneModel,
  deleteScene,
  editScene,
  queryScenes,
  querySceneVersions,
  restoreSceneConfig,
  type Scene,
  SceneConflict,
  saveSceneConfig,
  sceneConfig,
  shownScene,
} from './contract.ts'
import { glbOf } from './glb.ts'

let server: TestServer
let admin: Caller
let other: Caller
let editor: Person
type Machine = { equipmentId: EquipmentId; signalId: SignalId; name: string }
let seen: Machine
let secret: Machine
beforeAll(async () => {
  server = await testServer()
  admin = server.admin
  other = await server.otherCompany()
  editor = await person(server, 'modeller', { auths: ['scene:edit', 'page:edit', 'monitor:view'] })
  ;[seen, secret] = [await machine('Seen'), await machine('Secret')]
  const { accountId } = editor
  await admin.call(addGrant, { accountId, loginname: null, equipmentId: seen.equipmentId, mayWrite: true })
})
afterAll(() => server.stop())

async function machine(name: string): Promise<Machine> {
  const equipmentId = await device(admin, name)
  const { config } = await configure(admin, equipmentId, [
    { name: 'Level', title: `Level of ${name}`, address: '40001', dataType: 'uint16' },
  ])
  return { equipmentId, signalId: config.signals[0]!.id, name }
}

const part = (name: string) => ({ name, shape: 'box', size: [1, 1, 1], at: [0, 0, 0], colour: [1, 0, 0] }) as const
const modelOf = (...names: string[]) => glbOf(names.map(part)).toString('base64')

const bound = ({ equipmentId, signalId, name }: Machine, more: object = {}) => ({
  ...{ type: 'signal', equipId: equipmentId, signalId, title: `Level of ${name}`, subTitle: name, effect: 'label' },
  ...more,
})
const node = (name: string, bindings: object[], more: object = {}): SceneContent['nodes'][number] => ({
  ...{ name, title: '', isTitled: false, bindings: bindings as never },
  ...more,
})
const view = { id: 'v1', name: 'Front', position: [1, 2, 3], target: [0, 0, 0] } as SceneContent['views'][number]

let scene: Scene
let content: SceneContent
let count = 0
beforeEach(async () => {
  count += 1
  scene = await admin.call(addScene, { name: `Hall ${count}`, model: modelOf('Pump', 'Tank', 'Fan') })
  content = { nodes: [node('Pump', [bound(seen)]), node('Tank', [bound(secret)])], views: [view], startView: 'v1' }
})

const save = (who: Caller, of: SceneContent, version?: number) =>
  who.ask(saveSceneConfig, { id: scene.id, content: of, ...(version === undefined ? {} : { version }) })

test('bindings of a scene start empty, and have versions with authors and reasons', async () => {
  expect(await admin.call(sceneConfig, { id: scene.id })).toMatchObject({ version: 0, content: emptyScene })
  await admin.call(saveSceneConfig, { id: scene.id, version: 0, content, message: 'First' })
  const renamed = { ...content, nodes: [node('Pump', [bound(seen)], { title: 'P-1' })] }
  await admin.call(saveSceneConfig, { id: scene.id, version: 1, content: renamed })
  expect(await admin.call(querySceneVersions, { id: scene.id })).toMatchObject([
    { version: 2, savedBy: 'admin', message: '' },
    { version: 1, message: 'First', restored: null },
  ])
  expect((await admin.call(sceneConfig, { id: scene.id, version: 1 })).content).toEqual(content)
  await admin.call(restoreSceneConfig, { id: scene.id, version: 2, restore: 1, message: 'Back' })
  expect(await admin.call(sceneConfig, { id: scene.id })).toMatchObject({ version: 3, content })
  expect((await admin.call(queryScenes, {})).find(({ id }) => id === scene.id)?.version).toBe(3)
})

test('a save on an older version is rejected with both versions, and nothing is lost', async () => {
  await save(admin, content, 0)
  const theirs = { ...(await editor.call(sceneConfig, { id: scene.id })).content, startView: '' }
  expect((await save(editor, theirs, 1)).code).toBe(200)
  const mine = { ...content, nodes: [] }
  const answer = await save(admin, mine, 1)
  expect(answer.code).toBe(10004)
  const sides = SceneConflict.parse(answer.data)
  expect([sides.base?.content.startView, sides.newest.content.startView, sides.newest.version]).toEqual(['v1', '', 2])
  expect((await admin.call(sceneConfig, { id: scene.id })).content).toEqual({ ...content, startView: '' })
})

test.each<[string, (of: SceneContent) => SceneContent]>([
  ['a node twice', (of) => ({ ...of, nodes: [...of.nodes, ...of.nodes] })],
  ['a view twice', (of) => ({ ...of, views: [view, view] })],
  ['a write', (of) => ({ ...of, nodes: [node('Pump', [], { clickEvent: { enable: true, action: 'write' } })] })],
  ['a click that says nothing', (of) => ({ ...of, nodes: [node('Pump', [], { clickEvent: { enable: true } })] })],
  ['more bindings than a scene has', (of) => ({ ...of, nodes: many(11) })],
])('%s is refused', async (_, change) => {
  expect((await save(admin, change(content))).code).toBe(10001)
  expect((await admin.call(sceneConfig, { id: scene.id })).version).toBe(0)
})
const many = (nodes: number) =>
  Array.from({ length: nodes }, (_, at) =>
    node(
      `n${at}`,
      Array.from({ length: 20 }, () => bound(seen)),
    ),
  )

test('a save keeps the bindings to devices that its author cannot see, without revealing them', async () => {
  await save(admin, content, 0)
  const told = await editor.call(sceneConfig, { id: scene.id })
  expect(JSON.stringify(told)).not.toContain('Secret')
  const [pump, tank] = told.content.nodes
  expect(pump?.bindings[0]?.signalId).toBe(seen.signalId)
  expect(tank?.bindings[0]).toMatchObject({ unseenSignalId: secret.signalId, effect: 'label' })
  // Bindings to variables that the author cannot see are rejected.
  const fan = node('Fan', [{ type: 'signal', unseenSignalId: seen.signalId + 1000 }, bound(secret)])
  expect((await save(editor, { ...told.content, nodes: [...told.content.nodes, fan] }, 1)).code).toBe(200)
  const [, kept, added] = (await admin.call(sceneConfig, { id: scene.id })).content.nodes
  expect(kept?.bindings[0]).toMatchObject({ signalId: secret.signalId, title: 'Level of Secret' })
  expect(added?.bindings.map(({ signalId }) => signalId)).toEqual([undefined, undefined])
  // The same error is returned when an older version is restored.
  await editor.call(restoreSceneConfig, { id: scene.id, version: 2, restore: 1 })
  expect((await admin.call(sceneConfig, { id: scene.id })).content).toEqual(content)
})

test('a page has the bindings of its scene, limited to devices that the viewer may see', async () => {
  await save(admin, content, 0)
  const position = { x: 0, y: 0, width: 400, height: 300, rotate: 0 }
  const widgets = [{ id: 's', widgetType: 'Webgl', position, data: { scene: scene.key } }]
  const { equipmentId } = seen
  const { id } = await admin.call(savePage, { equipmentId, title: '3D', json: JSON.stringify({ widgets }) })
  const whole = await admin.call(pageInfo, { id })
  expect(whole.content.widgets).toEqual([expect.objectContaining({ data: { scene: scene.key } })])
  expect(whole.content.bind).toMatchObject({
    signals: [seen.signalId, secret.signalId],
    equips: [seen.equipmentId, secret.equipmentId],
  })
  const part = await editor.call(pageInfo, { id })
  expect(part.content.bind).toMatchObject({ signals: [seen.signalId], equips: [seen.equipmentId] })
  expect(part.scenes).toEqual([
    {
      key: scene.key,
      bindings: [
        expect.objectContaining({ type: 'scene', sceneId: scene.key, node: 'Pump', signalId: seen.signalId }),
        { type: 'scene', sceneId: scene.key, node: 'Tank', effect: 'label' },
      ],
    },
  ])
  expect(await editor.call(queryPageScenes, { keys: [scene.key] })).toEqual(part.scenes)
  expect(await other.call(queryPageScenes, { keys: [scene.key] })).toEqual([])
})

test('the key of a scene gives access to titles, clicks and views, but no variables', async () => {
  const click = { enable: true, action: 'page', pageId: 7, data: bound(secret) }
  await save(admin, { ...content, nodes: [node('Tank', [bound(secret)], { title: 'T-1', clickEvent: click })] }, 0)
  const shown = await editor.call(shownScene, { key: scene.key })
  expect(shown).toEqual({
    nodes: [{ name: 'Tank', title: 'T-1', isTitled: false, clickEvent: { enable: true, action: 'page', pageId: 7 } }],
    views: [view],
    startView: 'v1',
  })
  expect((await other.ask(shownScene, { key: scene.key })).code).toBe(10002)
})

test('a new model reports missing bound nodes before it is saved; the others stay bound', async () => {
  await save(admin, content, 0)
  const model = modelOf('Pump', 'Fan')
  const told = await admin.call(checkSceneModel, { id: scene.id, model })
  expect(told).toMatchObject({ nodes: 2, lost: [{ name: 'Tank', title: '', bindings: 1 }] })
  await admin.call(editScene, { id: scene.id, name: scene.name, model })
  expect((await admin.call(sceneConfig, { id: scene.id })).content).toEqual(content)
  expect((await admin.ask(checkSceneModel, { id: scene.id, model: 'x' })).code).toBe(1131)
})

test('deleting a scene deletes its versions', async () => {
  await save(admin, content, 0)
  await admin.call(deleteScene, { id: scene.id })
  expect((await admin.ask(sceneConfig, { id: scene.id })).code).toBe(10002)
  const { rows } = await server.platform.db
    .selectFrom('configVersion')
    .select('id')
    .where('objectType', '=', 'scene')
    .where('objectId', '=', scene.id)
    .execute()
    .then((found) => ({ rows: found }))
  expect(rows).toEqual([])
})
