// Every call × everybody: let in exactly as its contract says, refused with the right code, and nothing told or changed.
// What is sent is no input at all, so that whoever is let in changes nothing either. By numbers of another company every
// call that names an object is asked for, too; accounts limited to a department and to their own ask by numbers of objects
// beyond their range.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Endpoint, Envelope, ObjectKind } from '../../contract/endpoint.ts'
import type { OrgId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Permission } from '../../contract/permissions.ts'
import { canHold } from '../../features/access/rules.ts'
import { setActing } from '../../features/acting/contract.ts'
import { saveAlarmFilter } from '../../features/alarm/contract.ts'
import { addApiKey } from '../../features/api-key/contract.ts'
import { addDepartment } from '../../features/department/contract.ts'
import { editEquipment } from '../../features/equipment/contract.ts'
import { addGrant } from '../../features/grant/contract.ts'
import { addGroup } from '../../features/group/contract.ts'
import { addInvitation } from '../../features/invitation/contract.ts'
import { addDisplay } from '../../features/kiosk/contract.ts'
import { savePage } from '../../features/page/contract.ts'
import { placedPermissions } from '../../features/permissions.ts'
import { addRole } from '../../features/role/contract.ts'
import { addScene } from '../../features/scene/contract.ts'
import { glbOf } from '../../features/scene/glb.ts'
import { addTemplate } from '../../features/template/contract.ts'
import { addUserSymbol } from '../../features/user-symbol/contract.ts'
import { alarm, alarmRule } from '../../testkit/alarms.ts'
import { endedImport } from '../../testkit/fleet-job.ts'
import { person } from '../../testkit/people.ts'
import { projectOf } from '../../testkit/projects.ts'
import { inputSchema, sample } from '../../testkit/sample.ts'
import { adminPassword, type Caller, callerOf, type TestServer, testServer } from '../../testkit/server.ts'
import { device, site } from '../../testkit/site.ts'
import { snapshotOf } from '../../testkit/snapshot.ts'
import { oneLine } from '../../testkit/symbols.ts'
import { pausedRollout } from '../../testkit/templates.ts'
import { rooms } from './rooms.ts'

const endpoints: readonly Endpoint[] = rooms.flat().map(({ endpoint }) => endpoint)
const named = endpoints.map((endpoint) => [endpoint.path, endpoint] as const)

type Keys = ReadonlySet<Permission>
const keys = (...own: Permission[]): Keys => new Set([...own, 'signedIn'])
const placed = (holds: (place: (typeof placedPermissions)[number]) => boolean): Permission[] =>
  placedPermissions.filter(holds).map(({ key }) => key)
const ofStaff = placed(({ isOperators, isForAdmin }) => isOperators && !isForAdmin)
const implied = placedPermissions.flatMap(
  ({ key, implies = [] }) => (ofStaff.includes(key) ? implies : []) as Permission[],
)
const ofCompany = placed(({ isOperators, isForAdmin }) => !isOperators && !isForAdmin)
const ofNarrow = placed((place) => !place.isForAllDevices && canHold('internal', place))
const watching: Permission[] = ['monitor:view', 'history:view']

/** What one is, beside what one holds. */
type Who = { caller: Caller; holds: Keys; is?: 'key' | 'new' | 'longAgo' }
let server: TestServer
const clock = { at: Date.UTC(2026, 2, 1) }
const everybody = new Map<string, Who>()
/** Of each kind one of the other company. */
const foreign = new Map<ObjectKind, number>()
/** Of each kind that has a range one of the own company that accounts limited to a department or their own have not. */
const beyond = new Map<ObjectKind, number>()
const narrow = ['internal, manager of a department', 'internal, manager of their own']
const secret = 'Not to be told'
let otherOrgId: OrgId

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 100_000, callsPerMinute: 100_000, now: () => clock.at })
  const everything = keys(...placed(() => true))
  everybody.set('an administrator, asked for the password long ago', {
    caller: server.admin,
    holds: everything,
    is: 'longAgo',
  })
  clock.at += limits.confirmedMs + 1
  const admin = await server.as('admin', adminPassword)
  everybody.set('an administrator', { caller: admin, holds: everything })
  await fillOther(admin, await server.otherCompany())
  await addUsual()
  await addWithRoles()
  await addSpecial(admin)
  await addNarrow(admin)
})
afterAll(() => server.stop())

