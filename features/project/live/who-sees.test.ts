// The project visibility matrix: each kind of account × each call that shows devices through a project, by a few rules.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rooms } from '../../../apps/server/rooms.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { AlarmId, EquipmentId, PageId, ProjectId, ReportId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { newUuid } from '../../../core/new-uuid.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { displayOfProject, visitorOfProject } from '../../../testkit/project-visitors.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site, waterSignals } from '../../../testkit/site.ts'
import { watchPage as watchSocket } from '../../../testkit/watch.ts'
import * as sees from '../../../testkit/who-sees.ts'
import { holdProjectValue, projectCallback, writeProjectValue, writeValue } from '../../device/command/contract.ts'
import { haltCamera, liveCamera, talkCamera, turnCamera } from '../../page/camera/contract.ts'
import { errors } from '../../page/camera/errors.ts'
import { savePage, watchPage } from '../../page/page/contract.ts'
import { pastPage } from '../../page/page-past/contract.ts'
import { queryAlarmCount, queryEquipCount } from '../../page/page-values/contract.ts'
import { addProjectGrant } from '../../people/grant/contract.ts'
import { starterWords } from '../../people/role/rules.ts'
import { loadTranslations, saveTranslations } from '../../platform/translation/contract.ts'
import { addMvar, queryAllMvars, queryMvarHistory } from '../../watch/mvar/contract.ts'
import { nextPageEvent, queryPageEvents, replayProject } from '../../watch/playback/contract.ts'
import { pairDisplay, renewDisplayLink, wallPages, wallState } from '../kiosk/contract.ts'
import { displayMenus, displayPermissions } from '../kiosk/rules.ts'
import { pageLineage } from '../lineage/contract.ts'
import {
  addProject,
  addProjectEquips,
  projectInfo,
  queryProjectOperations,
  queryProjectsByUser,
} from '../project/contract.ts'
import {
  addCustomReport,
  type CustomReportId,
  queryCustomCurves,
  queryCustomRows,
  saveCustomRows,
} from '../report/contract.ts'
import * as live from './contract.ts'

let server: TestServer
let works: Site
let other: Site
let projectId: ProjectId
let pageId: PageId
let reportId: ReportId
let alarmId: AlarmId
let mvarId = 0
let commandUuid = ''
let customReportId: CustomReportId
const everybody = new Map<string, sees.Who>()
const at = Date.UTC(2026, 2, 1)
const auths: Permission[] = [
  ...(['project:view', 'monitor:view', 'history:view', 'history:export'] as const),
  ...(['alarm:view', 'alarm:export', 'alarm:acknowledge'] as const),
]

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => at })
  works = await liveSite(server, 'Works', server.admin, writableLevel)
  other = await liveSite(server, 'Other')
  await build(server.admin)
  await gather(server.admin)
})
afterAll(async () => {
  for (const { box } of [works, other]) await box[Symbol.asyncDispose]()
  await server.stop()
})

/** The variable without a region is writable with the permission. */
const writableLevel = waterSignals.map((each) => (each.name === 'Level' ? { ...each, access: 'rw' as const } : each))

