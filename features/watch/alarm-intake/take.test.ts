// The path of an alarm from the gateway to the list: real broker and database, a simulated gateway.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OrgId } from '../../../contract/fields.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import type { AlarmRuleDraft } from '../../device/alarm-rules/contract.ts'
import { saveAlarmRule } from '../../device/alarm-rules/contract.ts'
import { queryConfig } from '../../device/config/contract.ts'

let server: TestServer
let site: Site
let ruleId: number
let ahead = 0
let drawn = 0
const name = () => (++drawn).toString(16).padStart(16, '0')

async function addRule(of: Site, rule: Partial<AlarmRuleDraft> = {}): Promise<number> {
  const { version } = await server.admin.call(queryConfig, { equipmentId: of.equipmentId })
  const level = { kind: 'limit', signalId: of.id('Level'), is: 'above', limit: 4.5 } as const
  const draft = { name: `Level ${++drawn}`, condition: level, level: 'severe', ...rule } as const
  const input = { equipmentId: of.equipmentId, version, rule: draft as AlarmRuleDraft }

  return (await server.admin.call(saveAlarmRule, input)).ruleId
}

const rows = (of = site) =>
  server.platform.db.selectFrom('alarm').selectAll().where('equipmentId', '=', of.equipmentId).orderBy('id').execute()
/** Waits until everything sent so far is acknowledged and in the list. */
async function taken() {
  await eventually(() => expect(site.box.acked('event')).toBe(sent))
  await server.turn()
}
let sent = 0
async function say(events: Parameters<Site['box']['event']>[0], change: Parameters<Site['box']['event']>[1] = {}) {
  sent = await site.box.event(events, change)
  await taken()
}

beforeAll(async () => {
  server = await testServer({ now: () => Date.now() + ahead })
  site = await liveSite(server, 'Alarmed')
  ruleId = await addRule(site, { content: `Well at {value} m, limit {limit}, pump {${site.id('Pump')}}` })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.platform.db.deleteFrom('alarm').execute()
})

describe('an alarm', () => {
  test('is raised with its values in its text, cleared once, and never becomes active again', async () => {
    const alarm = name()
    const values: [number, number | boolean][] = [
      [site.id('Level'), 4.82],
      [site.id('Pump'), false],
    ]
    await say([{ ruleId, alarm, kind: 'raised', values }])
    expect(await rows()).toMatchObject([
      {
        level: 'severe',
        content: 'Well at 4.82 m, limit 4.5, pump false',
        unit: 'm',
        value: { of: 4.82 },
        limitText: '> 4.5',
        clearedAt: null,
        isOpen: true,
        isBacklog: false,
      },
    ])
    await say([{ ruleId, alarm, kind: 'cleared' }])
    const [cleared] = await rows()
    expect(cleared!.clearedAt).toBeGreaterThanOrEqual(cleared!.raisedAt)
    await say([{ ruleId, alarm, kind: 'raised', values }])
    expect(await rows()).toEqual([cleared])
  })

  test('that is sent twice is stored once', async () => {
    const alarm = name()
    await say([{ ruleId, alarm, kind: 'raised' }])
    const again = { seq: sent }
    await site.box.event([{ ruleId, alarm, kind: 'raised' }], again)
    await taken()
    expect(await rows()).toHaveLength(1)
  })

  test('ends the previous alarm of its rule, whose clearing was lost', async () => {
    await say([{ ruleId, alarm: name(), kind: 'raised' }])
    await say([{ ruleId, alarm: name(), kind: 'raised', t: 5 }])
    const [first, second] = await rows()
    expect(first!.clearedAt).toBe(second!.raisedAt)
    expect(second!.clearedAt).toBeNull()
  })

  test('that was cleared before the next one was raised keeps its time, also if both are sent together', async () => {
    const [first, second] = [name(), name()]
    await say([
      { ruleId, alarm: first, kind: 'raised', t: -50 },
      { ruleId, alarm: first, kind: 'cleared', t: -40 },
      { ruleId, alarm: second, kind: 'raised', t: -10 },
    ])
    const [over, stands] = await rows()
    expect([over!.clearedAt! - over!.raisedAt, stands!.clearedAt]).toEqual([10, null])
  })

  test('that was raised long before it arrived is marked as backlog', async () => {
    await say([{ ruleId, alarm: name(), kind: 'raised', t: -120_000 }])
    expect(await rows()).toMatchObject([{ isBacklog: true }])
  })

  test('of another device, or without a rule, is dropped', async () => {
    const other = await liveSite(server, `Other ${name()}`)
    const foreign = await addRule(other)
    await say([
      { ruleId: foreign, alarm: name(), kind: 'raised' },
      { ruleId: 2_000_000_000, alarm: name(), kind: 'raised' },
    ])
    expect([...(await rows()), ...(await rows(other))]).toEqual([])
    await other.box[Symbol.asyncDispose]()
  })

  test('from a gateway for a device that it never served goes to quarantine, and later ones are stored', async () => {
    await say([{ ruleId, alarm: name(), kind: 'raised' }], { equipmentId: 99_999 })
    await say([{ ruleId, alarm: name(), kind: 'raised' }])
    expect(await rows()).toHaveLength(1)
    const apart = await server.platform.db.selectFrom('historyQuarantine').selectAll().execute()
    expect(apart).toMatchObject([{ reason: 'foreignBinding', lane: 0 }])
  })
})

