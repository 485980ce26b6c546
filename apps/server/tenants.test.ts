// Tests role × endpoint × tenant: with the id of an object of another company an endpoint finds nothing and changes
// nothing; the same holds within a company for objects that an account is not authorised to see, or may only read.
// Fields with ids are found by the types of the contract, so that new endpoints are covered automatically.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { AccountId, type EquipmentId, OrgId, type ProjectId } from '../../contract/fields.ts'
import { writeValue } from '../../features/device/command/contract.ts'
import { queryConfig } from '../../features/device/config/contract.ts'
import { equipmentInfo } from '../../features/device/equipment/contract.ts'
import { saveScript } from '../../features/device/script/contract.ts'
import { addTemplate } from '../../features/device/template/contract.ts'
import { placedPermissions } from '../../features/frame/permissions.ts'
import { addNotice } from '../../features/notify/notice/contract.ts'
import { savePage } from '../../features/page/page/contract.ts'
import { addScene } from '../../features/page/scene/contract.ts'
import { glbOf } from '../../features/page/scene/glb.ts'
import { addUserSymbol } from '../../features/page/user-symbol/contract.ts'
import { canHold } from '../../features/people/access/rules.ts'
import { setActing } from '../../features/people/acting/contract.ts'
import { addApiKey } from '../../features/people/api-key/contract.ts'
import { addGrant } from '../../features/people/grant/contract.ts'
import { addInvitation } from '../../features/people/invitation/contract.ts'
import { userInfo } from '../../features/people/login/contract.ts'
import { addRole } from '../../features/people/role/contract.ts'
import { addSignOn } from '../../features/people/single-sign-on/contract.ts'
import { queryMessages } from '../../features/platform/message/contract.ts'
import { addDisplay } from '../../features/project/kiosk/contract.ts'
import { saveAlarmFilter } from '../../features/watch/alarm/contract.ts'
import { alarm, alarmRule } from '../../testkit/alarms.ts'
import { addPasskey, byName, createAuthenticator, namedUrl } from '../../testkit/authenticator.ts'
import { firmwareOf } from '../../testkit/firmware.ts'
import { endedImport } from '../../testkit/fleet-job.ts'
import { hiddenKinds, type Kind, kindOf, shapesOf } from '../../testkit/ids-in.ts'
import { alarmOf, storeMessages } from '../../testkit/messages.ts'
import { projectOf } from '../../testkit/projects.ts'
import { addReport } from '../../testkit/reports.ts'
import { inputSchema, sample } from '../../testkit/sample.ts'
import { adminPassword, type Caller, callerOf, type TestServer, testServer } from '../../testkit/server.ts'
import { device, liveSite, registered, type Site, settled } from '../../testkit/site.ts'
import { snapshotOf } from '../../testkit/snapshot.ts'
import { oneLine } from '../../testkit/symbols.ts'
import { pausedRollout } from '../../testkit/templates.ts'
import { rooms } from './rooms.ts'

type Field = [key: string, kind: Kind, isList: boolean]
type Case = { endpoint: Endpoint; fields: Field[] }
const cases = rooms.flat().flatMap(({ endpoint }): [string, Case][] =>
  shapesOf(endpoint.input).flatMap((shape): [string, Case][] => {
    const fields = Object.entries(shape).flatMap(([key, type]): Field[] => {
      const found = kindOf(type)
      return found ? [[key, found.kind, found.isList]] : []
    })
    return fields.length === 0
      ? []
      : [[`${endpoint.path} by ${fields.map(([key]) => key).join(', ')}`, { endpoint, fields }]]
  }),
)

const met = new Set(cases.flatMap(([, { fields }]) => fields.map(([, kind]) => kind)))

/** The id returned by the call that adds an object of this kind, for kinds of new rooms. */
async function made(kind: Kind): Promise<number> {
  const adding = rooms.flat().find((served) => served.kind === 'change' && idKeyOf(served.endpoint, kind))
  if (!adding) throw new Error(`no call answers a new ${kind}: make one for the walk`)
  const { endpoint } = adding
  const fields = cases.flatMap(([, each]) => (each.endpoint === endpoint ? each.fields : []))
  const data = await server.admin.call(
    endpoint,
    inputOf(endpoint, Object.fromEntries(fields.filter(([, of]) => of !== kind).map(fillOf))),
  )
  return Number((data as Record<string, unknown>)[idKeyOf(endpoint, kind)!])
}

