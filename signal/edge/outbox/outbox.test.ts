import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { createClock } from '../clock.ts'
import { type Item, itemsOf, type RecordEntry } from './entry.ts'
import { type Outbox, type OutboxOptions, openOutbox } from './outbox.ts'

const all = { entries: 1_000_000, bytes: 1e9 }
const hash = 'a'.repeat(64)
let folder: string
let outbox: Outbox
let bound: { equipmentId: number; bindingId: number; hash: string } | undefined
const logged: string[] = []
const start = async (more: Partial<OutboxOptions> = {}) => {
  outbox = await openOutbox({
    folder,
    bound: () => bound,
    clock: createClock(),
    log: (message) => logged.push(message),
    lingerMs: 1,
    ...more,
  })
}
const reopen = async (more: Partial<OutboxOptions> = {}) => {
  await outbox.close()
  await start(more)
}
const epoch = () => outbox.place('record')!.epoch
/** Reads all items from a number on, file by file. */
const read = async (from = 1) => {
  const items: Item[] = []
  for (let next = from; next <= (outbox.place('record')?.last ?? 0); next = items.at(-1)!.seq + 1)
    items.push(...(await outbox.read('record', epoch(), next, all)))
  return items
}
/** Records one sample as one entry. */
const keep = async (value: number | string, column = 7) => {
  const kept = outbox.record({ moment: performance.now(), ids: [column], values: [value] })
  await outbox.settled()
  return kept
}
const valuesOf = (items: Item[]) =>
  items.flatMap<unknown>((item) => (item.kind === 'record' ? (item.entry as RecordEntry).values : [item.gap]))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  bound = { equipmentId: 1, bindingId: 2, hash }
  logged.length = 0
  await start()
})
afterEach(async () => {
  await outbox.close()
  await rm(folder, { recursive: true, force: true })
})

