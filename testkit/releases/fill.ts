// Fills an empty platform with one object of each kind: the content of a release's dump.
import type {
  AlarmId,
  ColumnId,
  EquipmentId,
  GatewayId,
  MvarId,
  PageId,
  ProjectId,
  ReportId,
  RoleId,
  SignalId,
} from '../../contract/fields.ts'
import type { Value } from '../../core/data-type.ts'
import { saveAlarmRule } from '../../features/device/alarm-rules/contract.ts'
import { writeValue } from '../../features/device/command/contract.ts'
import { queryConfig } from '../../features/device/config/contract.ts'
import { editEquipment } from '../../features/device/equipment/contract.ts'
import { addGroup } from '../../features/device/group/contract.ts'
import { saveScript } from '../../features/device/script/contract.ts'
import { startSync } from '../../features/gateway/gateway/contract.ts'
import { savePage } from '../../features/page/page/contract.ts'
import { internalCalls } from '../../features/people/account/contract.ts'
import { addApiKey } from '../../features/people/api-key/contract.ts'
import { addRole } from '../../features/people/role/contract.ts'
import { addDisplay, renewDisplayLink } from '../../features/project/kiosk/contract.ts'
import type { CustomReportId } from '../../features/project/report/contract.ts'
import { editShareAuth, editSharePassword, renewShareLink } from '../../features/project/share/contract.ts'
import { acknowledgeAlarms, queryAlarms, resetAlarms, shelveAlarms } from '../../features/watch/alarm/contract.ts'
import { eventually } from '../eventually.ts'
import { projectOf } from '../projects.ts'
import { addReport } from '../reports.ts'
import { adminPassword, type Caller, type TestServer } from '../server.ts'
import { configure, device, liveSite, type Site, settled } from '../site.ts'
import { pumpTemplate } from '../templates.ts'

const minute = 60_000
const hour = 60 * minute

/** How a caller of the questions signs in. */
export type Credential =
  | { loginname: string; password: string }
  | { key: string }
  | { share: string; password: string }
  | { wall: string }

/** The callers, and the ids of the objects that the release contains; `from` to `to`: the time of its history, epoch ms. */
export type ReleaseObjects = {
  callers: Record<string, Credential>
  roleId: RoleId
  equipmentId: EquipmentId
  gatewayId: GatewayId
  reportId: ReportId
  columnIds: readonly ColumnId[]
  alarmIds: readonly AlarmId[]
  projectId: ProjectId
  mvarId: MvarId
  customReportId: CustomReportId
  /** A page of the device, and one of the project. */
  pageIds: readonly PageId[]
  otherEquipmentId: EquipmentId
  from: number
  to: number
}

/** Fills the platform, whose clock is `clock`. Another release needs the same calls with its own paths of imports. */
export async function fillRelease(server: TestServer, clock: { at: number }): Promise<ReleaseObjects> {
  const { admin } = server
  const other = await server.otherCompany()
  const otherEquipmentId = await device(other, 'Furnace')
  await configure(other, otherEquipmentId)
  const roleId = await addPeople(server)
  const site = await liveSite(server, 'Pump station')
  try {
    const { equipmentId, gatewayId } = site
    const { reportId, columnIds } = await configureSite(admin, site)
    const from = clock.at
    await addHistory(server, site, columnIds, clock)
    const alarmIds = await addAlarms(server, site, clock)
    const project = await addProjectPages(admin, site)
    await pumpTemplate(admin, 'Pump')
    // The password counts as entered for ten minutes, and hours have passed.
    const callers = await addCallers(await server.as('admin', adminPassword), equipmentId, project)
    const objects = { roleId, equipmentId, gatewayId, reportId, columnIds, alarmIds, ...project, otherEquipmentId }
    return { callers, ...objects, from, to: clock.at }
  } finally {
    await site.box[Symbol.asyncDispose]()
  }
}

