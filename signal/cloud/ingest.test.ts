import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { EquipmentId, GatewayId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { DriverStates } from '../../contract/sockets.ts'
import { upTopic, upTopics } from '../../contract/topics.ts'
import { eventually } from '../../testkit/eventually.ts'
import type { Batch } from './batch.ts'
import { createGatewayBook, type GatewaySession } from './gateway-book.ts'
import { createIngest, readMessage, toBatch } from './ingest.ts'

const session = '0123456789abcdef'
const pump = EquipmentId.parse(5)
const now = Date.UTC(2026, 2, 1)
const standing: GatewaySession = {
  gatewayId: GatewayId.parse(1),
  sn: 'SN01',
  orgId: 1,
  equipmentId: pump,
  bindingId: 6,
  signalIds: new Set([1, 2]),
  boxId: null,
  session,
}
const live = { session, equipmentId: 5, bindingId: 6, at: now, ids: [1], values: [1.5] }

function world(
  change: Partial<GatewaySession> | null = {},
  book = createGatewayBook(async () => (change ? { ...standing, ...change } : undefined)),
) {
  const batches: Batch[] = []
  const counted: string[] = []
  const [onHello, onBye, onResult] = [
    vi.fn(async () => undefined),
    vi.fn(async () => undefined),
    vi.fn(async () => undefined),
  ]
  const onSeen = vi.fn()
  const told: DriverStates[] = []
  const error = vi.fn()
  const onAbuse = vi.fn()
  const clock = { at: now }
  const pipeline = vi.fn(async (batch: Batch) => void batches.push(batch))
  const records = {
    record: vi.fn(async () => undefined),
    gap: vi.fn(async () => undefined),
    event: vi.fn(async () => undefined),
    malformed: vi.fn(),
  }
  const ingest = createIngest({
    records,
    book,
    pipeline,
    onHello,
    onBye,
    onResult,
    onTunnel: vi.fn(),
    onScripts: vi.fn(),
    onDrivers: (states) => void told.push(states),
    onStanding: vi.fn(),
    onBox: vi.fn(async () => undefined),
    onPiece: vi.fn(async () => undefined),
    onSeen,
    count: (reason) => counted.push(reason),
    countValues: () => undefined,
    onAbuse,
    now: () => clock.at,
    log: { info: error, warn: error, error },
  })
  const say = (topic: string, payload: unknown) =>
    ingest.take(
      topic,
      Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
    )
  return {
    ingest,
    records,
    batches,
    counted,
    clock,
    onAbuse,
    onHello,
    onBye,
    onResult,
    onSeen,
    pipeline,
    error,
    say,
    told,
  }
}

const result = { uuid: '0b8f3a52-93f5-4c0a-9d7e-0f7c4c1d2e3f', status: 'success', code: 200, at: 1 }
const manyDetails = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, i]))

test.each([
  ['a topic nobody knows', 'gw/SN01/up/telemetry', live, 'unknownTopic'],
  ['a topic of the prototype', 'gw/SN01/up/constructor', live, 'unknownTopic'],
  ['a downward topic', 'gw/SN01/down/command', live, 'unknownTopic'],
  ['a topic with a path', 'gw/../up/live', live, 'unknownTopic'],
  ['no JSON', upTopic('SN01', 'live'), '{', 'garbage'],
  ['bytes', upTopic('SN01', 'hello'), Buffer.from([0xff, 0xfe, 0]), 'garbage'],
  ['a shape of something else', upTopic('SN01', 'result'), live, 'garbage'],
  ['a time that no clock measures', upTopic('SN01', 'result'), { ...result, tookMs: 2 ** 31 }, 'garbage'],
  ['more details than a text has', upTopic('SN01', 'result'), { ...result, details: manyDetails }, 'garbage'],
  ['more than a megabyte', upTopic('SN01', 'live'), Buffer.alloc(limits.mqttPayloadBytes + 1), 'tooLarge'],
  [
    'a session that is not the current one',
    upTopic('SN01', 'live'),
    { ...live, session: 'f'.repeat(16) },
    'staleSession',
  ],
  ['another binding', upTopic('SN01', 'live'), { ...live, bindingId: 7 }, 'notBound'],
  ['another device', upTopic('SN01', 'live'), { ...live, equipmentId: 6 }, 'notBound'],
])('%s is counted and not passed on', async (_, topic, payload, reason) => {
  const { say, ingest, counted, pipeline, onHello, onResult } = world()
  say(topic, payload)
  await ingest.idle()
  expect(counted).toEqual([reason])
  for (const nobody of [pipeline, onHello, onResult]) expect(nobody).not.toHaveBeenCalled()
})