/** A page with a variable without region, one for hall B, one of a device outside the project, and its alarms. */
async function build(admin: Caller): Promise<void> {
  projectId = (await admin.call(addProject, { name: 'Town', note: null })).id
  await admin.call(addProjectEquips, { projectId, equipmentIds: [works.equipmentId] })
  const formula = { calcType: 'sum' as const, text: `\${${works.equipmentId}.${works.id('Level')}}` }
  mvarId = (await admin.call(addMvar, { projectId, title: 'Sum', unit: null, formula })).id
  const field = { key: 'a', title: 'Level', expression: `last(\${${works.equipmentId}.${works.id('Level')}})` }
  const custom = { title: 'Days', bucket: { unit: 'day' as const }, zone: null, fields: [field] }
  customReportId = (await admin.call(addCustomReport, { projectId, ...custom })).id
  reportId = (await addReport(admin, works.equipmentId, { columns: ['Level', 'Pump', 'Setpoint'] })).reportId
  const position = { x: 0, y: 0, width: 100, height: 40 }
  const value = (site: Site, name: string, more: object = {}) => {
    const data = { type: 'signal', signalId: site.id(name), equipId: site.equipmentId }
    return { id: `${site.equipmentId}${name}`, widgetType: 'DataText', position, data, ...more }
  }
  const alarms = { equips: [{ equipmentId: works.equipmentId }] }
  const widgets = [
    ...[value(works, 'Level'), value(works, 'Pump', { authRegion: 'Hall B' }), value(other, 'Level')],
    { id: 't', widgetType: 'Alarm', position, data: alarms },
    { id: 'i', widgetType: 'Input', position, data: value(works, 'Level').data },
    { id: 'camera', widgetType: 'Video', position, data: { serialNumber: 'C12345678' }, authRegion: 'Hall B' },
  ]
  pageId = (await admin.call(savePage, { projectId, title: 'Overview', json: JSON.stringify({ widgets }) })).id
  const entries = names.map((source) => ({ source, en: source, zh: '译' }))
  await admin.call(saveTranslations, { entries })
  const given = { equipmentId: works.equipmentId, signalId: works.id('Level'), value: 1 }
  commandUuid = (await admin.call(writeValue, given)).uuid
  const condition = { kind: 'limit', signalId: works.id('Setpoint'), is: 'above', limit: 4.5, deadBand: 0 } as const
  const ruleId = await alarmRule(server.platform.db, { equipmentId: works.equipmentId, name: 'High level', condition })
  const seen = { acknowledgedAt: at, acknowledgedName: 'Wang Fang' }
  alarmId = await alarm(server.platform.db, { ruleId, raisedAt: at, ...seen })
}

async function gather(admin: Caller): Promise<void> {
  const through = { sees: true, owns: false, seesHall: true, keys: auths }
  const none = { sees: false, owns: false, seesHall: true, keys: 'all' as const }
  everybody.set('owner', { caller: admin, keys: 'all', sees: true, owns: true, seesHall: true })
  for (const [name, mayWrite] of [['viewing', false] as const, ['writing', true] as const]) {
    const caller = await person(server, name, { auths })
    await admin.call(addProjectGrant, { projectId, accountId: caller.accountId, loginname: null, mayWrite })
    everybody.set(`authorised for ${name}`, { ...through, caller })
  }
  const member = await person(server, 'member', { auths })
  await admin.call(addProjectGrant, { projectId, roleId: member.roleId, loginname: null, mayWrite: false })
  everybody.set('authorised by a role', { ...through, caller: member })
  const limited = await person(server, 'limited', { auths, regions: ['Hall A'] })
  await admin.call(addProjectGrant, { projectId, accountId: limited.accountId, loginname: null, mayWrite: false })
  everybody.set('of another region', { ...through, caller: limited, seesHall: false })
  const writing = await person(server, 'key to write', { auths: [...auths, 'signal:write'] })
  await admin.call(addProjectGrant, { projectId, accountId: writing.accountId, loginname: null, mayWrite: true })
  everybody.set('with the key to write, authorised for the project alone', {
    ...{ ...through, keys: [...auths, 'signal:write'], caller: writing },
  })
  const colleague = await person(server, 'colleague', { auths })
  everybody.set('a colleague', { ...none, keys: auths, caller: colleague })
  everybody.set('another company', { ...none, caller: await server.otherCompany() })
  everybody.set('nobody', { ...none, keys: 'none', caller: server.nobody })
  everybody.set('a visitor', {
    ...{ ...through, seesHall: false, keys: ['monitor:view', 'history:view', 'signal:write'] },
    ...{ menus: ['page', 'history'], caller: await visitorOfProject(server, projectId, true) },
  })
  everybody.set('a display', {
    ...{ ...through, seesHall: false, keys: displayPermissions },
    ...{ menus: displayMenus, caller: await displayOfProject(server, projectId) },
  })
}

