// Alarms over intermediate variables: HTTP, real broker and database, two simulated gateways.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlarmRuleId, MvarId, ProjectId } from '../../../contract/fields.ts'
import type { Database } from '../../../db/pool.ts'
import { testDatabase } from '../../../testkit/database.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { fakeGateway } from '../../../testkit/gateway.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import type { AlarmRuleDraft } from '../../device/alarm-rules/contract.ts'
import { queryConfig } from '../../device/config/contract.ts'
import { deleteReport, saveReport } from '../../device/report/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { acknowledgeAlarms, exportAlarms, queryAlarms } from '../../watch/alarm/contract.ts'
import { addMvar, deleteMvar, editMvar } from '../../watch/mvar/contract.ts'
import { addProject, addProjectEquips, deleteProject, deleteProjectEquip } from '../project/contract.ts'
import { deleteMvarAlarm, queryMvarAlarms, saveMvarAlarm, tryMvarAlarm } from './contract.ts'

let database: Database
let server: TestServer
let intake: Site
let works: Site
let ahead = 0
let count = 0
let projectId: ProjectId
let mvarId: MvarId

beforeAll(async () => {
  database = await testDatabase()
  server = await testServer({ now: () => Date.now() + ahead, database, loginsPerMinute: 1000 })
  intake = await liveSite(server, 'Intake')
  works = await liveSite(server, 'Works')
  for (const of of [intake, works]) await stored(of)
  // After this time the gateways have sent everything that they buffered.
  ahead += 20_000
})
afterAll(async () => {
  await server.stop()
  await database.stop()
})
beforeEach(async () => {
  count += 1
  projectId = (await server.admin.call(addProject, { name: `Town ${count}`, note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [intake.equipmentId, works.equipmentId] })
  mvarId = (await server.admin.call(addMvar, { projectId, ...total() })).id
  await reads(intake, 1)
  await reads(works, 1)
})

const named = (site: Site, name = 'Level') => `\${${site.equipmentId}.${site.id(name)}}`
const total = (text = `${named(intake)}, ${named(works)}`) => ({
  ...{ title: 'Water in store', unit: 'm', decimals: 1 },
  formula: { calcType: 'sum' as const, text },
})

/** Stores the level on change, and not the state of the pump. */
async function stored({ equipmentId, id }: Site): Promise<void> {
  const { version } = await server.admin.call(queryConfig, { equipmentId })
  const report = { name: 'Level', type: 'normal', mode: 'change', columns: [{ signalId: id('Level') }] }
  await server.admin.call(saveReport, { equipmentId, version, report: report as never })
}

const draft = (change: Partial<AlarmRuleDraft> = {}): AlarmRuleDraft =>
  ({
    ...{ name: 'Too much water', level: 'severe', content: 'In store: {value} m, limit {limit}' },
    condition: { kind: 'limit', signalId: mvarId as never, is: 'above', limit: 5 },
    ...change,
  }) as AlarmRuleDraft
const save = (change: Partial<AlarmRuleDraft> = {}, at = intake, caller: Caller = server.admin) =>
  caller.call(saveMvarAlarm, { mvarId, equipmentId: at.equipmentId, rule: draft(change) })

/** Sends a level and waits until its alarms are in the list. */
async function reads({ equipmentId, box, id }: Site, level: number | null, { at = server.platform.now() } = {}) {
  await box.live({ [id('Level')]: level }, { at, ...(level === null ? { codes: [1714] } : {}) })
  await eventually(() => expect(server.platform.live.get(equipmentId, id('Level'))?.at).toBe(at))
  await server.turn()
}

const rows = (ruleId: AlarmRuleId) =>
  server.platform.db.selectFrom('alarm').selectAll().where('ruleId', '=', ruleId).orderBy('id').execute()
/** The states of all alarms in order: `stands` if active, or `over`. */
const states = async (ruleId: AlarmRuleId) =>
  (await rows(ruleId)).map(({ clearedAt }) => (clearedAt === null ? 'stands' : 'over'))

describe('a rule over a sum of two devices', () => {
  test('raises and clears an alarm at its device, with the text and the value of the variable', async () => {
    const { ruleId } = await save({ methods: ['push'] })
    await reads(intake, 3)
    expect(await rows(ruleId)).toEqual([])
    await reads(works, 4)
    const [raised] = await rows(ruleId)
    expect(raised).toMatchObject({
      ...{ equipmentId: intake.equipmentId, kind: 'limit', level: 'severe', content: 'In store: 7.0 m, limit 5.0' },
      ...{ value: { of: 7 }, unit: 'm', decimals: 1, signalId: null, limitText: '> 5.0', bindingId: null },
    })
    const { rows: listed } = await server.admin.call(queryAlarms, { equipmentId: intake.equipmentId })
    expect(listed[0]).toMatchObject({
      ...{ id: raised!.id, isHeard: true, mvar: { title: 'Water in store', id: mvarId, projectId } },
    })
    const asked = {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ view: 'open', ruleId, format: 'csv' }),
    }
    const file = await server.admin.raw(exportAlarms.path, asked)
    expect(await file.text()).toContain(',Intake,Water in store,Too much water,')
    await server.admin.call(acknowledgeAlarms, { alarmIds: [raised!.id] })
    await reads(works, 1)
    expect(await states(ruleId)).toEqual(['over'])
    const told = server.platform.db.selectFrom('message').select('id').where('alarmId', '=', raised!.id)
    expect((await told.execute()).length).toBeGreaterThan(0)
  })

  test('changes nothing while an input is bad, and continues when it is good again', async () => {
    const { ruleId } = await save()
    await reads(works, 2)
    await reads(intake, null)
    await reads(works, 9)
    expect(await rows(ruleId)).toEqual([])
    await reads(intake, 1)
    expect(await states(ruleId)).toEqual(['stands'])
    await reads(intake, null)
    await reads(works, 0)
    expect(await states(ruleId)).toEqual(['stands'])
    await reads(intake, 0)
    expect(await states(ruleId)).toEqual(['over'])
  })

  test('changes nothing while an input’s gateway is offline, and continues after its backlog has arrived', async () => {
    const { ruleId } = await save()
    await works.box.bye()
    await eventually(async () => {
      await server.turn()
      const { state } = await server.platform.db
        .selectFrom('gateway')
        .select('state')
        .where('id', '=', works.gatewayId)
        .executeTakeFirstOrThrow()
      expect(state).toBe('offline')
    })
    await reads(intake, 9)
    expect(await rows(ruleId)).toEqual([])
    await works.box.connect()
    await server.turn()
    expect(await rows(ruleId)).toEqual([])
    ahead += 16_000
    await server.turn()
    expect(await states(ruleId)).toEqual(['stands'])
    await reads(intake, 1)
    expect(await states(ruleId)).toEqual(['over'])
  })

  test('respects its delay', async () => {
    const { ruleId } = await save({ onDelayS: 10 })
    await reads(intake, 9)
    expect(await rows(ruleId)).toEqual([])
    ahead += 10_500
    await server.turn()
    expect(await states(ruleId)).toEqual(['stands'])
  })

  test('continues its active alarm after a restart, and cleared alarms stay cleared', async () => {
    const { ruleId } = await save()
    await reads(intake, 9)
    await reads(intake, 1)
    await reads(intake, 8)
    const before = await rows(ruleId)
    expect(await states(ruleId)).toEqual(['over', 'stands'])
    await restarted()
    await server.turn()
    expect(await rows(ruleId)).toEqual(before)
    await reads(intake, 9)
    expect(await rows(ruleId)).toEqual(before)
    ahead += 16_000
    await server.turn()
    await reads(intake, 1)
    expect(await states(ruleId)).toEqual(['over', 'over'])
  })
})

