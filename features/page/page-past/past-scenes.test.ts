// 3D scenes on a past page: bound as they were then, limited to what the viewer may see. Decision 30.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PageId, ProjectId, SignalId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { addProject, addProjectEquips } from '../../project/project/contract.ts'
import { savePage } from '../page/contract.ts'
import { addScene, type Scene, saveSceneConfig } from '../scene/contract.ts'
import { glbOf } from '../scene/glb.ts'
import { pastPage } from './contract.ts'

const begin = Date.UTC(2026, 2, 1)
const clock = { at: begin }
let server: TestServer
let works: Site
let projectId: ProjectId
let scene: Scene
let id: PageId
const at = (minutes: number) => begin + minutes * 60_000
async function until(minutes: number): Promise<void> {
  clock.at = at(minutes)
  await server.platform.db.updateTable('session').set({ confirmedAt: clock.at, seenAt: clock.at }).execute()
}

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => clock.at })
  works = await site(server, 'Works')
  projectId = (await server.admin.call(addProject, { name: 'Town', note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [works.equipmentId] })
})
afterAll(() => server.stop())

const position = { x: 0, y: 0, width: 400, height: 300, rotate: 0 }
const savePageOf = async (more: object = {}): Promise<PageId> => {
  const widgets = [{ id: 's', widgetType: 'Webgl', position, data: { scene: scene.key } }]
  const json = JSON.stringify({ widgets })
  return (await server.admin.call(savePage, { projectId, title: '3D', json, ...more })).id
}
const bind = (nodes: Record<string, string>) =>
  server.admin.call(saveSceneConfig, {
    id: scene.id,
    content: {
      nodes: Object.entries(nodes).map(([name, variable]) => ({
        ...{ name, title: '', isTitled: false },
        bindings: [{ type: 'signal', equipId: works.equipmentId, signalId: works.id(variable) }],
      })),
      views: [],
      startView: '',
    },
  })

let count = 0
/** The page from minute 10; its scene bound at 20 and rebound at 40; the page saved again at 30. */
beforeEach(async () => {
  count += 1
  const part = (name: string) => ({ name, shape: 'box', size: [1, 1, 1], at: [0, 0, 0], colour: [1, 0, 0] }) as const
  const model = glbOf([part('Pump'), part('Tank')]).toString('base64')
  await until(100 * count)
  scene = await server.admin.call(addScene, { name: `Hall ${count}`, model })
  await until(100 * count + 10)
  id = await savePageOf()
  await until(100 * count + 20)
  await bind({ Pump: 'Pump', Tank: 'Level' })
  await until(100 * count + 30)
  await savePageOf({ id })
  await until(100 * count + 40)
  await bind({ Pump: 'Level', Fan: 'Setpoint' })
})

const moment = (minutes: number) => at(100 * count + minutes)
const ask = async (who: Caller, minutes: number) => {
  const { page, savedAt, scenesAt, until: end } = await who.call(pastPage, { id, at: moment(minutes) })
  const bound = page!.scenes!.flatMap(({ bindings }) =>
    bindings.map(({ node, signalId }) => [node, signalId === undefined ? null : nameOf(signalId)]),
  )
  const minute = (time: number | null | undefined) => (time == null ? null : (time - moment(0)) / 60_000)
  return {
    ...{ version: page!.version, bound, signals: page!.content.bind.signals.map(nameOf).sort() },
    span: [savedAt, scenesAt, end].map(minute),
  }
}
const nameOf = (signalId: unknown) => works.config.signals.find((each) => each.id === (signalId as SignalId))!.name
const then = [
  ['Pump', 'Pump'],
  ['Tank', 'Level'],
]

test('scenes have the bindings of their time, until the scene or the page was saved again', async () => {
  const { admin } = server
  const seen = ['Level', 'Pump']
  expect(await ask(admin, 10)).toEqual({ version: 1, bound: [], signals: [], span: [10, null, 20] })
  expect(await ask(admin, 29)).toEqual({ version: 1, bound: then, signals: seen, span: [10, 20, 30] })
  expect(await ask(admin, 39)).toEqual({ version: 2, bound: then, signals: seen, span: [30, null, 40] })
  const bound = [
    ['Pump', 'Level'],
    ['Fan', 'Setpoint'],
  ]
  expect(await ask(admin, 40)).toEqual({ version: 2, bound, signals: ['Level', 'Setpoint'], span: [30, 40, null] })
})

async function viewer(auths: Permission[], isOwn: boolean): Promise<Caller> {
  const name = `viewer-${count}`
  const someone = await person(server, name, { auths: ['monitor:view', 'history:view', ...auths] })
  const given = { accountId: someone.accountId, loginname: null, mayWrite: false }
  await server.admin.call(addProjectGrant, { ...given, projectId })
  if (isOwn) await server.admin.call(addGrant, { ...given, equipmentId: works.equipmentId })
  return someone
}

test.each<[string, Permission[], boolean, unknown[]]>([
  // The pump's variable is no longer on the page, and the tank no longer has a binding.
  ['sees only the project', [], false, [['Pump', null]]],
  ['sees the device too', [], true, [['Pump', 'Pump']]],
  [
    'may list what scenes were bound to, and sees no device',
    ['scene:view'],
    false,
    [
      ['Pump', null],
      ['Tank', 'Level'],
    ],
  ],
  ['may list that and sees the device', ['scene:view'], true, then],
])('removed bindings of a scene are limited for a viewer who %s', async (_, auths, isOwn, bound) => {
  const someone = await viewer(auths, isOwn)
  for (const minutes of [29, 39]) expect((await ask(someone, minutes)).bound).toEqual(bound)
})
