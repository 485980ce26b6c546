// Uses of 3D scenes and by 3D scenes, over HTTP: returned only to accounts that may see them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EquipmentId, type PageId, type SignalId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { addTemplate } from '../../device/template/contract.ts'
import { addGrant } from '../../people/grant/contract.ts'
import { signalLineage } from '../../project/lineage/contract.ts'
import { savePage } from '../page/contract.ts'
import { addScene, queryScenePages, type Scene, saveSceneConfig } from './contract.ts'
import { glbOf } from './glb.ts'

type Machine = { equipmentId: EquipmentId; signalId: SignalId }
let server: TestServer
let admin: Caller
let seen: Machine
let secret: Machine
let hall: Scene
let pages: { own: PageId; secret: PageId }
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  admin = server.admin
  ;[seen, secret] = [await machine('Seen'), await machine('Secret')]
  hall = await scene('Hall', [seen, secret])
  await scene('Store', [secret])
  const group = { id: 'g', widgetType: 'group', position, children: [webgl(hall.key.toUpperCase())] }
  pages = { own: await page(seen, 'Own 3D', group), secret: await page(secret, 'Secret 3D', webgl(hall.key)) }
  await page(seen, 'Plain', { id: 't', widgetType: 'Text', position, data: { text: hall.key, scene: hall.key } })
})
afterAll(() => server.stop())

async function machine(name: string): Promise<Machine> {
  const equipmentId = await device(admin, name)
  const fields = { name: 'Level', title: `Level of ${name}`, address: '40001', dataType: 'uint16' } as const
  const { config } = await configure(admin, equipmentId, [fields])
  return { equipmentId, signalId: config.signals[0]!.id }
}

async function scene(name: string, bound: readonly Machine[]): Promise<Scene> {
  const part = { name: 'Pump', shape: 'box', size: [1, 1, 1], at: [0, 0, 0], colour: [1, 0, 0] } as const
  const added = await admin.call(addScene, { name, model: glbOf([part]).toString('base64') })
  const bindings = bound.map(({ equipmentId, signalId }) => ({ type: 'signal', equipId: equipmentId, signalId }))
  const nodes = [{ name: 'Pump', title: '', isTitled: false, bindings }]
  await admin.call(saveSceneConfig, { id: added.id, content: { nodes, views: [], startView: '' } })
  return added
}

const position = { x: 0, y: 0, width: 400, height: 300, rotate: 0 }
const webgl = (key: string) => ({ id: 's', widgetType: 'Webgl', position, data: { scene: key } })
const page = async ({ equipmentId }: Machine, title: string, widget: object) =>
  (await admin.call(savePage, { equipmentId, title, json: JSON.stringify({ widgets: [widget] }) })).id

let count = 0
/** Adds an account that can see only one device. */
async function colleague(...auths: Permission[]): Promise<Caller> {
  count += 1
  const someone = await person(server, `colleague-${count}`, { auths: ['monitor:view', ...auths] })
  const given = { accountId: someone.accountId, loginname: null, mayWrite: false }
  await admin.call(addGrant, { ...given, equipmentId: seen.equipmentId })
  return someone
}

test('a variable lists the scenes that are bound to it, and the pages that show them', async () => {
  const found = await admin.call(signalLineage, seen)
  expect(found.scenes).toEqual({ rows: [{ id: hall.id, name: 'Hall' }], hasMore: false })
  expect(found.pages?.rows.map(({ title }) => title)).toEqual(['Own 3D', 'Secret 3D'])
  const other = await admin.call(signalLineage, secret)
  expect(other.scenes?.rows.map(({ name }) => name)).toEqual(['Hall', 'Store'])
})

test('scenes are listed for accounts that may see scenes, pages for those that can see their devices', async () => {
  const without = await (await colleague('equipment:view')).call(signalLineage, seen)
  expect([without.scenes, without.pages?.rows.map(({ id }) => id)]).toEqual([null, [pages.own]])
  expect(JSON.stringify(without)).not.toContain('Hall')
  const may = await (await colleague('scene:view')).call(signalLineage, seen)
  expect([may.scenes?.rows.map(({ name }) => name), may.pages]).toEqual([['Hall'], null])
})

test('a scene lists the pages that show it and that the caller can see', async () => {
  const ask = (who: Caller) => who.call(queryScenePages, { id: hall.id })
  expect(await ask(admin)).toEqual({
    rows: [
      { id: pages.own, title: 'Own 3D', equipmentId: seen.equipmentId, projectId: null, of: 'Seen', isTemplate: false },
      {
        ...{ id: pages.secret, title: 'Secret 3D', equipmentId: secret.equipmentId, projectId: null, of: 'Secret' },
        isTemplate: false,
      },
    ],
    hasMore: false,
  })
  expect((await ask(await colleague('scene:view'))).rows.map(({ id }) => id)).toEqual([pages.own])
  const other = await server.otherCompany()
  expect((await other.ask(queryScenePages, { id: hall.id })).code).toBe(10002)
  expect((await (await colleague('equipment:view')).ask(queryScenePages, { id: hall.id })).code).toBe(90002)
})

test('pages of templates are listed too, for accounts that may see templates', async () => {
  const gallery = await scene('Gallery', [seen])
  const { id } = await admin.call(addTemplate, { name: 'Standard' })
  const template = EquipmentId.parse(id)
  await page({ ...seen, equipmentId: template }, 'Drawn once', webgl(gallery.key))
  const row = { title: 'Drawn once', equipmentId: template, projectId: null, of: 'Standard', isTemplate: true }
  const ask = async (who: Caller) => (await who.call(queryScenePages, { id: gallery.id })).rows
  expect(await ask(admin)).toMatchObject([row])
  expect(await ask(await colleague('scene:view', 'template:view'))).toMatchObject([row])
  expect(await ask(await colleague('scene:view', 'equipment:view'))).toEqual([])
  const titles = async (who: Caller) => (await who.call(signalLineage, seen)).pages?.rows.map(({ title }) => title)
  expect(await titles(admin)).toContain('Drawn once')
  expect(await titles(await colleague('equipment:view', 'template:view'))).toEqual(['Drawn once', 'Own 3D'])
  expect(await titles(await colleague('equipment:view'))).toEqual(['Own 3D'])
  expect((await admin.ask(signalLineage, { ...seen, equipmentId: template })).code).not.toBe(0)
})