const idKeyOf = ({ output }: Endpoint, kind: Kind) =>
  shapesOf(output).flatMap(
    (shape) => Object.entries(shape).find(([, type]) => kindOf(type)?.kind === kind)?.[0] ?? [],
  )[0]

async function scriptOf(equipmentId: Site['equipmentId']): Promise<number> {
  const { version } = await server.admin.call(queryConfig, { equipmentId })
  const script = { name: 'Private', source: '1', trigger: { kind: 'start' } } as const
  return (await server.admin.call(saveScript, { equipmentId, version, script })).scriptId
}

let server: TestServer
let ours: Site
/** The id of one object of each kind in the other company. */
const foreign = new Map<Kind, number>()
let uuid = ''
const callers: [string, Caller][] = []
/** Has every permission, with access to one other device. */
const elsewhere: [string, Caller][] = []
/** Has every permission, with read access to the device. */
let viewer: Caller
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  ours = await liveSite(server, 'Private')
  const { equipmentId, gatewayId, driverId } = ours
  const signalId = ours.id('Setpoint')
  const report = await addReport(server.admin, equipmentId, { name: 'Private', columns: ['Setpoint'] })
  const issuer = 'https://private.example'
  const provider = { name: 'Private', slug: 'private', issuer, clientId: 'private', secret: 'private' }
  const { db } = server.platform
  const ruleId = await alarmRule(db, { equipmentId, name: 'Private' })
  const { projectId, mvarId, customReportId } = await projectOf(server.admin, 'Private', { equipmentId, signalId })
  const { firmwareId, runId } = await firmwareOf(server.admin, db, 'Private')
  const shown = { pageIds: [], seconds: 20, theme: 'dark' as const, language: 'en' as const }
  const { id: templateId } = await server.admin.call(addTemplate, { name: 'Private' })
  const kinds = {
    TemplateId: templateId,
    RolloutId: await pausedRollout(db, { templateId, equipmentId }),
    FleetJobId: await endedImport(db),
    AlarmRuleId: ruleId,
    AlarmId: await alarm(db, { ruleId, raisedAt: Date.now() }),
    AlarmFilterId: (await server.admin.call(saveAlarmFilter, { name: 'Private' })).id,
    EquipmentId: equipmentId,
    PageId: (await server.admin.call(savePage, { equipmentId, title: 'Private', json: '{"widgets":[]}' })).id,
    ProjectId: projectId,
    MvarId: mvarId,
    CustomReportId: customReportId,
    GatewayId: gatewayId,
    UnclaimedId: (await registered(server.admin)).id,
    DriverId: driverId,
    SignalId: signalId,
    ScriptId: await scriptOf(equipmentId),
    ReportId: report.reportId,
    ColumnId: report.columnIds[0]!,
    ObjectId: equipmentId,
    OrgId: 1,
    AccountId: 1,
    GrantId: await grantOf(equipmentId),
    EnterpriseAccountId: 1,
    InvitationId: (await server.admin.call(addInvitation, { roleType: 'internal', days: 1, uses: 1 })).id,
    PasskeyId: await passkeyOf(),
    MessageId: await messageOf(equipmentId),
    SceneId: (await server.admin.call(addScene, { name: 'Private', model: glbOf([]).toString('base64') })).id,
    UserSymbolId: (await server.admin.call(addUserSymbol, { title: 'Private', content: oneLine })).id,
    NoticeId: (await server.admin.call(addNotice, { title: 'Private', titleEn: 'P', body: 'P', bodyEn: 'P' })).id,
    DisplayId: (await server.admin.call(addDisplay, { projectId, name: 'Private', ...shown })).id,
    FirmwareId: firmwareId,
    RunId: runId,
    SignOnId: (await server.admin.call(addSignOn, { ...provider, orgId: 1 as OrgId })).id,
    ApiKeyId: (await server.admin.call(addApiKey, { name: 'Private', auths: ['monitor:view'] })).id,
  } satisfies Partial<Record<Kind, number>>
  for (const [kind, id] of Object.entries(kinds)) foreign.set(kind as Kind, id)
  for (const kind of met) if (!foreign.has(kind)) foreign.set(kind, await made(kind))
  uuid = (await server.admin.call(writeValue, { equipmentId, signalId, value: 1 })).uuid
  await settled(server.admin, uuid)
  const others = await server.otherCompany()
  callers.push(['administrator of another company', others])
  const { auths } = await others.call(userInfo, {})
  const { key } = await others.call(addApiKey, { name: 'Bridge', auths })
  callers.push(['API key of another company', callerOf(server.url, '', key)])
  await server.addAccount({ loginname: 'guest', roleType: 'external' })
  callers.push(['guest of the same company', await server.as('guest', adminPassword)])
  const other = await device(server.admin, 'Elsewhere')
  await authorise('other', other, true)
  const guest = await server.as('other', adminPassword)
  await guest.call(setActing, { orgId: 1 as OrgId })
  callers.push(['account of another company that acts in this one', guest])
  elsewhere.push(['engineer of another device', await engineer('engineer', other, true)])
  viewer = await engineer('viewer', equipmentId, false)
  await showProject('viewer', projectId)
  await server.turn()
})