/** One of each kind in the other company. */
async function fillOther(admin: Caller, other: Caller): Promise<void> {
  const { equipmentId, gatewayId, id: signalOf } = await site({ ...server, admin }, secret, other)
  const named = { name: secret, parentId: null }
  const [group, department] = [await other.call(addGroup, named), await other.call(addDepartment, named)]
  const role = await other.call(addRole, { roleType: 'internal', name: secret })
  const json = JSON.stringify({ widgets: [] })
  const page = await other.call(savePage, { equipmentId, title: secret, json })
  const grant = await other.call(addGrant, { roleId: role.id, equipmentId, loginname: null })
  const { db } = server.platform
  const { id: account, orgId } = await db
    .selectFrom('account')
    .select(['id', 'orgId'])
    .where('loginname', '=', 'other')
    .executeTakeFirstOrThrow()
  otherOrgId = orgId
  const signalId = signalOf('Level')
  const made = await projectOf(other, secret, { equipmentId, signalId })
  const shown = { pageIds: [], seconds: 20, theme: 'dark' as const, language: 'en' as const }
  const { id: display } = await other.call(addDisplay, { projectId: made.projectId, name: secret, ...shown })
  const { id: scene } = await other.call(addScene, { name: secret, model: glbOf([]).toString('base64') })
  const { id: template } = await other.call(addTemplate, { name: secret })
  const rollout = await pausedRollout(db, { templateId: template, equipmentId, orgId })
  const { id: userSymbol } = await other.call(addUserSymbol, { title: secret, content: oneLine })
  const fleetJob = await endedImport(db, orgId, secret)
  const all = {
    template,
    rollout,
    equipment: equipmentId,
    gateway: gatewayId,
    group: group.id,
    page: page.id,
    department: department.id,
    project: made.projectId,
    mvar: made.mvarId,
    customReport: made.customReportId,
    scene,
    userSymbol,
    fleetJob,
    display,
  }
  const invited = await other.call(addInvitation, { roleType: 'internal', days: 1, uses: 1 })
  const ruleId = await alarmRule(db, { equipmentId, orgId, name: secret })
  const alarms = {
    alarm: await alarm(db, { ruleId, raisedAt: clock.at }),
    alarmFilter: (await other.call(saveAlarmFilter, { name: secret })).id,
  }
  const people = { role: role.id, account, accessGrant: grant.id, invitation: invited.id }
  const one: Partial<Record<ObjectKind, number>> = { ...all, ...people, ...alarms }
  for (const [kind, id] of Object.entries(one)) foreign.set(kind as ObjectKind, id)
}

/** Of each kind one who has no role. */
async function addUsual(): Promise<void> {
  const usual = {
    operation: keys(...ofStaff, ...implied),
    enterprise: keys(...ofCompany),
    internal: keys(...watching),
    external: keys(...watching),
  }
  for (const roleType of Object.keys(usual) as (keyof typeof usual)[]) {
    await server.addAccount({ loginname: roleType, roleType })
    const caller = await server.as(roleType, adminPassword)
    everybody.set(`${roleType}, without a role`, { caller, holds: usual[roleType] })
  }
}

/** Roles of few keys: one that its kind cannot hold is none, nor is one for all devices to who sees some. */
async function addWithRoles(): Promise<void> {
  const roles: [string, Parameters<typeof person>[2], Parameters<typeof person>[3], Keys][] = [
    ['staff', { auths: ['feedback:view', 'staff:view', 'platform:admin'] }, 'operation', keys('feedback:view')],
    [
      'engineer',
      { auths: ['equipment:edit', 'group:edit', 'enterprise:view', 'outbox:view'] },
      'internal',
      keys('equipment:edit', 'equipment:view', 'monitor:view'),
    ],
    [
      'arranger',
      { auths: ['group:edit'], dataRange: 'all' },
      'internal',
      keys('group:edit', 'equipment:view', 'monitor:view'),
    ],
    [
      'customer',
      { auths: ['signal:write', 'equipment:edit', 'account:view'] },
      'external',
      keys('signal:write', 'monitor:view'),
    ],
    ['apprentice', {}, 'internal', keys()],
  ]
  for (const [name, rights, roleType, holds] of roles)
    everybody.set(`${roleType}, ${name}`, { caller: await person(server, name, rights, roleType), holds })
}

