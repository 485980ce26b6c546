// Owners of records, and the treatment of records without one.
import { describe, expect, it, test, vi } from 'vitest'
import { EquipmentId, GatewayId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import type { Landing, LandQuarantine } from '../history/history.ts'
import type { Batch } from './batch.ts'
import type { GatewaySession } from './gateway-book.ts'
import { createOwnerBook, type Owner } from './owner-book.ts'
import { createRecords } from './records.ts'

const now = Date.UTC(2026, 2, 1)
const word = '0123456789abcdef'
const place = { session: word, epoch: word, lane: 'record', seq: 9 } as const
const message: Up['record'] = {
  ...place,
  equipmentId: 5,
  bindingId: 6,
  configHash: 'a'.repeat(64),
  sentAt: now,
  at: now,
  ids: [11],
  values: [1.5],
}
const gap: Up['gap'] = {
  ...place,
  from: 4,
  equipmentId: 5,
  bindingId: 6,
  points: 30,
  fromAt: now - 5,
  toAt: now + 60_000,
  reason: 'full',
}
// The gateway serves device 8 now; its backlog belongs to device 5.
const standing: GatewaySession = {
  gatewayId: GatewayId.parse(1),
  sn: 'SN01',
  orgId: 3,
  equipmentId: EquipmentId.parse(8),
  bindingId: 7,
  signalIds: new Set(),
  boxId: null,
  session: word,
}
const owner: Owner = {
  bindingId: 6,
  gatewayId: GatewayId.parse(1),
  orgId: 2,
  equipmentId: EquipmentId.parse(5),
  since: 0,
  until: now,
  columns: new Map([[11, 101]]),
}
const payload = new Uint8Array([1, 2])
const arrived = <T>(own: T) => ({ standing, message: own, payload, receivedAt: now })

function keep<T>(list: T[], each: T): Landing {
  list.push(each)
  return 'taken'
}

function world(owners: (Owner | undefined)[] = [owner]) {
  const clock = { at: now }
  const load = vi.fn(async () => (owners.length > 1 ? owners.shift() : owners[0]))
  const quarantined: LandQuarantine[] = []
  const dropped: unknown[] = []
  const landed: [number, Landing][] = []
  const batches: Batch[] = []
  const counted: string[] = []
  const records = createRecords({
    owners: createOwnerBook(load, () => clock.at),
    historian: {
      drop: (each) => keep(dropped, each),
      quarantine: (each) => keep(quarantined, each),
      event: (each) => keep(dropped, each),
    },
    acks: { landed: ({ seq }, landing) => void landed.push([seq, landing]) },
    pipeline: async (batch) => void batches.push(batch),
    count: (reason) => counted.push(reason),
    countValues: () => undefined,
    now: () => clock.at,
  })
  return { records, clock, load, quarantined, dropped, landed, batches, counted }
}

test('goes to the device that was bound at that time, whatever the gateway serves now', async () => {
  const { records, batches, counted, load } = world()
  await records.record(arrived(message))
  await records.record(arrived({ ...message, seq: 10 }))
  expect(batches).toMatchObject([
    { orgId: 2, equipmentId: 5, columnIds: [11], ids: [101], seq: 9 },
    { orgId: 2, seq: 10 },
  ])
  expect([counted, load.mock.calls.length]).toEqual([[], 1])
})

it.each([
  ['an unknown binding', [undefined], message, 'foreignBinding', 3],
  ['the binding of another gateway', [{ ...owner, gatewayId: GatewayId.parse(2) }], message, 'foreignBinding', 3],
  ['a binding of another device', [owner], { ...message, equipmentId: 8 }, 'foreignBinding', 3],
  ['a column of another device', [owner], { ...message, ids: [12] }, 'foreignColumn', 2],
  ['a time before 1970', [owner], { ...message, at: -1 }, 'before1970', 2],
] as const)('%s: is quarantined with its reason, and blocks nothing', async (_, owners, own, reason, orgId) => {
  const { records, batches, quarantined, landed, counted } = world([...owners])
  await records.record(arrived({ ...own, ids: [...own.ids] }))
  expect(quarantined).toEqual([
    { gatewayId: 1, sn: 'SN01', epoch: word, lane: 1, seq: 9, orgId, bindingId: 6, receivedAt: now, reason, payload },
  ])
  expect([batches, landed, counted]).toEqual([[], [[9, 'taken']], [reason]])
})

test('a binding with an impossible id has no owner, without a query', async () => {
  const { records, quarantined, load } = world()
  await records.record(arrived({ ...message, bindingId: 2 ** 31 }))
  await records.gap(arrived({ ...gap, seq: 10, bindingId: 2 ** 53 - 1 }))
  expect(quarantined).toMatchObject([9, 10].map((seq) => ({ seq, reason: 'foreignBinding', bindingId: null })))
  expect(load).not.toHaveBeenCalled()
})

test('an unknown column is looked up again, at most once a second', async () => {
  const grown = { ...owner, columns: new Map([...owner.columns, [12, 102]]) }
  const { records, clock, batches, quarantined, load } = world([owner, grown])
  await records.record(arrived(message))
  clock.at += 1000
  await records.record(arrived({ ...message, ids: [12] }))
  expect(batches).toHaveLength(2)
  for (let i = 0; i < 5; i += 1) await records.record(arrived({ ...message, ids: [13] }))
  expect([quarantined.length, load.mock.calls.length]).toEqual([5, 2])
})

test('a gap belongs to the device that was bound at that time, limited to valid times', async () => {
  const { records, dropped, landed } = world()
  await records.gap(arrived(gap))
  const { session: _, ...where } = place
  const span = { fromAt: now - 5, toAt: now }
  expect(dropped).toEqual([
    {
      ...where,
      lane: 1,
      gatewayId: 1,
      sn: 'SN01',
      orgId: 2,
      equipmentId: 5,
      from: 4,
      points: 30,
      ...span,
      reason: 'full',
    },
  ])
  expect(landed).toEqual([[9, 'taken']])
})

it.each([
  ['names no binding', { bindingId: null, equipmentId: null }, 'ownerlessGap'],
  ['names a foreign one', { equipmentId: 9 }, 'foreignBinding'],
])('a gap that %s is quarantined with all the numbers that it covers', async (_, change, reason) => {
  const { records, dropped, quarantined } = world()
  await records.gap(arrived({ ...gap, ...change }))
  expect(dropped).toEqual([])
  expect(quarantined).toMatchObject([{ seq: 9, from: 4, reason }])
})

test('an unreadable message is quarantined as received', () => {
  const { records, quarantined } = world()
  records.malformed(arrived(place))
  expect(quarantined).toMatchObject([{ seq: 9, reason: 'malformed', bindingId: null, orgId: 3, payload }])
})

test('ownerless messages beyond the daily quota are neither stored nor acknowledged', () => {
  const { records, quarantined, landed, counted, clock } = world()
  const large = { ...arrived(place), payload: new Uint8Array(limits.quarantineBytesADay / 4 - 200) }
  for (let i = 0; i < 6; i += 1) records.malformed(large)
  expect([quarantined.length, landed.length, counted.slice(-2)]).toEqual([4, 4, ['quarantineFull', 'quarantineFull']])
  records.malformed({ ...large, standing: { ...standing, gatewayId: GatewayId.parse(2) } })
  clock.at += 24 * 3600_000
  records.malformed(large)
  expect(quarantined).toHaveLength(6)
})

describe('a gateway that another organisation has now', () => {
  const ended = { ...owner, since: now - 86_400_000, until: now - 3600_000 }
  it.each([
    ['a reading', 'record', { at: now }],
    [
      'a reading among older ones',
      'record',
      { at: now - 7200_000, ids: [11, 11], values: [1, 2], times: [0, 7200_000] },
    ],
    ['a gap', 'gap', { toAt: now }],
    ['a reading of before it served the device', 'record', { at: now - 90_000_000 }],
    ['a gap of before', 'gap', { fromAt: now - 90_000_000, toAt: now - 7200_000 }],
  ] as const)('writes nothing into the history of the one before: %s', async (_, kind, change) => {
    const { records, batches, dropped, quarantined } = world([ended])
    if (kind === 'record') await records.record(arrived({ ...message, ...change } as Up['record']))
    else await records.gap(arrived({ ...gap, ...change }))
    expect([batches, dropped]).toEqual([[], []])
    expect(quarantined).toMatchObject([{ reason: 'afterUnbinding', orgId: 2, seq: 9 }])
  })

  test('a gateway delivers data that it collected for the previous organisation', async () => {
    const { records, batches, dropped } = world([ended])
    await records.record(arrived({ ...message, at: now - 3600_000 }))
    await records.gap(arrived({ ...gap, seq: 10, fromAt: now - 7200_000, toAt: now - 3600_000 }))
    expect([batches.length, dropped.length]).toEqual([1, 1])
  })

  test('a gateway of the same organisation keeps data collected until it received its release', async () => {
    const { records, batches } = world([{ ...ended, orgId: 3 }])
    await records.record(arrived(message))
    expect(batches).toMatchObject([{ orgId: 3, equipmentId: 5 }])
  })
})

const epochOf = (n: number) => n.toString(16).padStart(16, '0')

test('new outboxes beyond the daily quota are rejected, and known ones continue', async () => {
  const { records, batches, dropped, quarantined, counted, clock } = world()
  for (let n = 0; n < limits.outboxesADay + 5; n += 1)
    await records.record(arrived({ ...message, epoch: epochOf(n), seq: 1 }))
  await records.gap(arrived({ ...gap, epoch: epochOf(1001) }))
  records.malformed(arrived({ ...place, epoch: epochOf(1002) }))
  expect([batches.length, dropped.length, quarantined.length]).toEqual([limits.outboxesADay, 0, 0])
  expect(counted).toEqual(Array.from({ length: 7 }, () => 'tooManyOutboxes'))
  await records.record(arrived({ ...message, epoch: epochOf(0), seq: 2 }))
  clock.at += 24 * 3600_000
  await records.record(arrived({ ...message, epoch: epochOf(1003), seq: 1 }))
  expect(batches).toHaveLength(limits.outboxesADay + 2)
})

test('gaps beyond the daily quota are quarantined, and nothing is blocked', async () => {
  const { records, dropped, quarantined, landed } = world()
  for (let n = 1; n <= limits.gapsADay + 3; n += 1) await records.gap(arrived({ ...gap, from: n, seq: n, toAt: now }))
  expect([dropped.length, landed.length]).toEqual([limits.gapsADay, limits.gapsADay + 3])
  expect(quarantined).toMatchObject(Array.from({ length: 3 }, () => ({ reason: 'tooManyGaps', orgId: 2 })))
})

test('readings scattered over years are quarantined beyond the daily quota', async () => {
  const { records, batches, quarantined, clock } = world()
  const day = 24 * 3600_000
  const perMessage = 5000
  const scatteredMessage = {
    ...message,
    ids: Array.from({ length: perMessage }, () => 11),
    values: Array.from({ length: perMessage }, (_, i) => i),
    times: Array.from({ length: perMessage }, (_, i) => -i * day),
  }
  const most = Math.floor(limits.scatteredDaysADay / (perMessage - 1))
  for (let n = 1; n <= most + 2; n += 1) await records.record(arrived({ ...scatteredMessage, seq: n }))
  expect(batches).toHaveLength(most)
  expect(quarantined).toMatchObject(Array.from({ length: 2 }, () => ({ reason: 'tooScattered', orgId: 2 })))
  await records.record(arrived({ ...message, seq: most + 3 }))
  expect(batches).toHaveLength(most + 1)
  clock.at += day
  await records.record(arrived({ ...scatteredMessage, seq: most + 4 }))
  expect(batches).toHaveLength(most + 2)
})

describe('messages of one day each', () => {
  const day = 24 * 3600_000
  const columns = Array.from({ length: 100 }, (_, i) => i + 1)
  const wide = { ...owner, columns: new Map(columns.map((id) => [id, id])) }
  const ofDay = (ago: number, ids = columns) => ({ ...message, ids, values: ids, at: now - ago * day })

  test('create no more chunks than one message with all of them', async () => {
    const { records, batches, quarantined } = world([wide])
    // The first record of each day starts the day with one column, the second adds the others.
    for (let ago = 2; quarantined.length === 0; ago += 1) {
      await records.record(arrived(ofDay(ago, [1])))
      await records.record(arrived(ofDay(ago)))
      expect(ago).toBeLessThan(limits.scatteredDaysADay)
    }
    const begun = new Set(
      batches.flatMap((each) => ('columnIds' in each ? each.columnIds.map((id) => `${id} ${each.times[0]}`) : [])),
    )
    expect(begun.size).toBeLessThanOrEqual(limits.scatteredDaysADay)
    expect(begun.size).toBeGreaterThan(limits.scatteredDaysADay - columns.length)
    expect(quarantined[0]).toMatchObject({ reason: 'tooScattered', orgId: 2 })
  }, 60_000)

  test('cost nothing for current days, or for a day that is already started', async () => {
    const { records, quarantined, batches } = world([wide])
    const many = (limits.scatteredDaysADay / columns.length) * 1.1
    for (let n = 0; n < many; n += 1) {
      await records.record(arrived(ofDay(n % 2)))
      await records.record(arrived(ofDay(30 + (n % 3))))
    }
    expect(quarantined).toEqual([])
    expect(batches).toHaveLength(2 * Math.ceil(many))
  }, 60_000)
})