/** Grants read access to a project, like that to a device. */
async function showProject(loginname: string, projectId: ProjectId): Promise<void> {
  const { db } = server.platform
  const { id: accountId } = await db
    .selectFrom('account')
    .select('id')
    .where('loginname', '=', loginname)
    .executeTakeFirstOrThrow()
  const grant = { orgId: OrgId.parse(1), accountId, projectId, createdAt: 1 }
  await db.insertInto('accessGrant').values(grant).execute()
}

/** Adds an account with every permission, for the one device granted to it. */
async function engineer(loginname: string, equipmentId: EquipmentId, mayWrite: boolean): Promise<Caller> {
  const { db } = server.platform
  const auths = placedPermissions.filter((place) => canHold('internal', place)).map(({ key }) => key)
  const role = {
    orgId: OrgId.parse(1),
    roleType: 'internal',
    name: `role of ${loginname}`,
    auths,
    dataRange: 'granted',
    createdAt: 1,
  } as const
  const { id: roleId } = await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()
  await server.addAccount({ loginname, roleType: 'internal' })
  await db.updateTable('account').set({ roleId }).where('loginname', '=', loginname).execute()
  await authorise(loginname, equipmentId, mayWrite)
  return server.as(loginname, adminPassword)
}

/** A passkey of our administrator. */
async function passkeyOf(): Promise<number> {
  const admin = byName(server.url, server.admin)
  return (await addPasskey(admin, createAuthenticator(namedUrl(server.url)), 'Private')).id
}

/** A message of our administrator about a device. */
async function messageOf(equipmentId: EquipmentId): Promise<number> {
  await storeMessages(server, alarmOf(equipmentId, 1, { to: [AccountId.parse(1)], title: 'Private' }))
  const { rows } = await server.admin.call(queryMessages, {})
  return rows[0]!.id
}

/** Grants one device of the first company to a role. */
async function grantOf(equipmentId: EquipmentId): Promise<number> {
  const { id: roleId } = await server.admin.call(addRole, { roleType: 'internal', name: 'Private' })
  return (await server.admin.call(addGrant, { roleId, equipmentId, loginname: null })).id
}

async function authorise(loginname: string, equipmentId: EquipmentId, mayWrite: boolean): Promise<void> {
  const { db } = server.platform
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('loginname', '=', loginname)
    .executeTakeFirstOrThrow()
  const grant = { orgId: OrgId.parse(1), accountId: account.id, equipmentId, mayWrite, createdAt: 1 }
  await db.insertInto('accessGrant').values(grant).execute()
}
afterAll(async () => {
  await ours.box[Symbol.asyncDispose]()
  await server.stop()
})

/** Reads all data of the first company. */
const snapshot = (): Promise<string> => snapshotOf(server.platform.db, 1)

/** Contents of files that the server parses before it checks anything else. */
const files: Record<string, string> = { csv: 'name,address,dataType\nA,40001,uint16', json: '{"widgets":[]}' }
const inputOf = (endpoint: Endpoint, own: object) => {
  const input = sample(inputSchema(endpoint)) as object
  const filled = Object.keys(input).flatMap((key) => (Object.hasOwn(files, key) ? [[key, files[key]]] : []))
  return { ...input, ...Object.fromEntries(filled), ...own } as never
}