async function addSpecial(admin: Caller): Promise<void> {
  const shared = await device(admin, 'Shared')
  await admin.call(addGrant, { equipmentId: shared, loginname: 'other', mayWrite: true })
  const guest = await server.as('other', adminPassword)
  await guest.call(setActing, { orgId: 1 as OrgId })
  everybody.set('a guest', { caller: guest, holds: keys(...watching, 'history:export', 'signal:write') })

  const { key } = await everybody.get('internal, engineer')!.caller.call(addApiKey, {
    name: 'Bridge',
    auths: ['equipment:view'],
  })
  const caller = callerOf(server.url, '', key)
  everybody.set('an API key', { caller, holds: keys('equipment:view', 'monitor:view'), is: 'key' })

  await server.addAccount({ loginname: 'newcomer', roleType: 'enterprise' })
  const { db } = server.platform
  await db.updateTable('account').set({ changePassword: true }).where('loginname', '=', 'newcomer').execute()
  const newcomer = await server.as('newcomer', adminPassword)
  everybody.set('who must choose a password', { caller: newcomer, holds: keys(...ofCompany), is: 'new' })
  everybody.set('nobody', { caller: server.nobody, holds: new Set() })
}

/** Accounts that hold every key and see what their department, or they themselves, added; and objects of another department. */
async function addNarrow(admin: Caller): Promise<void> {
  const { db } = server.platform
  const department = async (name: string) => (await admin.call(addDepartment, { name, parentId: null })).id
  const [pumps, kilns] = [await department('Pumps'), await department('Kilns')]
  for (const [i, name] of narrow.entries()) {
    const dataRange = (['department', 'own'] as const)[i]!
    const caller = await person(server, `manager_${dataRange}`, { auths: ofNarrow, dataRange })
    await db.updateTable('account').set({ departmentId: pumps }).where('id', '=', caller.accountId).execute()
    everybody.set(name, { caller, holds: keys(...ofNarrow) })
  }
  const other = await person(server, 'kiln', { auths: ['monitor:view'] })
  await db.updateTable('account').set({ departmentId: kilns }).where('id', '=', other.accountId).execute()
  const group = await admin.call(addGroup, { name: 'Kiln hall', parentId: null })
  const { equipmentId, gatewayId, id: signalOf } = await site({ ...server, admin }, 'Kiln', admin)
  await admin.call(editEquipment, { id: equipmentId, name: 'Kiln', groupId: group.id })
  const { projectId, mvarId } = await projectOf(admin, 'Kilns', { equipmentId, signalId: signalOf('Level') })
  const grant = await admin.call(addGrant, { roleId: other.roleId, equipmentId, loginname: null })
  const invited = await admin.call(addInvitation, { roleType: 'internal', days: 1, uses: 1 })
  const devices = { equipment: equipmentId, gateway: gatewayId, group: group.id, project: projectId, mvar: mvarId }
  const people = { account: other.accountId, role: other.roleId, department: kilns }
  const links = { accessGrant: grant.id, invitation: invited.id }
  const all: Partial<Record<ObjectKind, number>> = { ...devices, ...people, ...links }
  for (const [kind, id] of Object.entries(all)) beyond.set(kind as ObjectKind, id)
}

/** The code that somebody is refused with; nothing: let in. */
function refusalOf({ may, confirmed, early, forKeys }: Endpoint, { holds, is }: Who): number | undefined {
  if (may === 'public') return undefined
  if (holds.size === 0) return 1006
  if (is === 'key' && (confirmed || (may === 'signedIn' && !forKeys))) return 1058
  if (!holds.has(may)) return may === 'signal:write' ? 90007 : 90002
  if (is === 'new' && !early) return 1012
  return is === 'longAgo' && confirmed ? 1011 : undefined
}

/** No input of any call. */
async function knock({ method, path }: Endpoint, { caller }: Who): Promise<Envelope<unknown>> {
  const headers = { 'content-type': 'application/json' }
  const response = await caller.raw(path, method === 'GET' ? {} : { method, headers, body: '[]' })
  return (await response.json()) as Envelope<unknown>
}