/** An account of the first company with a role of its own, which sees all devices. */
async function addPeople(server: TestServer): Promise<RoleId> {
  const auths = ['equipment:view', 'history:view', 'alarm:acknowledge', 'project:view'] as const
  const role = { roleType: 'internal' as const, name: 'Shift leader', remark: 'Night shift', auths: [...auths] }
  const { id: roleId } = await server.admin.call(addRole, { ...role, dataRange: 'all', regions: null })
  await server.addAccount({ loginname: 'operator' })
  const { rows } = await server.admin.call(internalCalls.query, { keyword: 'operator' })
  const person = { name: 'Operator', phone: '+4915100000000', email: null, company: null, address: null }
  await server.admin.call(internalCalls.edit, {
    ...{ id: rows[0]!.id, ...person, customerLevel: null, securityZone: null, remark: '夜班' },
    ...{ roleId, departmentId: null, isAdmin: false },
  })
  return roleId
}

/** Group, history report and script of the device; the gateway runs all of it, and has executed one write. */
async function configureSite(admin: Caller, { equipmentId, gatewayId, id }: Site) {
  const group = await admin.call(addGroup, { name: 'Waterworks', parentId: null })
  await admin.call(editEquipment, {
    id: equipmentId,
    name: 'Pump station',
    groupId: group.id,
    number: 'KW-02',
  } as never)
  const columns = ['Level', 'Pump', 'Total', 'Name'] as const
  const report = await addReport(admin, equipmentId, { name: 'Every minute', columns })
  const { version } = await admin.call(queryConfig, { equipmentId })
  const script = {
    name: 'Reset',
    source: "tag('Setpoint').write(20)\n",
    trigger: { kind: 'period', everyMs: minute } as const,
  }
  await admin.call(saveScript, { equipmentId, version, script })
  await settled(admin, (await admin.call(startSync, { id: gatewayId })).uuid)
  const written = await admin.call(writeValue, { equipmentId, signalId: id('Setpoint'), value: 42 })
  await settled(admin, written.uuid)
  return report
}

/** Ten hours of minutes in chunks, and one hour that is not compacted: all kinds of values, and a bad reading. */
async function addHistory(
  server: TestServer,
  { box }: Site,
  columnIds: readonly ColumnId[],
  clock: { at: number },
): Promise<void> {
  const hours = 11
  for (let past = 0; past < hours; past += 1) {
    const minutes = Array.from({ length: 60 }, (_, m) => past * 60 + m)
    const rows = minutes.map((m): Value[] => [m / 4, m % 3 === 0, String(2n ** 60n + BigInt(m)), `LOT ${past}`])
    const ids = rows.flatMap(() => columnIds)
    const times = rows.flatMap((row, m) => row.map(() => m * minute))
    const codes = rows.flatMap((row, m) => row.map(() => (m === 7 ? 1714 : 200)))
    const at = clock.at
    clock.at += hour
    const seq = await box.record({}, { at, ids, values: rows.flat(), times, codes })
    await committed(() => box.acked() >= seq)
    await server.historian.settled()
    if (past === hours - 2) await server.historian.turn()
  }
}

/** Waits until the platform has acknowledged. */
const committed = (isAcknowledged: () => boolean): Promise<void> =>
  eventually(() => {
    if (!isAcknowledged()) throw new Error('the message is not committed')
  })