test.each([
  [null, 'unknownGateway'],
  [{ equipmentId: null, bindingId: null }, 'notBound'],
  [{ orgId: null }, 'notBound'],
])('values of a gateway that is %j are refused: %s', async (change, reason) => {
  const { say, ingest, counted, pipeline } = world(change)
  say(upTopic('SN01', 'live'), live)
  await ingest.idle()
  expect(counted).toEqual([reason])
  expect(pipeline).not.toHaveBeenCalled()
})

test('messages of one gateway are handled in order, and a failing one stops no other', async () => {
  const { say, ingest, batches, pipeline, error } = world()
  pipeline.mockRejectedValueOnce(new Error('broken'))
  for (const value of [1, 2, 3]) say(upTopic('SN01', 'live'), { ...live, values: [value] })
  await ingest.idle()
  expect(batches.map(({ values }) => values[0])).toEqual([2, 3])
  expect(error).toHaveBeenCalledOnce()
})

test('a flood of values is dropped before it is read, and a bye and a result still pass', async () => {
  const { say, ingest, counted, batches, clock, onBye, onResult } = world()
  for (let i = 0; i < 1000; i += 1) say(upTopic('SN01', 'live'), live)
  say(upTopic('SN02', 'live'), live)
  say(upTopic('SN01', 'bye'), { session })
  say(upTopic('SN01', 'result'), {
    uuid: '7d9f1c0e-8a53-4f0b-9f39-5f1f5a1b2c3d',
    status: 'success',
    code: 200,
    at: now,
  })
  await ingest.idle()
  expect(batches).toHaveLength(limits.gatewayLiveBurst + 1)
  expect(counted.filter((reason) => reason === 'tooFast')).toHaveLength(1000 - limits.gatewayLiveBurst)
  expect([onBye.mock.calls.length, onResult.mock.calls.length]).toEqual([1, 1])
  clock.at += 1000
  for (let i = 0; i < 1000; i += 1) say(upTopic('SN01', 'live'), live)
  await ingest.idle()
  expect(batches).toHaveLength(limits.gatewayLiveBurst + 1 + limits.gatewayLivePerS)
})

test('a gateway that repeats hello and bye is slowed down, and no other is', async () => {
  const { say, ingest, counted, clock, onHello, onBye } = world()
  const hello = { session, boxId: session, at: now, firmware: '1', configHash: null, bindingId: null }
  for (let i = 0; i < limits.gatewayHellosBurst; i += 1) {
    say(upTopic('SN01', 'hello'), hello)
    say(upTopic('SN01', 'bye'), { session })
  }
  await ingest.idle()
  expect(onHello.mock.calls.length + onBye.mock.calls.length).toBe(limits.gatewayHellosBurst)
  expect(new Set(counted)).toEqual(new Set(['tooFast']))
  say(upTopic('SN02', 'hello'), hello)
  clock.at += 1000
  say(upTopic('SN01', 'hello'), hello)
  await ingest.idle()
  expect(onHello.mock.calls.slice(-2).map(([sn]: readonly unknown[]) => sn)).toEqual(['SN02', 'SN01'])
})

test('messages of one gateway that wait for the database are limited', async () => {
  const { say, ingest, counted } = world()
  for (let i = 0; i < 1000; i += 1) say(upTopic('SN01', 'beat'), { session })
  await ingest.idle()
  expect(counted.filter((reason) => reason === 'backlog')).toHaveLength(700)
})

test('a gateway that keeps sending garbage is reported, and no other is', async () => {
  const { say, onAbuse, clock } = world()
  for (let i = 0; i < limits.gatewayGarbageBurst; i += 1) say(upTopic('SN01', 'live'), '{')
  expect(onAbuse).not.toHaveBeenCalled()
  clock.at += 60_000
  for (let i = 0; i <= limits.gatewayGarbageBurst; i += 1) say(upTopic('SN01', 'record'), 'no')
  say(upTopic('SN02', 'live'), '{')
  expect(onAbuse.mock.calls).toEqual([['SN01']])
})

