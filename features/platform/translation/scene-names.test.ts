// Translated names of 3D scenes over HTTP: listed for translation, and returned to accounts that can see the scenes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { savePage } from '../../page/page/contract.ts'
import { addScene, saveSceneConfig } from '../../page/scene/contract.ts'
import { glbOf } from '../../page/scene/glb.ts'
import { addGrant } from '../../people/grant/contract.ts'
import { loadTranslations, queryNames, saveTranslations } from './contract.ts'

const shown = ['Intake pump', 'Front side']
const hidden = ['Reserve pump', 'Back side']
let server: TestServer
let seen: EquipmentId
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  const { call } = server.admin
  ;[seen] = [await device(server.admin, 'Seen')]
  const [hall, store] = [await scene('Pump hall', shown), await scene('Spare hall', hidden)]
  await page(seen, hall, {})
  await page(await device(server.admin, 'Other'), store, {})
  await page(seen, store, { authRegion: 'Hall B' })
  const sources = ['Pump hall', 'Spare hall', ...shown, ...hidden]
  await call(saveTranslations, { entries: sources.map((source) => ({ source, en: null, zh: `${source} 译` })) })
})
afterAll(() => server.stop())

async function scene(name: string, [title = '', view = '']: readonly string[]): Promise<string> {
  const part = { name: 'Pump', shape: 'box', size: [1, 1, 1], at: [0, 0, 0], colour: [1, 0, 0] } as const
  const { id, key } = await server.admin.call(addScene, { name, model: glbOf([part]).toString('base64') })
  const nodes = [
    { name: 'Pump', title, isTitled: true, bindings: [] },
    { name: 'Tank', title: '', isTitled: false, bindings: [] },
  ]
  const views = [{ id: 'v', name: view, position: [1, 2, 3], target: [0, 0, 0] } as const]
  const content = { nodes, views: views.map((each) => ({ ...each })) as never, startView: '' }
  await server.admin.call(saveSceneConfig, { id, content })
  return key
}

async function page(equipmentId: EquipmentId, key: string, more: object): Promise<void> {
  const position = { x: 0, y: 0, width: 9, height: 9 }
  const widgets = [{ id: 's', widgetType: 'Webgl', position, data: { scene: key }, ...more }]
  await server.admin.call(savePage, { equipmentId, title: 'View', json: JSON.stringify({ widgets }) })
}

let count = 0
async function colleague(auths: Permission[], regions: string[] | null): Promise<Caller> {
  count += 1
  const someone = await person(server, `colleague-${count}`, { auths: ['monitor:view', ...auths], regions })
  const given = { accountId: someone.accountId, loginname: null, mayWrite: false, equipmentId: seen }
  await server.admin.call(addGrant, given)
  return someone
}

test('of scenes, their nodes and views are offered for translation', async () => {
  const rows = await server.admin.call(queryNames, {})
  const kinds = new Map(rows.map((row) => [row.source, row.kinds]))
  for (const name of ['Pump hall', ...shown, ...hidden]) expect([name, kinds.get(name)]).toEqual([name, ['scene']])
  expect(kinds.has('')).toBe(false)
})

test.each<[string, Permission[], string[] | null, string[]]>([
  ['who sees a page, without the name of the scene', [], null, [...shown, ...hidden]],
  ['who sees a region of it, those of what he sees', [], ['Hall A'], shown],
  ['who may see scenes, all', ['scene:view'], ['Hall A'], ['Pump hall', 'Spare hall', ...shown, ...hidden]],
])('are returned to %s', async (_, auths, regions, names) => {
  const { entries } = await (await colleague(auths, regions)).call(loadTranslations, {})
  expect(entries!.map(([source]) => source).sort()).toEqual([...names].sort())
})