/** The requested variables, by their kind. */
const asked = () => ({
  free: works.id('Level'),
  hall: works.id('Pump'),
  unbound: works.id('Setpoint'),
  foreign: other.id('Level'),
})
type Asked = keyof ReturnType<typeof asked>

/**
 * An owner sees every variable of the device; others see what the page shows of the project's devices for their region.
 */
const isShown = ({ owns, seesHall }: sees.Who, variable: Asked): boolean =>
  owns || variable === 'free' || (variable === 'hall' && seesHall)
const shownTo = (who: sees.Who, of = Object.keys(asked()) as Asked[]): number[] =>
  of.filter((each) => isShown(who, each)).map((each) => asked()[each])
const ofWorks: Asked[] = ['free', 'hall', 'unbound']

const page = () => ({ pageId })
const device = () => ({ pageId, equipmentId: works.equipmentId })
const all = () => ({
  dataEquip: `${works.equipmentId},${other.equipmentId}`,
  dataSignal: Object.values(asked()).join(),
})
const span = { from: at - 1000, to: at + 1000 }
const names = ['High level', 'Setpoint', 'Tank level', 'Works']
const rows = () => ({ ...device(), ...span, reportId, pageNo: 1, pageSize: 10 })
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)
type Ids = { id: number }[]
/** A call without a page requires access to the project itself. */
const customReport = (more: object = {}): sees.Probe => ({
  input: () => ({ reportId: customReportId, ...span, ...more }),
  refused: (who) => (sees.hasKey(who, 'project:view') ? undefined : 90002),
})
const onlyOfDisplay = ({ menus }: sees.Who) => (menus?.includes('display') ? undefined : 2506)
const ofProject = (data: Ids) => data.some(({ id }) => id === projectId)

const noDisplay: sees.Probe = { input: () => ({ id: 2 ** 31 - 1, code: 'ABCDEFGH' }), refused: () => 10002 }

/** If the caller sees the widget, the error says that this platform has no cameras. */
const camera = (more: object = {}): sees.Probe => ({
  input: () => ({ id: pageId, widgetId: 'camera', ...more }),
  refused: ({ seesHall }) => (seesHall ? errors.codeOf('camerasOff') : 10002),
})
const press = newUuid()