describe('an outbox', () => {
  it('keeps records, numbered from 1, over a restart', async () => {
    expect(outbox.place('record')).toBeUndefined()
    expect(await keep(10)).toBe(true)
    expect(await keep('text')).toBe(true)
    const before = outbox.place('record')
    expect(before).toMatchObject({ acked: 0, last: 2, epoch: expect.stringMatching(/^[0-9a-f]{16}$/) })
    await reopen()
    expect(outbox.place('record')).toEqual({ ...before, isProven: false })
    const items = await read()
    expect(items.map(({ from, seq }) => [from, seq])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(items[0]).toMatchObject({
      kind: 'record',
      points: 1,
      entry: { equipmentId: 1, bindingId: 2, configHash: hash, ids: [7], values: [10] },
    })
    expect(valuesOf(items)).toEqual([10, 'text'])
  })

  it('keeps the time of each row of an entry when the clock is corrected while the entry is open', async () => {
    let offset = 0.3
    const stamp = (moment: number) => ({ at: Math.round(moment + offset) })
    await reopen({ clock: { ...createClock(), stamp }, lingerMs: 1000 })
    const kept = [outbox.record({ moment: 10_000.4, ids: [7], values: [1] })]
    kept.push(outbox.record({ moment: 11_000, ids: [7], values: [2] }))
    offset = 2
    kept.push(outbox.record({ moment: 11_998, ids: [7], values: [3] }))
    await outbox.settled()
    await Promise.all(kept)
    const [item] = await read()
    expect(item).toMatchObject({ entry: { taken: { at: 10_001 }, values: [1, 2, 3], times: [0, 999, 1999] } })
  })

  it('puts samples from before the first welcome into a separate entry', async () => {
    const clock = createClock()
    await reopen({ clock, lingerMs: 1000 })
    const before = outbox.record({ moment: clock.now(), ids: [7], values: [1] })
    clock.learn(clock.ask(), 1_800_000_000_000)
    const after = outbox.record({ moment: clock.now(), ids: [7], values: [2] })
    await outbox.settled()
    expect([await before, await after, valuesOf(await read())]).toEqual([true, true, [1, 2]])
    expect((await read()).length).toBe(2)
  })

  it('removes acknowledged entries by whole files, and keeps the number', async () => {
    await reopen({ maxBytes: 8 * 8 * 4096 })
    for (let value = 1; value <= 200; value++) await keep(`${value} ${'x'.repeat(400)}`)
    const before = outbox.stats()
    await read()
    outbox.acknowledge('record', epoch(), 150)
    await reopen()
    expect(outbox.place('record')).toMatchObject({ acked: 150, last: 200 })
    expect(outbox.stats()).toMatchObject({ entries: 50 })
    expect(outbox.stats().bytes).toBeLessThanOrEqual(before.bytes)
    expect(valuesOf(await read(151))[0]).toMatch(/^151 /)
  })

  it('starts a new epoch when it was deleted', async () => {
    await keep(1)
    const before = epoch()
    await outbox.close()
    await rm(folder, { recursive: true })
    await start()
    await keep(2)
    expect(outbox.place('record')).toMatchObject({ acked: 0, last: 1 })
    expect(epoch()).not.toBe(before)
  })

  it('accepts nothing while no device is bound, and keeps the binding of each sample', async () => {
    const first = outbox.record({ moment: performance.now(), ids: [1], values: [1] })
    bound = { equipmentId: 5, bindingId: 6, hash }
    const second = outbox.record({ moment: performance.now(), ids: [1], values: [2] })
    bound = undefined
    expect(await outbox.record({ moment: performance.now(), ids: [1], values: [3] })).toBe(false)
    expect(await Promise.all([first, second])).toEqual([true, true])
    const items = await read()
    expect(items.map((item) => item.kind === 'record' && item.entry.bindingId)).toEqual([2, 6])
  })
})

describe('samples taken close together', () => {
  it('share an entry, each with its moment', async () => {
    await reopen({ lingerMs: 60_000 })
    const moment = performance.now()
    const kept = [
      outbox.record({ moment, ids: [1, 2], values: [1, true] }),
      outbox.record({ moment: moment + 7, ids: [3], values: [null], codes: [1722] }),
    ]
    await outbox.settled()
    expect(await Promise.all(kept)).toEqual([true, true])
    const [item, ...rest] = await read()
    expect(rest).toEqual([])
    expect(item).toMatchObject({
      points: 3,
      entry: { ids: [1, 2, 3], values: [1, true, null], times: [0, 0, 7], codes: [200, 200, 1722] },
    })
  })

  it('are split into entries that a message can hold', async () => {
    const ids = Array.from({ length: 3000 }, (_, index) => index + 1)
    expect(await outbox.record({ moment: 0, ids, values: ids.map(() => '字'.repeat(600)) })).toBe(true)
    const items = await read()
    expect(items.flatMap((item) => (item.kind === 'record' ? (item.entry as RecordEntry).ids : []))).toEqual(ids)
    for (const item of items) {
      expect(item.points).toBeLessThanOrEqual(limits.recordPoints)
      expect(item.bytes).toBeLessThan(400_000)
    }
    expect(valuesOf(items)[0]).toHaveLength(limits.textValueLength)
  })
})

describe('files of an outbox', () => {
  it('are in a folder per lane and epoch, readable by their owner', async () => {
    await keep(1)
    expect(await readdir(folder)).toEqual(['record'])
    expect(await readdir(join(folder, 'record'))).toEqual([`000001-${epoch()}`])
    expect(await readdir(join(folder, 'record', `000001-${epoch()}`))).toEqual(['000000000000001-000000000000000.log'])
  })
})

describe('intact frames with foreign content', () => {
  const gap = { equipmentId: 1, bindingId: 2, reason: 'full', fromAt: null, toAt: null }
  const entry = { equipmentId: 1, bindingId: 2, configHash: hash, taken: { at: 5 }, ids: [7], values: [1] }
  it.each([
    ['a null gap', { gap: null }],
    ['a gap with an unknown reason', { gap: { ...gap, reason: 'because' } }],
    ['a gap without a stamp', { gap: { ...gap, fromAt: 5 } }],
    ['a gap whose device is a text', { gap: { ...gap, equipmentId: 'x' } }],
    ['a record without a stamp', { ...entry, taken: true }],
    ['a record whose device is a text', { ...entry, equipmentId: 'x' }],
    ['a record with too few values', { ...entry, ids: [7, 8] }],
    ['a record without a configuration', { ...entry, configHash: 5 }],
  ])('%s is reported as torn, and its neighbours are delivered', (_, raw) => {
    const frame = (seq: number, payload: object) => ({
      ...{ seq, count: 1, before: seq - 1, points: 1, at: 5, offset: 0, length: 9 },
      payload: Buffer.from(JSON.stringify(payload)),
    })
    const items = itemsOf([frame(1, entry), frame(2, raw), frame(3, entry)])
    const torn = { equipmentId: 1, bindingId: 2, reason: 'torn', fromAt: { at: 5 }, toAt: { at: 5 } }
    expect(items.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(valuesOf(items)).toEqual([1, torn, 1])
  })
})