const notFound = [1101, 1103, 1713, 10002]
const isEmpty = (data: unknown) =>
  Array.isArray(data) ? data.length === 0 : (data as { total?: number } | null)?.total === 0

/** Kinds of ids that name a device or a part of one. */
const ofDevices: readonly Kind[] = [
  'EquipmentId',
  'GatewayId',
  'DriverId',
  'SignalId',
  'ReportId',
  'ColumnId',
  'AlarmRuleId',
  'PageId',
  'ProjectId',
]
const deviceCases = cases.filter(([, { fields }]) => fields.every(([, kind]) => ofDevices.includes(kind)))
const isChange = (endpoint: Endpoint) =>
  rooms.flat().some((served) => served.endpoint === endpoint && ['change', 'command', 'wide'].includes(served.kind))

const fillOf = ([key, kind, isList]: Field) => [key, isList ? [foreign.get(kind)] : foreign.get(kind)] as const

describe('with the id of one of our objects', () => {
  it.each(cases)('%s', async (_, { endpoint, fields }) => {
    const before = await snapshot()
    const isOfDevice = deviceCases.some(([, each]) => each.endpoint === endpoint)
    for (const [who, caller] of isOfDevice ? [...callers, ...elsewhere] : callers) {
      const input = inputOf(endpoint, Object.fromEntries(fields.map(fillOf)))
      const { code, data } = await caller.ask(endpoint, input)
      const isHidden = notFound.includes(code) || code === 90002 || (code === 200 && isEmpty(data))
      expect([who, code, isHidden ? null : data]).toEqual([who, code, null])
      if (code !== 200) expect(JSON.stringify(data ?? '')).not.toContain('Private')
    }
    expect(await snapshot()).toBe(before)
  })

  describe('with read access to the device only', () => {
    // Objects added beside the device belong to the caller.
    const changes = deviceCases.filter(([, { endpoint }]) => isChange(endpoint) && !endpoint.beside)
    it.each(changes)('%s changes nothing', async (_, { endpoint, fields }) => {
      const before = await snapshot()
      const { code } = await viewer.ask(endpoint, inputOf(endpoint, Object.fromEntries(fields.map(fillOf))))
      expect([90007, 90002]).toContain(code)
      expect(await snapshot()).toBe(before)
    })

    test('the device can be read, and there is something to change', async () => {
      expect((await viewer.ask(equipmentInfo, { id: ours.equipmentId })).code).toBe(200)
      expect(changes.length).toBeGreaterThan(15)
    })
  })

  test('the walk covers every kind of id', () => {
    expect([...met].sort()).toEqual([...foreign.keys()].sort())
    expect(cases.length).toBeGreaterThan(25)
  })
})

test.each(rooms.flat().map(({ endpoint }) => [endpoint.path, endpoint.input] as const))(
  '%s names no object deeper than in a field of its own, where nobody looks whether it is visible',
  (path, input) => {
    const parts = ['DriverId', 'SignalId', 'ReportId', 'ColumnId', 'AlarmRuleId', 'ScriptId']
    // Recipients of a rule: features/device/alarm-rules/server.ts checks them and names the rule's field.
    const people = /^\/lfscada\/(equipment|project\/mvar)\/alarm\//.test(path) ? ['AccountId', 'RoleId'] : []
    // A drawing that names an object is refused: features/page/user-symbol/server.ts. Objects in a scene are visible
    // only to accounts that may see them.
    const drawn = /^\/lfscada\/(userSymbol|scene\/config)\//.test(path) ? ['ObjectId'] : []
    expect(hiddenKinds(input).filter((kind) => ![...parts, ...people, ...drawn].includes(kind))).toEqual([])
  },
)

test('with the uuid of one of our commands', async () => {
  const before = await snapshot()
  const other = await server.otherCompany()
  const byUuid = rooms.flat().filter(({ endpoint }) => shapesOf(endpoint.input)[0]?.uuid)
  expect(byUuid.length).toBeGreaterThanOrEqual(2)
  for (const { endpoint } of byUuid)
    expect(notFound).toContain((await other.ask(endpoint, inputOf(endpoint, { uuid }))).code)
  expect(await snapshot()).toBe(before)
})