const probes = new Map<Endpoint, sees.Probe>([
  [
    writeProjectValue,
    { input: () => ({ projectId, pageId, signalId: works.id('Level'), value: 1 }), refused: sees.mayWriteThrough },
  ],
  [
    holdProjectValue,
    {
      input: () => ({ projectId, uuid: commandUuid, forMs: 1500 }),
      told: ({ isHeld }: { isHeld: boolean }) => isHeld,
      due: () => false,
    },
  ],
  [projectCallback, { input: () => ({ uuid: commandUuid }), refused: sees.notOwned }],
  [liveCamera, camera()],
  [turnCamera, camera({ direction: 'up', press })],
  [haltCamera, camera({ press })],
  [talkCamera, camera({ voice: '' })],
  ...[pairDisplay, renewDisplayLink].map((each) => [each, noDisplay] as const),
  [
    pageLineage,
    {
      input: () => ({ ...device(), signalId: works.id('Pump') }),
      told: ({ variable }: { variable: { isOwn: boolean } }) => variable.isOwn,
      due: ({ owns }) => owns,
      refused: (who) => (isShown(who, 'hall') ? undefined : 10002),
    },
  ],
  [projectInfo, { input: () => ({ id: projectId }), told: ({ name }: { name: string }) => name, due: () => 'Town' }],
  [
    watchPage,
    {
      input: () => ({ id: pageId }),
      told: ({ content }: { content: { bind: { signals: number[] } } }) => sorted(content.bind.signals),
      due: (who) => sorted(shownTo(who, ['free', 'hall', 'foreign'])),
    },
  ],
  [
    pastPage,
    {
      input: () => ({ id: pageId, at }),
      told: (data: { page: { content: { bind: { signals: number[] } } } }) => sorted(data.page.content.bind.signals),
      due: (who) => sorted(shownTo(who, ['free', 'hall', 'foreign'])),
    },
  ],
  [
    replayProject,
    {
      input: () => ({ ...page(), ...span, dataSignal: all().dataSignal }),
      // Each variable is either stored by a report or has no history.
      told: (data: { gaps: [number, number][]; unstored: { signalIds: number[] } }) =>
        sorted([...data.gaps.map(([id]) => id), ...data.unstored.signalIds]),
      due: (who) => sorted(shownTo(who)),
    },
  ],
  [
    queryPageEvents,
    {
      input: () => ({ ...page(), ...span }),
      told: (data: { alarms: Ids; writes: Ids }) => [data.alarms.map(({ id }) => id), data.writes.length > 0],
      due: (who) => [sees.hasKey(who, 'alarm:view') ? [alarmId] : [], who.owns],
    },
  ],
  [
    nextPageEvent,
    {
      input: () => ({ ...page(), at: at - 1 }),
      told: (data: { at: number | null }) => data.at,
      due: (who) => (sees.hasKey(who, 'alarm:view') ? at : null),
    },
  ],
  [queryCustomRows, customReport()],
  [queryCustomCurves, customReport()],
  [saveCustomRows, customReport({ format: 'csv' })],
  [
    live.queryProjectGateways,
    {
      input: () => ({ ...page(), dataEquip: all().dataEquip }),
      told: (data: { equipmentId: EquipmentId; sn: string }[]) => data.map(({ equipmentId, sn }) => [equipmentId, sn]),
      due: ({ owns }) =>
        [works, other].flatMap(({ equipmentId, sn }) =>
          owns || equipmentId === works.equipmentId ? [[equipmentId, owns ? sn : '']] : [],
        ),
    },
  ],
  [live.queryProjectPlaces, { input: page }],
  [live.openProjectGateway, { input: () => ({ projectId, equipmentId: works.equipmentId }) }],
  [
    live.queryProjectSignals,
    {
      input: () => ({ ...page(), dataSignal: all().dataSignal }),
      told: (data: Ids) => sorted(data.map(({ id }) => id)),
      due: (who) => sorted(shownTo(who)),
    },
  ],
  [live.projectToken, { input: () => ({ ...page(), ...all() }), told: valuesOf, due: (who) => sorted(shownTo(who)) }],
  [
    live.queryProjectColumns,
    {
      input: device,
      told: ({ reports }: { reports: { columns: { signalId: number }[] }[] }) =>
        sorted(reports.flatMap(({ columns }) => columns.map(({ signalId }) => signalId))),
      due: (who) => sorted(shownTo(who, ofWorks)),
    },
  ],
  [
    live.queryProjectHistory,
    {
      input: () => ({ ...device(), ...span, signalIds: [works.id('Pump')] }),
      refused: (who) => (isShown(who, 'hall') ? undefined : 10002),
    },
  ],
  // No table of the page shows the report.
  [live.queryProjectRows, { input: rows, refused: sees.notOwned }],
  [live.saveProjectRows, { input: () => ({ ...device(), ...span, reportId, format: 'csv' }), refused: sees.notOwned }],
  [
    live.queryProjectAlarms,
    {
      input: page,
      told: (data: { rows: { id: number; acknowledgedName: string | null }[] }) =>
        data.rows.map(({ id, acknowledgedName }) => [id, acknowledgedName]),
      due: (who) => [[alarmId, sees.people(who)]],
    },
  ],
  [
    live.saveProjectAlarms,
    {
      input: () => ({ ...page(), format: 'csv' }),
      // The name of the variable is hidden like the names of users, because no page shows it.
      told: sees.file((text) => [text.includes('High level'), text.includes('Wang Fang'), text.includes('Setpoint')]),
      due: (who) => [true, sees.people(who) !== null, who.owns],
    },
  ],
  // No alarm can be acknowledged through a project.
  [live.confirmProjectAlarms, { input: () => ({ ...page(), alarmIds: [alarmId] }), refused: sees.notOwned }],
  [queryEquipCount, { input: () => ({ projectId }), told: (count: number) => count, due: () => 1 }],
  [queryAlarmCount, { input: () => ({ projectId }), told: (count: number) => count, due: () => 1 }],
  [queryProjectsByUser, { input: () => ({}), told: ofProject, due: ({ sees }) => sees }],
  [queryProjectOperations, { input: () => ({}), told: ofProject, due: ({ sees }) => sees }],
  [queryAllMvars, { input: () => ({ projectId }), told: (data: Ids) => data.map(({ id }) => id), due: () => [mvarId] }],
  [queryMvarHistory, { input: () => ({ projectId, id: mvarId, ...span }) }],
  [
    loadTranslations,
    {
      input: () => ({}),
      // The names of the starter roles are translated; they belong to accounts that see roles.
      told: ({ entries }: { entries: [string][] }) =>
        entries.map(([source]) => source).filter((source) => !starterWords.some(([word]) => word === source)),
      // The names of variables on the page; on a wall also those of devices and alarms.
      due: (who) =>
        names.filter((name) => {
          if (who.owns) return true
          if (name === 'Tank level') return who.sees
          return name !== 'Setpoint' && who.menus?.includes('display') === true
        }),
    },
  ],
  [
    wallState,
    {
      input: () => ({ build: '', pageId: null, pageVersion: null }),
      told: (data: { alarms: Ids }) => [data.alarms.map(({ id }) => id), JSON.stringify(data).includes('Wang Fang')],
      due: () => [[alarmId], false],
      refused: onlyOfDisplay,
    },
  ],
  [
    wallPages,
    { input: () => ({}), told: (data: Ids) => data.map(({ id }) => id), due: () => [pageId], refused: onlyOfDisplay },
  ],
])