/** Stops the platform immediately and starts another one on its database. */
async function restarted(): Promise<void> {
  await server.stop()
  server = await testServer({ now: () => Date.now() + ahead, database, loginsPerMinute: 1000 })
  for (const of of [intake, works]) {
    const { boxId, bound, epoch } = of.box
    of.box = fakeGateway({ port: server.mqttPort, sn: of.sn, secret: of.secret, boxId, now: server.platform.now })
    Object.assign(of.box, { bound, epoch })
    await of.box.connect()
  }
}

describe('an active alarm is cleared', () => {
  let ruleId: AlarmRuleId
  beforeEach(async () => {
    ruleId = (await save()).ruleId
    await reads(intake, 9)
    expect(await states(ruleId)).toEqual(['stands'])
  })
  const isOver = async () => {
    await server.turn()
    expect(await states(ruleId)).toEqual(['over'])
  }

  test('when the rule is deleted', async () => {
    await server.admin.call(deleteMvarAlarm, { mvarId, ruleId })
    await isOver()
  })

  test('when the rule is disabled or gets another limit', async () => {
    const rule = { ...draft(), id: ruleId, condition: { ...draft().condition, limit: 20 } } as AlarmRuleDraft
    await server.admin.call(saveMvarAlarm, { mvarId, equipmentId: intake.equipmentId, rule })
    await isOver()
    await server.admin.call(saveMvarAlarm, {
      mvarId,
      equipmentId: intake.equipmentId,
      rule: { ...rule, enabled: false },
    })
    expect((await server.admin.call(queryMvarAlarms, { mvarId })).rules).toMatchObject([{ id: ruleId, enabled: false }])
  })

  test('when the rule is moved to another device, where a new alarm is raised', async () => {
    const rule = { ...draft(), id: ruleId }
    const { ruleId: next } = await server.admin.call(saveMvarAlarm, { mvarId, equipmentId: works.equipmentId, rule })
    await isOver()
    expect(await rows(next)).toMatchObject([{ equipmentId: works.equipmentId, clearedAt: null }])
  })

  test('when the formula is changed', async () => {
    await server.admin.call(editMvar, { id: mvarId, ...total(named(works)) })
    await isOver()
  })

  test('when the variable is deleted; the alarm keeps its texts', async () => {
    await server.admin.call(deleteMvar, { id: mvarId })
    await isOver()
    const { rows: listed } = await server.admin.call(queryAlarms, { view: 'history', ruleId })
    expect(listed).toMatchObject([
      { name: 'Too much water', mvar: { title: 'Water in store', id: null, projectId: null } },
    ])
  })

  test('when the project is deleted', async () => {
    await server.admin.call(deleteProject, { id: projectId })
    await isOver()
  })

  test('when its device or that of an input is removed from the project', async () => {
    await server.admin.call(deleteProjectEquip, { projectId, equipmentId: works.equipmentId })
    await isOver()
    expect((await server.admin.call(queryMvarAlarms, { mvarId })).rules).toMatchObject([{ id: ruleId, idle: 'input' }])
    await server.admin.call(addProjectEquips, { projectId, equipmentIds: [works.equipmentId] })
    await server.turn()
    expect(await states(ruleId)).toEqual(['over', 'stands'])
    await server.admin.call(deleteProjectEquip, { projectId, equipmentId: intake.equipmentId })
    await server.turn()
    expect(await states(ruleId)).toEqual(['over', 'over'])
  })

  test('when no report stores an input any more', async () => {
    const { equipmentId } = works
    const { version, config } = await server.admin.call(queryConfig, { equipmentId })
    await server.admin.call(deleteReport, { equipmentId, version, reportId: config.reports[0]!.id })
    ahead += 11_000
    await isOver()
    expect(await server.admin.call(queryMvarAlarms, { mvarId })).toMatchObject({
      ...{ unstored: ['Works · Tank level'], rules: [{ idle: 'unstored' }] },
    })
    await stored(works)
  })
})

