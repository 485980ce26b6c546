// Tests every call with every kind of account: it is admitted exactly as its contract says, otherwise refused with the
// right code, and nothing is revealed or changed. The input is invalid, so that an admitted call changes nothing
// either. Every call that names an object is also sent ids of another company. data-range.test.ts covers accounts with
// a narrow data range.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Endpoint, Envelope, ObjectKind } from '../../contract/endpoint.ts'
import type { OrgId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Permission } from '../../contract/permissions.ts'
import { addGroup } from '../../features/device/group/contract.ts'
import { addTemplate } from '../../features/device/template/contract.ts'
import { placedPermissions } from '../../features/frame/permissions.ts'
import { savePage } from '../../features/page/page/contract.ts'
import { addScene } from '../../features/page/scene/contract.ts'
import { glbOf } from '../../features/page/scene/glb.ts'
import { addUserSymbol } from '../../features/page/user-symbol/contract.ts'
import { setActing } from '../../features/people/acting/contract.ts'
import { addApiKey } from '../../features/people/api-key/contract.ts'
import { addDepartment } from '../../features/people/department/contract.ts'
import { addGrant } from '../../features/people/grant/contract.ts'
import { addInvitation } from '../../features/people/invitation/contract.ts'
import { addRole } from '../../features/people/role/contract.ts'
import { addDisplay } from '../../features/project/kiosk/contract.ts'
import { saveAlarmFilter } from '../../features/watch/alarm/contract.ts'
import { alarm, alarmRule } from '../../testkit/alarms.ts'
import { inputWith, type Keys, keys, refusalOf, type Who } from '../../testkit/call-walk.ts'
import { endedImport } from '../../testkit/fleet-job.ts'
import { narrowManagers, shownOnWall } from '../../testkit/narrow-managers.ts'
import { person } from '../../testkit/people.ts'
import { projectOf } from '../../testkit/projects.ts'
import { adminPassword, type Caller, callerOf, type TestServer, testServer } from '../../testkit/server.ts'
import { device, site } from '../../testkit/site.ts'
import { snapshotOf } from '../../testkit/snapshot.ts'
import { oneLine } from '../../testkit/symbols.ts'
import { pausedRollout } from '../../testkit/templates.ts'
import { rooms } from './rooms.ts'

const endpoints: readonly Endpoint[] = rooms.flat().map(({ endpoint }) => endpoint)
const named = endpoints.map((endpoint) => [endpoint.path, endpoint] as const)

const placed = (holds: (place: (typeof placedPermissions)[number]) => boolean): Permission[] =>
  placedPermissions.filter(holds).map(({ key }) => key)
const ofStaff = placed(({ isOperators, isForAdmin }) => isOperators && !isForAdmin)
const implied = placedPermissions.flatMap(
  ({ key, implies = [] }) => (ofStaff.includes(key) ? implies : []) as Permission[],
)
const ofCompany = placed(({ isOperators, isForAdmin }) => !isOperators && !isForAdmin)
const watching: Permission[] = ['monitor:view', 'history:view']

let server: TestServer
const clock = { at: Date.UTC(2026, 2, 1) }
const everybody = new Map<string, Who>()
/** The id of one object of each kind in the other company. */
const foreign = new Map<ObjectKind, number>()
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
  for (const [name, who] of (await narrowManagers(server, admin)).managers) everybody.set(name, who)
})
afterAll(() => server.stop())

/** Creates one object of each kind in the other company. */
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
  const { id: display } = await other.call(addDisplay, { projectId: made.projectId, name: secret, ...shownOnWall })
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

/** Adds an account of each kind without a role. */
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

/**
 * Adds accounts whose roles have few keys. A key that the kind of account cannot hold has no effect, nor has one for
 * all devices if the account sees only some.
 */
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

/** Sends an input that no call accepts. */
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
    const answers = await Promise.all(
      [...everybody].map(async ([name, who]) => [name, who, await knock(endpoint, who)] as const),
    )
    for (const [name, who, { code, data }] of answers) {
      const refused = refusalOf(endpoint, who)
      if (refused) expect([name, code, data]).toEqual([name, refused, null])
      else expect([name, code]).toEqual([name, endpoint.method === 'GET' ? 200 : 10001])
    }
  })

  test('and nothing was changed', async () => {
    expect(await snapshotOf(server.platform.db, 1)).toBe(before)
  })
})

const asking = named.filter(([, { on }]) => on)
describe('objects of another company are not found, by any kind of number', () => {
  let before: string
  beforeAll(async () => {
    before = await snapshotOf(server.platform.db, otherOrgId)
  })

  it.each(asking)('%s', async (_, endpoint) => {
    const [first] = Object.keys(endpoint.on ?? {})
    const input = inputWith(endpoint, foreign) as never
    const letIn = [...everybody].filter(([, who]) => !refusalOf(endpoint, who))
    const answers = await Promise.all(
      letIn.map(async ([name, { caller }]) => [name, await caller.ask(endpoint, input)] as const),
    )
    for (const [name, answer] of answers) {
      expect([name, answer.code]).toEqual([name, first === 'equipment' ? 1101 : 10002])
      expect(JSON.stringify(answer)).not.toContain(secret)
    }
  })

  test('and nothing of it was changed', async () => {
    expect(before).toContain(secret)
    expect(await snapshotOf(server.platform.db, otherOrgId)).toBe(before)
  })
})

test('the walk covers every kind of object, and every key refuses and admits at least one account', () => {
  const kinds = asking.flatMap(([, { on }]) => Object.keys(on ?? {}))
  expect(new Set(kinds)).toEqual(new Set(foreign.keys()))
  for (const [path, endpoint] of named) {
    const codes = [...everybody.values()].map((who) => refusalOf(endpoint, who))
    expect([path, codes.includes(undefined)]).toEqual([path, true])
    if (endpoint.may !== 'public') expect([path, codes.includes(1006)]).toEqual([path, true])
  }
})
