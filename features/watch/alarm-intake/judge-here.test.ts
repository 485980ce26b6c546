// Alarms of a gateway that cannot evaluate rules: real broker and database, a simulated older gateway.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abilities } from '../../../contract/abilities.ts'
import type { Database } from '../../../db/pool.ts'
import { testDatabase } from '../../../testkit/database.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { fakeGateway } from '../../../testkit/gateway.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, settled, site } from '../../../testkit/site.ts'
import { type AlarmRuleDraft, deleteAlarmRule, saveAlarmRule } from '../../device/alarm-rules/contract.ts'
import { queryConfig } from '../../device/config/contract.ts'
import { saveReport } from '../../device/report/contract.ts'
import { unbindGateway } from '../../gateway/binding/contract.ts'
import { gatewayInfo, planSync, startSync } from '../../gateway/gateway/contract.ts'

const older = abilities.filter((ability) => ability !== 'alarms')
let database: Database
let server: TestServer
let ahead = 0
let drawn = 0

beforeAll(async () => {
  database = await testDatabase()
  server = await testServer({ now: () => Date.now() + ahead, database })
})
afterAll(async () => {
  await server.stop()
  await database.stop()
})

async function oldSite(name: string, caller: Caller = server.admin): Promise<Site> {
  const made = await site(server, name, caller)
  made.box.abilities = older
  await made.box.connect()
  await synchronised(made, caller)
  return made
}

async function synchronised({ gatewayId }: Site, caller: Caller = server.admin): Promise<void> {
  const { uuid } = await caller.call(startSync, { id: gatewayId, force: true })
  expect(await settled(caller, uuid)).toMatchObject({ status: 'success' })
}

async function addRule(of: Site, rule: Partial<AlarmRuleDraft> = {}, caller: Caller = server.admin): Promise<number> {
  const { equipmentId } = of
  const { version } = await caller.call(queryConfig, { equipmentId })
  const level = { kind: 'limit', signalId: of.id('Level'), is: 'above', limit: 4.5 } as const
  const draft = { name: `Level ${++drawn}`, condition: level, level: 'severe', ...rule } as AlarmRuleDraft
  const { ruleId } = await caller.call(saveAlarmRule, { equipmentId, version, rule: draft })
  await server.turn()
  return ruleId
}

/** Adds a history report that stores the level on change; returns the id of its column. */
async function stored({ equipmentId, id }: Site): Promise<number> {
  const { version } = await server.admin.call(queryConfig, { equipmentId })
  const report = { name: 'Level', type: 'normal', mode: 'change', columns: [{ signalId: id('Level') }] } as const
  const { config } = await server.admin.call(saveReport, { equipmentId, version, report: report as never })
  return config.reports[0]!.columns[0]!.id
}

const rows = ({ equipmentId }: Site, ruleId?: number) =>
  server.platform.db
    .selectFrom('alarm')
    .selectAll()
    .where('equipmentId', '=', equipmentId)
    .$if(ruleId !== undefined, (query) => query.where('ruleId', '=', ruleId as never))
    .orderBy('id')
    .execute()
/** The states of all alarms in order: `stands` if active, or `over`. */
const states = async (of: Site, ruleId?: number) =>
  (await rows(of, ruleId)).map(({ clearedAt }) => (clearedAt === null ? 'stands' : 'over'))

/** Sends a level and waits until its alarms are in the list. */
async function reads(of: Site, level: number | null, change: { at?: number } = {}): Promise<void> {
  const { equipmentId } = of
  const at = change.at ?? server.platform.now()
  const isHeard = () => server.platform.live.get(equipmentId, of.id('Level'))?.at === at
  await of.box.live({ [of.id('Level')]: level }, { at, ...(level === null ? { codes: [1714] } : {}) })
  await eventually(() => expect(isHeard()).toBe(true))
  await server.turn()
}

/** Stops the platform immediately and starts another one on its database. */
async function restarted(of: Site): Promise<void> {
  await server.stop()
  server = await testServer({ now: () => Date.now() + ahead, database })
  const { sn, secret, box } = of
  const { boxId, bound, epoch } = box
  of.box = fakeGateway({ port: server.mqttPort, sn, secret, boxId, now: server.platform.now })
  Object.assign(of.box, { bound, epoch, abilities: box.abilities })
}