/** A rule for each state of an alarm, named after it, with one alarm in that state. */
async function addAlarms(server: TestServer, site: Site, clock: { at: number }): Promise<AlarmId[]> {
  const { admin } = server
  const names = ['active', 'acknowledged', 'cleared', 'past', 'latched', 'reset', 'shelved'] as const
  for (const [index, name] of names.entries()) {
    const ruleId = await addRule(admin, site, name, name === 'latched' || name === 'reset')
    const alarm = index.toString(16).padStart(16, '0')
    const raised = await site.box.event([{ ruleId, alarm, kind: 'raised', values: [[site.id('Level'), 4.5 + index]] }])
    clock.at += minute
    const isOver = ['cleared', 'past', 'latched', 'reset'].includes(name)
    const seq = isOver ? await site.box.event([{ ruleId, alarm, kind: 'cleared' }]) : raised
    await committed(() => site.box.acked('event') >= seq)
    await server.turn()
  }
  const { rows } = await admin.call(queryAlarms, { view: 'history' })
  const ids = (...of: readonly string[]): AlarmId[] => rows.filter(({ name }) => of.includes(name)).map(({ id }) => id)
  await admin.call(acknowledgeAlarms, { alarmIds: ids('acknowledged', 'past'), comment: 'Seen at the site' })
  await admin.call(resetAlarms, { alarmIds: ids('reset'), comment: null })
  await admin.call(shelveAlarms, { alarmIds: ids('shelved'), minutes: 7 * 24 * 60, reason: 'Sensor is replaced' })
  const missing = names.filter((name) => ids(name).length !== 1)
  if (missing.length > 0) throw new Error(`no alarm: ${missing.join(', ')}`)
  return ids(...names)
}

async function addRule(admin: Caller, { equipmentId, id }: Site, name: string, latched: boolean): Promise<number> {
  const { version } = await admin.call(queryConfig, { equipmentId })
  const condition = { kind: 'limit', signalId: id('Level'), is: 'above', limit: 4 } as const
  const rule = { name, level: 'severe' as const, condition, latched, content: `{value} m, ${name}`, advice: 'Look' }
  return (await admin.call(saveAlarmRule, { equipmentId, version, rule })).ruleId
}

/** Adds a project with an intermediate variable and a custom report, a page of the project, and one of the device. */
async function addProjectPages(admin: Caller, { equipmentId, id }: Site) {
  const signalId: SignalId = id('Level')
  const { projectId, mvarId, customReportId } = await projectOf(admin, 'Town water', { equipmentId, signalId })
  const data = { type: 'signal', signalId, equipId: equipmentId, title: 'Level', subTitle: 'Pump station' }
  const position = { x: 10, y: 20, width: 100, height: 30, rotate: 0 }
  const widgets = [{ id: 'a', widgetType: 'DataText', position, data }]
  const json = JSON.stringify({ con: { width: 800, height: 600, bgColor: '#102030' }, widgets, bind: {} })
  const page = { title: 'Overview', startup: '1' as const, json }
  const pages = [
    await admin.call(savePage, { equipmentId, ...page }),
    await admin.call(savePage, { projectId, ...page }),
  ]
  return { projectId, mvarId, customReportId, pageIds: pages.map((saved) => saved.id) }
}

type ProjectObjects = Awaited<ReturnType<typeof addProjectPages>>

/** Everyone who will ask: accounts, a program with an API key, a visitor of a share, and a wall display. */
async function addCallers(admin: Caller, equipId: EquipmentId, { projectId, pageIds }: ProjectObjects) {
  const { key } = await admin.call(addApiKey, { name: 'Bridge', auths: ['equipment:view', 'history:view'] })
  const password = 'Pump4711'
  const menus = ['realTime', 'page', 'history'] as const
  const shared = { equipId, isShared: true, topMenu: true, menus: [...menus], mayWrite: false, ancestors: [] }
  const { token } = await admin.call(renewShareLink, { equipId })
  await admin.call(editSharePassword, { equipId, sharePwd: password })
  await admin.call(editShareAuth, { ...shared, expiresAt: null })
  const shows = { name: 'Control room', pageIds: [pageIds[1]!], seconds: 20, theme: 'dark', language: 'en' } as const
  const display = await admin.call(addDisplay, { projectId, ...shows, pageIds: [...shows.pageIds] })
  return {
    admin: { loginname: 'admin', password: adminPassword },
    other: { loginname: 'other', password: adminPassword },
    operator: { loginname: 'operator', password: adminPassword },
    program: { key },
    visitor: { share: token, password },
    wall: { wall: (await admin.call(renewDisplayLink, { id: display.id })).token },
  }
}