describe('a call lets in', () => {
  let before: string
  beforeAll(async () => {
    before = await snapshotOf(server.platform.db, 1)
  })

  it.each(named)('%s', async (_, endpoint) => {
    for (const [name, who] of everybody) {
      const refused = refusalOf(endpoint, who)
      const { code, data } = await knock(endpoint, who)
      if (refused) expect([name, code, data]).toEqual([name, refused, null])
      else expect([name, code]).toEqual([name, endpoint.method === 'GET' ? 200 : 10001])
    }
  })

  test('and nobody has changed anything', async () => {
    expect(await snapshotOf(server.platform.db, 1)).toBe(before)
  })
})

/** Files whose inside is looked at before anything else. */
const files: Record<string, string> = { csv: 'name,address,dataType\nA,40001,uint16', json: '{"widgets":[]}' }
const asking = named.filter(([, { on }]) => on)
/** Kinds of which an account sees those in its data range. */
const ofRange = new Set<ObjectKind>([
  ...(['equipment', 'gateway', 'group', 'project', 'mvar'] as const),
  ...(['account', 'role', 'department', 'accessGrant', 'invitation'] as const),
])

/** What it would take, with an object of `them` in every place for one. */
function inputWith(endpoint: Endpoint, them: ReadonlyMap<ObjectKind, number>): object {
  const input = Object.entries(sample(inputSchema(endpoint)) as object).map(([key, value]) => [
    key,
    files[key] ?? value,
  ])
  const lists = inputSchema(endpoint).properties ?? {}
  const ids = Object.entries(endpoint.on ?? {}).flatMap(([kind, fields]) =>
    [fields].flat().map((field) => {
      const id = them.get(kind as ObjectKind)
      return [field, lists[String(field)]?.type === 'array' ? [id] : id]
    }),
  )
  return Object.fromEntries([...input, ...ids])
}

describe('of another company nothing is there, by whatever kind of number', () => {
  let before: string
  beforeAll(async () => {
    before = await snapshotOf(server.platform.db, otherOrgId)
  })

  it.each(asking)('%s', async (_, endpoint) => {
    const [first] = Object.keys(endpoint.on ?? {})
    for (const [name, who] of everybody) {
      if (refusalOf(endpoint, who)) continue
      const answer = await who.caller.ask(endpoint, inputWith(endpoint, foreign) as never)
      expect([name, answer.code]).toEqual([name, first === 'equipment' ? 1101 : 10002])
      expect(JSON.stringify(answer)).not.toContain(secret)
    }
  })

  test('and nothing of it was changed', async () => {
    expect(before).toContain(secret)
    expect(await snapshotOf(server.platform.db, otherOrgId)).toBe(before)
  })
})

describe('beyond the data range nothing is there, by whatever kind of number', () => {
  let before: string
  beforeAll(async () => {
    before = await snapshotOf(server.platform.db, 1)
  })
  const ranged = asking.filter(([, { on = {}, refers = [] }]) => {
    const kinds = Object.entries(on).filter(([, fields]) => [fields].flat().some((field) => !refers.includes(field)))
    return kinds.length > 0 && kinds.every(([kind]) => ofRange.has(kind as ObjectKind))
  })

  it.each(ranged)('%s', async (_, endpoint) => {
    const [first] = Object.keys(endpoint.on ?? {})
    for (const name of narrow) {
      const who = everybody.get(name)!
      if (refusalOf(endpoint, who)) continue
      const answer = await who.caller.ask(endpoint, inputWith(endpoint, beyond) as never)
      expect([name, answer.code]).toEqual([name, first === 'equipment' ? 1101 : 10002])
    }
  })

  test('and nothing was changed, by whichever kind that has a range', async () => {
    expect([...beyond.keys()].sort()).toEqual([...ofRange].sort())
    expect(await snapshotOf(server.platform.db, 1)).toBe(before)
  })
})

test('the walk meets every kind of object, and somebody is refused and let in by every key', () => {
  const kinds = asking.flatMap(([, { on }]) => Object.keys(on ?? {}))
  expect(new Set(kinds)).toEqual(new Set(foreign.keys()))
  for (const [path, endpoint] of named) {
    const codes = [...everybody.values()].map((who) => refusalOf(endpoint, who))
    expect([path, codes.includes(undefined)]).toEqual([path, true])
    if (endpoint.may !== 'public') expect([path, codes.includes(1006)]).toEqual([path, true])
  }
})