describe('rules of a gateway that cannot evaluate them', () => {
  test('are not sent to it, and the configurations match', async () => {
    const made = await oldSite('Matching')
    await addRule(made)
    expect(await server.admin.call(gatewayInfo, { id: made.gatewayId })).toMatchObject({ consistency: 'match' })
    const plan = await server.admin.call(planSync, { id: made.gatewayId })
    expect(plan).toMatchObject({ changes: [], judgedHere: 1 })
    await synchronised(made)
    const sent = made.box.commands.at(-1)
    expect(sent).toMatchObject({ kind: 'configure', bound: { config: { drivers: [{}] } } })
    expect(sent).not.toHaveProperty('bound.config.alarms')
  })

  test('raise and clear alarms from readings, and notify with their own text', async () => {
    const made = await oldSite('Judged')
    const ruleId = await addRule(made, { content: 'Well at {value} m', methods: ['push'] })
    await reads(made, 3)
    expect(await rows(made)).toEqual([])
    await reads(made, 4.82)
    await reads(made, null)
    await reads(made, 5)
    expect(await rows(made)).toMatchObject([
      { ruleId, content: 'Well at 4.82 m', value: { of: 4.82 }, clearedAt: null, isBacklog: false },
    ])
    await reads(made, 4)
    const [cleared] = await rows(made)
    expect(cleared!.clearedAt).toBeGreaterThan(cleared!.raisedAt)
    const told = await server.platform.db
      .selectFrom('message')
      .select('alarmId')
      .where('alarmId', '=', cleared!.id)
      .execute()
    expect(told.length).toBeGreaterThan(0)
  })

  test('respect their delays', async () => {
    const made = await oldSite('Delayed')
    await addRule(made, { onDelayS: 10 })
    await reads(made, 5)
    expect(await rows(made)).toEqual([])
    ahead += 9000
    await server.turn()
    expect(await rows(made)).toEqual([])
    ahead += 1500
    await server.turn()
    const [raised] = await rows(made)
    expect(raised).toMatchObject({ clearedAt: null, isBacklog: false })
    expect(raised!.raisedAt).toBe(server.platform.live.get(made.equipmentId, made.id('Level'))!.at + 10_000)
  })

  test('end their alarms when they are changed or removed', async () => {
    const made = await oldSite('Changed')
    const { equipmentId } = made
    const [first, second] = [await addRule(made), await addRule(made)]
    await reads(made, 5)
    expect(await states(made)).toEqual(['stands', 'stands'])
    const condition = { kind: 'limit', signalId: made.id('Level'), is: 'above', limit: 9 } as const
    const { version } = await server.admin.call(queryConfig, { equipmentId })
    const rule = { id: first as never, name: 'Higher', level: 'severe', condition } as const
    const saved = await server.admin.call(saveAlarmRule, { equipmentId, version, rule })
    await server.turn()
    expect(await states(made)).toEqual(['over', 'stands'])
    await server.admin.call(deleteAlarmRule, { equipmentId, version: saved.version, ruleId: second as never })
    await server.turn()
    expect(await states(made)).toEqual(['over', 'over'])
  })

  test('end their alarms when the device is unbound', async () => {
    const made = await oldSite('Unbound')
    await addRule(made)
    await reads(made, 5)
    await server.admin.call(unbindGateway, { equipmentId: made.equipmentId })
    await server.turn()
    expect(await states(made)).toEqual(['over'])
  })

  test('of another company are never evaluated with our readings', async () => {
    const [ours, other] = [await oldSite('Ours'), await server.otherCompany()]
    const theirs = await oldSite('Theirs', other)
    await addRule(ours)
    await addRule(theirs, {}, other)
    await reads(ours, 5)
    // Readings of our gateway for their device, under their binding, are refused before any evaluation.
    const { bound } = ours.box
    ours.box.bound = theirs.box.bound
    await ours.box.live({ [theirs.id('Level')]: 5 })
    ours.box.bound = bound
    await reads(ours, 5.5)
    expect([await states(ours), await states(theirs)]).toEqual([['stands'], []])
    await reads(theirs, 5)
    expect((await rows(theirs)).map(({ orgId }) => orgId)).not.toEqual((await rows(ours)).map(({ orgId }) => orgId))
  })

  test('evaluate stored records at the times of the records, and notify once for a backlog', async () => {
    const made = await oldSite('Stored')
    const column = await stored(made)
    await addRule(made)
    ahead += 3600_000
    await made.box.hello()
    const at = server.platform.now() - 1800_000
    await made.box.record({}, { at, ids: [column, column, column], values: [5, 3, 6], times: [0, 1000, 2000] })
    await eventually(() => expect(made.box.acked()).toBe(1))
    await server.turn()
    expect(await rows(made)).toMatchObject([
      { raisedAt: at, clearedAt: at + 1000, isBacklog: true },
      { raisedAt: at + 2000, clearedAt: null, isBacklog: true },
    ])
  })
})