describe('a rule is refused', () => {
  const ask = (change: Partial<AlarmRuleDraft>, equipmentId = intake.equipmentId) =>
    server.admin.ask(saveMvarAlarm, { mvarId, equipmentId, rule: draft(change) })

  test('over an input that no history report stores, with the name of the input', async () => {
    await server.admin.call(editMvar, { id: mvarId, ...total(`${named(intake)}, ${named(works, 'Setpoint')}`) })
    const { code, msg } = await ask({})
    expect([code, msg]).toEqual([2617, expect.stringContaining('Works · Setpoint')])
  })

  test('at a device outside the project', async () => {
    await server.admin.call(deleteProjectEquip, { projectId, equipmentId: works.equipmentId })
    expect(await ask({}, works.equipmentId)).toMatchObject({ code: 10002, data: { field: 'equipmentId' } })
  })

  test('with a condition of devices, or over another variable', async () => {
    expect((await ask({ condition: { kind: 'offline' } })).code).toBe(10001)
    const other = { kind: 'limit', signalId: intake.id('Level'), is: 'above', limit: 1, deadBand: undefined } as const
    expect(await ask({ condition: other })).toMatchObject({ data: { field: 'condition.signalId' } })
  })

  test('with a name that another rule has, and beyond 20 rules', async () => {
    await save()
    expect((await ask({})).code).toBe(10003)
    for (let i = 1; i < 20; i += 1) await save({ name: `Rule ${i}` })
    expect(await ask({ name: 'One more' })).toMatchObject({ code: 2616 })
  })
})