describe('a message', () => {
  const messages = () =>
    server.platform.db.selectFrom('message').select(['note', 'titleEn', 'alarmId']).orderBy('id').execute()

  test('goes once to everyone who sees the device, and not for chattering or shelved rules', async () => {
    const loud = await addRule(site, { name: 'Told', methods: ['push'] })
    await say([{ ruleId: loud, alarm: name(), kind: 'raised' }])
    const first = await messages()
    expect(first).toMatchObject([{ titleEn: 'Severe: Told', alarmId: (await rows())[0]!.id }])
    await say([{ ruleId: loud, alarm: name(), kind: 'raised' }])
    expect(await messages()).toHaveLength(1)
    await say([{ ruleId, alarm: name(), kind: 'raised' }])
    expect(await messages()).toHaveLength(1)
  })

  test('is translated into both languages, with the values', async () => {
    const { db } = server.platform
    const source = 'Level {value} m of {limit}'
    await db
      .insertInto('translation')
      .values({ orgId: OrgId.parse(1), source, en: null, zh: '液位 {value} m，限值 {limit}', updatedAt: 1 } as never)
      .execute()
    const rule = await addRule(site, { name: 'Translated', methods: ['push'], content: source })
    await say([{ ruleId: rule, alarm: name(), kind: 'raised', values: [[site.id('Level'), 4.82]] }])
    const [message] = await server.platform.db
      .selectFrom('message')
      .select(['note', 'noteEn'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(message).toEqual({ note: 'Alarmed：液位 4.82 m，限值 4.5', noteEn: 'Alarmed: Level 4.82 m of 4.5' })
  })

  test('covers a whole backlog', async () => {
    const before = (await messages()).length
    const [a, b] = [await addRule(site, { methods: ['push'] }), await addRule(site, { methods: ['push'] })]
    await say([
      { ruleId: a, alarm: name(), kind: 'raised', t: -600_000 },
      { ruleId: b, alarm: name(), kind: 'raised', t: -500_000 },
    ])
    expect((await messages()).slice(before)).toMatchObject([{ titleEn: '2 alarms on Alarmed' }])
  })
})

describe('the active alarms that a gateway reports', () => {
  test('clear alarms that are not among them, and leave the others', async () => {
    const [gone, stays] = [name(), name()]
    const second = await addRule(site)
    await say([
      { ruleId, alarm: gone, kind: 'raised', t: -50 },
      { ruleId: second, alarm: stays, kind: 'raised', t: -50 },
    ])
    await site.box.standing([{ ruleId: second, alarm: stays }])
    await eventually(async () =>
      expect((await rows()).map(({ occurrence, clearedAt }) => [occurrence, clearedAt === null])).toEqual([
        [gone, false],
        [stays, true],
      ]),
    )
  })

  test('raise alarms whose event was lost, once', async () => {
    const [known, lost] = [name(), name()]
    const second = await addRule(site, { content: 'Well at {value} m', methods: ['push'] })
    await say([{ ruleId, alarm: known, kind: 'raised', t: -50 }])
    const alarms = [
      { ruleId, alarm: known },
      { ruleId: second, alarm: lost },
    ]
    for (const _ of [1, 2]) {
      await site.box.standing(alarms)
      await eventually(async () => expect((await rows()).map(({ occurrence }) => occurrence)).toEqual([known, lost]))
    }
    expect((await rows())[1]).toMatchObject({
      ruleId: second,
      content: 'Well at ? m',
      value: { of: null },
      clearedAt: null,
    })
    const told = server.platform.db
      .selectFrom('message')
      .select('alarmId')
      .where('alarmId', '=', (await rows())[1]!.id)
    expect(await told.execute()).toHaveLength(1)
    await say([{ ruleId: second, alarm: lost, kind: 'cleared' }])
    expect((await rows())[1]!.clearedAt).not.toBeNull()
    await site.box.standing(alarms)
    await say([{ ruleId, alarm: known, kind: 'cleared' }])
    expect((await rows()).map(({ clearedAt }) => clearedAt === null)).toEqual([false, false])
  })

  test('are ignored while an earlier event is missing', async () => {
    const alarm = name()
    await say([{ ruleId, alarm, kind: 'raised', t: -50 }])
    await site.box.standing([], { seq: sent + 1 })
    await say([{ ruleId, alarm: name(), kind: 'cleared' }])
    expect(await rows()).toMatchObject([{ clearedAt: null }])
  })
})

describe('on the platform', () => {
  test('an offline gateway raises the offline rule after its delay, and clears it when it is back', async () => {
    const offline = await addRule(site, { condition: { kind: 'offline' }, onDelayS: 60, offDelayS: 0 })
    await site.box.bye()
    await server.turn()
    expect(await rows()).toEqual([])
    ahead += 60_001
    await server.turn()
    expect(await rows()).toMatchObject([{ ruleId: offline, kind: 'offline', clearedAt: null, isOpen: true }])
    await server.turn()
    expect(await rows()).toHaveLength(1)
    await site.box.connect()
    await server.turn()
    const [cleared] = await rows()
    expect(cleared).toMatchObject({ clearedAt: expect.any(Number), isOpen: true, acknowledgedAt: null })
  })

  test('a reported power failure raises the rule for it; a lost connection does not', async () => {
    const lost = await addRule(site, { condition: { kind: 'powerOff' } })
    const raised = async () => (await rows()).filter((row) => row.ruleId === lost)
    await site.box.bye()
    await server.turn()
    expect(await raised()).toEqual([])
    await site.box.connect()
    await site.box.say('bye', { powerOff: true })
    await eventually(async () => {
      await server.turn()
      expect(await raised()).toHaveLength(1)
    })
    await site.box.connect()
  })
})
