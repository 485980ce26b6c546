// Checks quarantined messages again by the rules of arriving ones, under their own key, and never for a later owner.
import { describe, expect, it, test, vi } from 'vitest'
import { EquipmentId, GatewayId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import { encodeBatch, encodeMark } from '../history/frame.ts'
import type { LandBatch, LandGap, Landing, Place } from '../history/history.ts'
import type { Owner } from './owner-book.ts'
import { createRelands, type Kept, relandEpoch } from './reland.ts'

const then = Date.UTC(2026, 2, 1)
const word = '0123456789abcdef'
const place = { session: word, epoch: word, lane: 'record', seq: 9 } as const
const record: Up['record'] = {
  ...place,
  equipmentId: 5,
  bindingId: 6,
  configHash: 'a'.repeat(64),
  sentAt: then,
  at: then - 1000,
  ids: [11, 11],
  values: [1.5, null],
  times: [0, 500],
}
const gap: Up['gap'] = {
  ...place,
  lane: 'event',
  from: 4,
  equipmentId: 5,
  bindingId: 6,
  points: 30,
  fromAt: then - 5,
  toAt: then + 60_000,
  reason: 'full',
}
const owner: Owner = {
  bindingId: 6,
  gatewayId: GatewayId.parse(1),
  orgId: 2,
  equipmentId: EquipmentId.parse(5),
  since: 0,
  until: null,
  columns: new Map([[11, 101]]),
}
const json = (message: object) => new TextEncoder().encode(JSON.stringify(message))
const kept = (payload: Uint8Array, change: Partial<Kept> = {}): Kept => ({
  ...{ id: 40, gatewayId: GatewayId.parse(1), sn: 'SN01', orgId: 2, epoch: word, lane: 1, receivedAt: then },
  payload,
  ...change,
})
const frame = { gatewayId: 1, epoch: word, lane: 1, seq: 9, orgId: 2, equipmentId: 5 } as const
const readings = { ids: [11, 11], times: [then, then + 1], values: [1.5, null], codes: null }

function world(known: Owner | undefined = owner, landing: Landing = 'taken') {
  const landed: (LandBatch | LandGap)[] = []
  const committed = new Set<string>()
  const take = (each: LandBatch | LandGap): Landing => {
    if (landing === 'full') return 'full'
    if (committed.has(each.epoch)) return 'known'
    committed.add(each.epoch)
    landed.push(each)
    return 'taken'
  }
  const load = vi.fn(async (_: object, bindingId: number) => (bindingId === known?.bindingId ? known : undefined))
  const relands = createRelands({
    owners: { load },
    bindingOf: async (gatewayId, equipmentId) => (gatewayId === 1 && equipmentId === 5 ? 6 : undefined),
    historian: {
      land: take,
      drop: take,
      committed: ({ epoch }: Omit<Place, 'seq'>) => (committed.has(epoch) ? 1 : 0),
      settled: async () => undefined,
    },
  })
  const outcomeOf = async (each: Kept) => (await relands.reland([each]))[0]?.outcome
  return { ...relands, landed, load, outcomeOf }
}

test('a record lands in the history of its owner, under its own key', async () => {
  const { reland, landed } = world()
  const own = kept(json(record))
  const epoch = relandEpoch(own)
  expect(await reland([own])).toEqual([{ id: 40, outcome: 'landed', epoch }])
  expect(landed).toEqual([
    {
      ...{ gatewayId: 1, sn: 'SN01', epoch, lane: 1, seq: 1, orgId: 2, equipmentId: 5 },
      ...{ ids: [11, 11], times: [then - 1000, then - 500], values: [1.5, null], codes: null },
    },
  ])
  expect(epoch).toMatch(/^[0-9a-f]{16}$/)
  expect(epoch).not.toBe(word)
})

test('a second try lands nothing, and another row with the same bytes is another message', async () => {
  const { reland, landed } = world()
  const own = kept(json(record))
  await reland([own])
  expect(await reland([own, kept(own.payload, { id: 41 })])).toMatchObject([
    { id: 40, outcome: 'landed' },
    { id: 41, outcome: 'landed' },
  ])
  expect(landed).toHaveLength(2)
})

test('the clock is checked against the original time of receipt', async () => {
  const { reland, landed } = world()
  await reland([kept(json({ ...record, at: then - 3600_000, sentAt: then - 3600_000 }))])
  expect(landed).toMatchObject([{ times: [then, then + 500], codes: [1723, 1723] }])
})

test('a gap lands in the history of its owner, in its original lane', async () => {
  const { outcomeOf, landed } = world()
  expect(await outcomeOf(kept(json(gap), { lane: 0 }))).toBe('landed')
  expect(landed).toMatchObject([{ lane: 0, from: 1, seq: 1, points: 30, fromAt: then - 5, toAt: then, reason: 'full' }])
})

it.each([
  ['an unknown binding', { ...record, bindingId: 7 }, 'foreignBinding'],
  ['a binding with an impossible id', { ...record, bindingId: 2 ** 40 }, 'foreignBinding'],
  ['a binding of another device', { ...record, equipmentId: 8 }, 'foreignBinding'],
  ['a column of another device', { ...record, ids: [11, 12] }, 'foreignColumn'],
  ['a time before 1970', { ...record, at: -1 }, 'before1970'],
  ['a gap without an owner', { ...gap, bindingId: null, equipmentId: null }, 'ownerlessGap'],
  ['a gap of another’s binding', { ...gap, bindingId: 7 }, 'foreignBinding'],
  ['only a place', place, 'malformed'],
  ['no message', { ids: [11], values: [1] }, 'malformed'],
] as const)('%s stays', async (_, message, outcome) => {
  const { outcomeOf, landed } = world()
  expect(await outcomeOf(kept(json(message)))).toBe(outcome)
  expect(landed).toEqual([])
})

test('the binding of another gateway stays foreign', async () => {
  expect(await world({ ...owner, gatewayId: GatewayId.parse(2) }).outcomeOf(kept(json(record)))).toBe('foreignBinding')
})

describe('after the device was unbound', () => {
  const ended = { ...owner, until: then - limits.clockToleranceMs - 2000 }
  it.each([
    ['of the company still: kept', 2, record, 'landed'],
    ['another company had the gateway: stays', 3, record, 'afterUnbinding'],
    ['nobody knows who had it: stays', null, record, 'afterUnbinding'],
    ['a gap of a stranger: stays', 3, gap, 'afterUnbinding'],
    [
      'taken before: kept, whoever had it',
      3,
      { ...record, at: ended.until, ids: [11], values: [1], times: [0] },
      'landed',
    ],
  ] as const)('%s', async (_, orgId, message, outcome) => {
    expect(await world(ended).outcomeOf(kept(json(message), { orgId }))).toBe(outcome)
  })
})

describe('a message that the database had rejected', () => {
  test('is landed as it was checked', async () => {
    const { outcomeOf, landed } = world()
    expect(await outcomeOf(kept(encodeBatch({ ...frame, ...readings })))).toBe('landed')
    const [batch] = landed as LandBatch[]
    expect([Array.from(batch!.ids), Array.from(batch!.times), batch!.values]).toEqual([
      [11, 11],
      [then, then + 1],
      [1.5, null],
    ])
    expect(batch).toMatchObject({ orgId: 2, equipmentId: 5, seq: 1, codes: null })
  })

  test('with text and codes too', async () => {
    const { outcomeOf, landed } = world()
    await outcomeOf(kept(encodeBatch({ ...frame, ...readings, values: ['a', true], codes: [200, 1714] })))
    expect([(landed[0] as LandBatch).values, Array.from((landed[0] as LandBatch).codes!)]).toEqual([
      ['a', true],
      [200, 1714],
    ])
  })

  const cut = encodeBatch({ ...frame, ...readings }).slice(0, -3)
  it.each([
    ['a number and nothing else', encodeMark(frame), {}, 'nothingLeft'],
    ['the readings of another gateway', encodeBatch({ ...frame, gatewayId: 2, ...readings }), {}, 'frameDamaged'],
    ['a device it never served', encodeBatch({ ...frame, equipmentId: 8, ...readings }), {}, 'foreignBinding'],
    ['a device of another company', encodeBatch({ ...frame, orgId: 3, ...readings }), {}, 'foreignBinding'],
    ['a column that is gone', encodeBatch({ ...frame, ...readings, ids: [11, 12] }), {}, 'foreignColumn'],
    ['half of a batch', cut, {}, 'frameDamaged'],
    ['a damaged frame of the store', encodeBatch({ ...frame, ...readings }), { epoch: '' }, 'frameDamaged'],
  ] as const)('%s stays', async (_, payload, change, outcome) => {
    const { outcomeOf, landed } = world()
    expect(await outcomeOf(kept(payload, change))).toBe(outcome)
    expect(landed).toEqual([])
  })
})

test('while the historian accepts nothing it stays, and may be tried again', async () => {
  expect(await world(owner, 'full').outcomeOf(kept(json(record)))).toBe('full')
})

test('an owner is looked up again, once for all its messages', async () => {
  const { reland, load } = world()
  await reland([1, 2, 3].map((id) => kept(json(record), { id })))
  await reland([kept(json(record), { id: 4 })])
  expect(load).toHaveBeenCalledTimes(2)
})

test('its commit is acknowledged to no gateway', async () => {
  const own = kept(json(record))
  const seen: boolean[] = []
  let settle: () => void = () => undefined
  const relands = createRelands({
    owners: { load: async () => owner },
    bindingOf: async () => 6,
    historian: {
      land: () => 'taken',
      drop: () => 'taken',
      committed: () => 1,
      settled: () =>
        new Promise((resolve) => {
          settle = resolve
        }),
    },
  })
  const done = relands.reland([own])
  await vi.waitFor(() => expect(relands.isOwn({ epoch: relandEpoch(own) })).toBe(true), { timeout: 20_000 })
  seen.push(relands.isOwn({ epoch: word }))
  settle()
  await done
  expect([...seen, relands.isOwn({ epoch: relandEpoch(own) })]).toEqual([false, false])
})