const place = { session, epoch: 'a'.repeat(16), lane: 'record', seq: 4 } as const
const record = {
  ...place,
  equipmentId: 5,
  bindingId: 6,
  configHash: 'c'.repeat(64),
  sentAt: now,
  at: now,
  ids: [1],
  values: [1],
}

test('records, gaps, and unreadable messages with a valid place are passed on with their bytes', async () => {
  const { say, ingest, records, counted } = world()
  const gap = { ...place, from: 2, equipmentId: 5, bindingId: 6, points: 1, fromAt: null, toAt: null, reason: 'torn' }
  say(upTopic('SN01', 'record'), record)
  say(upTopic('SN01', 'gap'), gap)
  say(upTopic('SN01', 'record'), { ...record, values: ['x'.repeat(1001)] })
  say(upTopic('SN01', 'gap'), { ...gap, from: 5 })
  say(upTopic('SN01', 'record'), { ...record, seq: 'four' })
  await ingest.idle()
  const bytes = (message: object) => Buffer.from(JSON.stringify(message))
  expect(records.record).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: record, payload: bytes(record), receivedAt: now }),
  )
  expect(records.gap).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: gap, payload: bytes(gap) }))
  expect(records.malformed).toHaveBeenCalledTimes(2)
  expect(records.malformed).toHaveBeenLastCalledWith(expect.objectContaining({ message: place }))
  expect(counted).toEqual(['garbage'])
})

test('a gateway whose messages wait for the database delays no other', async () => {
  let release: (own: GatewaySession) => void = () => undefined
  const slow = new Promise<GatewaySession>((resolve) => {
    release = resolve
  })
  const book = createGatewayBook((sn) => (sn === 'SLOW' ? slow : Promise.resolve({ ...standing, sn })))
  const { say, ingest, batches, records, counted } = world({}, book)
  for (let i = 0; i < 1000; i += 1) say(upTopic('SLOW', 'record'), record)
  say(upTopic('SN02', 'live'), { ...live, values: [42] })
  await eventually(() => expect(batches.map(({ sn, values }) => [sn, values[0]])).toEqual([['SN02', 42]]))
  expect(counted).toEqual(Array(700).fill('backlog'))
  release({ ...standing, sn: 'SLOW' })
  await ingest.idle()
  expect(records.record).toHaveBeenCalledTimes(300)
})

test('messages beyond the limit of waiting bytes are not read', async () => {
  const { say, ingest, records, counted } = world()
  const large = { ...record, more: 'x'.repeat(900_000) }
  for (let i = 0; i < 20; i += 1) say(upTopic('SN01', 'record'), large)
  await ingest.idle()
  expect(records.record).toHaveBeenCalledTimes(10)
  expect(counted).toEqual(Array(10).fill('backlog'))
})

test('any bytes on any topic are counted or handled, and never throw', async () => {
  const { ingest } = world()
  const topics = fc.oneof(
    fc.string(),
    fc.constantFrom(...Object.keys(upTopics)).map((name) => `gw/SN01/up/${name}`),
  )
  fc.assert(
    fc.property(
      topics,
      fc.oneof(
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        fc.json().map((text) => Buffer.from(text)),
      ),
      (topic, payload) => {
        expect(() => ingest.take(topic, payload)).not.toThrow()
      },
    ),
  )
  await ingest.idle()
})

test('texts are made storable', () => {
  const result = {
    uuid: '7d9f1c0e-8a53-4f0b-9f39-5f1f5a1b2c3d',
    status: 'failure',
    code: 1,
    at: now,
    reason: 'a\0b\ud83d',
  }
  expect(readMessage('result', Buffer.from(JSON.stringify(result)))?.content).toMatchObject({ reason: 'ab' })
  const batch = toBatch(
    { ...live, values: ['a\0b'] },
    { sn: '', orgId: 1, equipmentId: pump, receivedAt: now },
    new Set([1]),
    () => undefined,
  )
  expect(batch.values).toEqual(['ab'])
})