describe('after a restart of the platform', () => {
  test('active alarms keep their identity, and cleared ones stay cleared', async () => {
    const made = await oldSite('Restarted')
    const [first, second] = [await addRule(made), await addRule(made, { offDelayS: 30 })]
    await reads(made, 5)
    await reads(made, 3)
    await reads(made, 6)
    const before = await rows(made, first)
    expect(await states(made, first)).toEqual(['over', 'stands'])
    await restarted(made)
    await made.box.connect()
    await reads(made, 5)
    expect(await rows(made, first)).toEqual(before)
    expect(await states(made, second)).toEqual(['stands'])
    await reads(made, 3)
    expect(await states(made, first)).toEqual(['over', 'over'])
    ahead += 31_000
    await server.turn()
    expect(await states(made, second)).toEqual(['over'])
  })

  test('an alarm that was not stored yet is raised from the history of its variable', async () => {
    const made = await oldSite('Cut short')
    const column = await stored(made)
    const ruleId = await addRule(made, { onDelayS: 60 })
    await made.box.record({ [column]: 5 })
    await eventually(() => expect(made.box.acked()).toBe(1))
    await server.turn()
    const { at } = server.platform.live.get(made.equipmentId, made.id('Level'))!
    await server.stop()
    await database.kysely.deleteFrom('lastValue').execute()
    ahead += 120_000
    await restarted(made)
    await server.turn()
    // Records that the gateway buffered meanwhile may change the result.
    expect(await rows(made)).toEqual([])
    ahead += 20_000
    await server.turn()
    expect(await rows(made)).toMatchObject([{ ruleId, raisedAt: at + 60_000, clearedAt: null, isBacklog: true }])
  })

  test('an alarm ends if its rule was removed meanwhile, even without new readings', async () => {
    const made = await oldSite('Gone meanwhile')
    const ruleId = await addRule(made)
    await reads(made, 5)
    await server.stop()
    await database.kysely
      .deleteFrom('configVersion')
      .where('objectId', '=', made.equipmentId as number)
      .execute()
    await database.kysely
      .updateTable('alarmRule')
      .set({ removedAt: 1 })
      .where('id', '=', ruleId as never)
      .execute()
    await restarted(made)
    await server.turn()
    expect(await states(made)).toEqual(['over'])
  })
})

test('a gateway upgraded to evaluate rules continues the active alarms when it gets the rules', async () => {
  const made = await oldSite('Upgraded')
  const ruleId = await addRule(made)
  await reads(made, 5)
  const [standing] = await rows(made)
  // The newer agent runs the old configuration without rules: it reports no active alarms, and the platform goes on
  // evaluating.
  made.box.abilities = [...abilities]
  await made.box.bye()
  await made.box.connect()
  await made.box.standing([])
  await reads(made, 5)
  expect(await rows(made)).toEqual([standing])
  expect(await server.admin.call(gatewayInfo, { id: made.gatewayId })).toMatchObject({ consistency: 'mismatch' })
  await synchronised(made)
  const handed = [{ ruleId, alarm: standing!.occurrence }]
  expect(made.box.commands.at(-1)).toMatchObject({ bound: { config: { alarms: [{ id: ruleId }] } }, standing: handed })
  await server.turn()
  await made.box.standing(handed)
  await reads(made, 3)
  expect(await rows(made)).toEqual([standing])
  const seq = await made.box.event([{ ruleId, alarm: standing!.occurrence, kind: 'cleared' }])
  await eventually(() => expect(made.box.acked('event')).toBe(seq))
  await server.turn()
  expect(await states(made)).toEqual(['over'])
  await reads(made, 5)
  expect(await states(made)).toEqual(['over'])
})