describe('permissions', () => {
  test('a viewer of the device sees its alarm and the title, without a link to an invisible project', async () => {
    const someone = await person(server, `operator-${count}`, { auths: ['alarm:view', 'monitor:view'] })
    const grant = { accountId: someone.accountId, loginname: null, mayWrite: false }
    await server.admin.call(addGrant, { ...grant, equipmentId: works.equipmentId })
    const { ruleId } = await save()
    await reads(intake, 9)
    const seen = async () => (await someone.call(queryAlarms, { ruleId })).rows
    expect(await seen()).toEqual([])
    await server.admin.call(addGrant, { ...grant, equipmentId: intake.equipmentId })
    expect(await seen()).toMatchObject([{ mvar: { title: 'Water in store', id: null, projectId: null } }])
  })

  test('a rule can only be placed at devices that the author may change', async () => {
    const author = await person(server, `author-${count}`, { auths: ['project:edit', 'project:view', 'monitor:view'] })
    const grant = { accountId: author.accountId, loginname: null }
    await server.admin.call(addProjectGrant, { ...grant, projectId, mayWrite: true })
    await server.admin.call(addGrant, { ...grant, equipmentId: intake.equipmentId, mayWrite: true })
    await server.admin.call(addGrant, { ...grant, equipmentId: works.equipmentId, mayWrite: false })
    const { devices } = await author.call(queryMvarAlarms, { mvarId })
    expect(devices.map(({ equipmentId }) => equipmentId)).toEqual([intake.equipmentId])
    const { ruleId } = await save({}, intake, author)
    const asked = { mvarId, equipmentId: works.equipmentId, rule: draft({ name: 'There' }) }
    expect((await author.ask(saveMvarAlarm, asked)).code).toBe(90007)
    const { ruleId: theirs } = await save({ name: 'There' }, works)
    expect((await author.ask(deleteMvarAlarm, { mvarId, ruleId: theirs })).code).toBe(90007)
    await author.call(deleteMvarAlarm, { mvarId, ruleId })
  })

  test('another company has no access', async () => {
    const { ruleId } = await save()
    const other = await server.otherCompany()
    const asked = [
      other.ask(queryMvarAlarms, { mvarId }),
      other.ask(saveMvarAlarm, { mvarId, equipmentId: intake.equipmentId, rule: draft() }),
      other.ask(deleteMvarAlarm, { mvarId, ruleId }),
      other.ask(tryMvarAlarm, { mvarId, rule: draft(), from: 0, to: 1 }),
    ]
    expect((await Promise.all(asked)).map(({ code }) => code)).toEqual([10002, 10002, 10002, 10002])
    await reads(intake, 9)
    expect((await other.call(queryAlarms, {})).rows).toEqual([])
    expect(await states(ruleId)).toEqual(['stands'])
  })
})

test('a rule is tried on the formula over the stored readings', async () => {
  const begin = server.platform.now() - 600_000
  for (const [of, values] of [
    [intake, [1, 4, 1]],
    [works, [2, 2, 2]],
  ] as const) {
    const { config } = await server.admin.call(queryConfig, { equipmentId: of.equipmentId })
    const column = config.reports[0]!.columns[0]!.id
    await of.box.hello()
    const seq = await of.box.record(
      {},
      { at: begin, ids: [column, column, column], values: [...values], times: [0, 60_000, 120_000] },
    )
    await eventually(() => expect(of.box.acked()).toBe(seq))
  }
  await server.turn()
  const tried = await server.admin.call(tryMvarAlarm, {
    mvarId,
    rule: draft(),
    from: begin - 1000,
    to: begin + 300_000,
  })
  expect(tried).toMatchObject({
    ...{ unstored: [], edited: { raised: 1, activeMs: 60_000, alarms: [{ raisedAt: begin + 60_000, value: 6 }] } },
  })
  expect(tried.readings).toBeGreaterThan(2)
})