const times = (at: number, offsets?: number[]) => {
  const counted: string[] = []
  const ids = (offsets ?? [0]).map(() => 1)
  const message = { ...live, at, ids, values: ids, ...(offsets ? { times: offsets } : {}) }
  const batch = toBatch(message, { sn: '', orgId: 1, equipmentId: pump, receivedAt: now }, new Set([1]), (reason) =>
    counted.push(reason),
  )
  return [batch.times, counted]
}
const minute = 60_000

test.each([
  ['right', now - 20, [-5, 0], [[now - 25, now - 20], []]],
  ['four minutes behind', now - 4 * minute, [0], [[now - 4 * minute], []]],
  ['a year behind', now - 365 * 1440 * minute, [-1000, 0], [[now - 1000, now], []]],
  ['a year ahead', now + 365 * 1440 * minute, [-1000, 0], [[now - 1000, now], []]],
  ['four minutes ahead', now + 4 * minute, [-1000, 0], [[now, now], []]],
  ['right, but a reading lies in the future', now, [3600_000], [[now], []]],
  ['right, but a reading lies before 1970', now, [-9e15, 0], [[now], ['badTime']]],
])('a clock that is %s', (_, at, offsets, expected) => expect(times(at, offsets)).toEqual(expected))

test('rows of foreign signals are dropped and counted, and the others stay aligned', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer()), { maxLength: 20 }), (rows) => {
      let foreign = 0
      const message = { ...live, ids: rows.map(([id]) => id), values: rows.map(([, value]) => value) }
      const batch = toBatch(
        message,
        { sn: '', orgId: 1, equipmentId: pump, receivedAt: now },
        new Set([1, 2, 3]),
        () => {
          foreign += 1
        },
      )
      const own = rows.filter(([id]) => id <= 3)
      expect(batch.ids.map((id, i) => [id, batch.values[i]])).toEqual(own)
      expect([batch.times.length, batch.codes.length, foreign]).toEqual([
        own.length,
        own.length,
        rows.length - own.length,
      ])
    }),
  )
})

test('the state of drivers is sent to viewers, under the right binding only', async () => {
  const { ingest, say, told, counted } = world()
  const fault = { code: 1714, text: 'no answer', at: now - 700_000 - 5000 }
  const row = { id: 3, isOpen: true, requests: 9, errors: 1, cycleMs: 20, clock: { aheadMs: -2400, isDoubtful: false } }
  // The gateway's clock is eleven minutes behind, but the fault was five seconds ago.
  const message = { session, equipmentId: 5, bindingId: 6, at: now - 700_000, drivers: [{ ...row, fault }] }
  say(upTopic('SN01', 'drivers'), message)
  say(upTopic('SN01', 'drivers'), { ...message, bindingId: 7 })
  say(upTopic('SN01', 'drivers'), { ...message, session: 'f'.repeat(16) })
  say(upTopic('SN01', 'drivers'), { ...message, drivers: Array(51).fill({ ...row, fault: null }) })
  await ingest.idle()
  const drivers = [{ ...row, fault: { ...fault, at: now - 5000 } }]
  expect(told).toEqual([{ type: 'driverStates', equipmentId: 5, receivedAt: now, drivers }])
  expect(counted.sort()).toEqual(['garbage', 'notBound', 'staleSession'])
})

test('a message with more values than any valid one is rejected before it is parsed, the largest valid one is accepted', () => {
  const read = (name: 'beat' | 'event', message: object) => readMessage(name, Buffer.from(JSON.stringify(message)))
  expect(read('beat', { session, more: Array.from({ length: 10 }, () => 1) })?.content).toEqual({ session })
  expect(read('beat', { session, more: Array.from({ length: limits.mqttValues }, () => 1) })).toBeUndefined()
  const values = Array.from({ length: limits.alarmTold }, (_, at) => [at + 1, 1.5])
  const events = Array.from({ length: limits.alarmEvents }, () => ({
    ...{ ruleId: 1, alarm: session, kind: 'raised', t: 0, values },
  }))
  const place = { session, epoch: session, lane: 'event', seq: 1, equipmentId: 5, bindingId: 6 }
  const event = { ...place, configHash: '0'.repeat(64), sentAt: now, at: now, events }
  expect(read('event', event)?.content).toEqual(event)
})