/** The variables whose values arrive over the socket of a token. */
async function valuesOf(token: string, who: sees.Who): Promise<number[]> {
  const socket = await watchSocket(server.url, token)
  const heard = () =>
    sorted([...new Set(socket.messages.flatMap((each) => (each.type === 'signalVal' ? each.ids : [])))])
  try {
    await eventually(async () => {
      await works.box.live(Object.fromEntries(ofWorks.map((each) => [asked()[each], 1])))
      await other.box.live({ [asked().foreign]: 1 })
      expect(heard()).toEqual(sorted(shownTo(who)))
    })
    return heard()
  } finally {
    socket.close()
  }
}

const served = rooms.flat().filter(({ endpoint }) => endpoint.through || probes.has(endpoint))

test('every call that shows devices through a project, and every call of this room, has a rule', () => {
  const own = new Set<unknown>(Object.values(live))
  const ofRoom = rooms.flat().flatMap(({ endpoint }) => (own.has(endpoint) ? [endpoint] : []))
  expect(ofRoom.length).toBeGreaterThan(9)
  expect([...served.map(({ endpoint }) => endpoint), ...ofRoom].filter((each) => !probes.has(each))).toEqual([])
})

test.each(served.map((each) => [each.endpoint.path, each] as const))('%s', async (_, each) => {
  const { endpoint } = each
  const { input, told = () => 'good', due = () => 'good', refused } = probes.get(endpoint)!
  for (const [name, who] of everybody) {
    const code = sees.refusalOf(each, who) ?? refused?.(who)
    const answer = await sees.askAs(who, endpoint, input())
    expect([name, answer.code]).toEqual([name, code ?? 200])
    if (code === undefined) expect([name, await told(answer.data as never, who)]).toEqual([name, due(who)])
    else expect([name, JSON.stringify(answer)]).not.toContain('Wang Fang')
  }
})
