// The outbox after a crash, with a failing disk and after damage.
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FailingDisk, failingDisk, fault } from '../../../testkit/peers/failing-disk.ts'
import { createClock } from '../clock.ts'
import type { Entry, Item, RecordEntry } from './entry.ts'
import { headBytes } from './file.ts'
import { type Outbox, openOutbox } from './outbox.ts'

let folder: string
let disk: FailingDisk
let outbox: Outbox
const logged: string[] = []
const all = { entries: 1000, bytes: 1e6 }
const open = async (maxBytes = 1024 * 1024) => {
  const bound = () => ({ equipmentId: 1, bindingId: 2, hash: 'a'.repeat(64) })
  outbox = await openOutbox({ folder, bound, clock: createClock(), log: (m) => logged.push(m), maxBytes, disk })
}
const entry = (value: number | string, bindingId = 2): Entry => ({
  equipmentId: bindingId * 10,
  bindingId,
  configHash: 'a'.repeat(64),
  taken: { at: 1_000_000 + Number(value) },
  ids: [7],
  values: [value],
})
const keep = (value: number | string, bindingId?: number) => outbox.append('record', entry(value, bindingId))
/** Delivers everything that waits, over all epochs, as the platform would. */
async function drain(): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const place = outbox.place('record')
    if (!place || place.acked >= place.last) return items
    const found = await outbox.read('record', place.epoch, place.acked + 1, { entries: 100, bytes: 1e6 })
    expect(found[0]!.from).toBe(place.acked + 1)
    for (const [index, item] of found.entries()) if (index > 0) expect(item.from).toBe(found[index - 1]!.seq + 1)
    items.push(...found)
    outbox.acknowledge('record', place.epoch, found.at(-1)!.seq)
    await outbox.settled()
    // A delivered epoch is removed in the lane's queue: wait for that.
    await outbox.read('record', place.epoch, 1, { entries: 1, bytes: 1 })
  }
}
const valuesIn = (items: readonly Item[]) =>
  items.flatMap((item) => (item.kind === 'record' ? (item.entry as RecordEntry).values : []))
const gapsIn = (items: readonly Item[]) =>
  items.flatMap((item) =>
    item.kind === 'gap' ? [{ ...item.gap, from: item.from, seq: item.seq, points: item.points }] : [],
  )
const fileOf = async () => {
  const [epoch] = await readdir(join(folder, 'record'))
  const names = await readdir(join(folder, 'record', epoch!))
  return join(
    folder,
    'record',
    epoch!,
    names
      .filter((name) => name.endsWith('.log'))
      .sort()
      .at(-1)!,
  )
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  disk = failingDisk()
  logged.length = 0
  await open()
})
afterEach(async () => {
  await outbox.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a file cut at any byte of its last two entries', () => {
  it('loses what was cut, reuses no number, and continues', async () => {
    for (const value of [1, 2, 3, 4]) await keep(value)
    await outbox.close()
    const whole = await readFile(await fileOf())
    const size = whole.length / 4
    const before = folder
    for (let length = size * 2; length < whole.length; length += 7) {
      folder = await mkdtemp(join(tmpdir(), 'outbox-'))
      await cp(before, folder, { recursive: true })
      await truncate(await fileOf(), length)
      await open()
      const { epoch } = outbox.place('record')!
      expect(await keep(5)).toBe(true)
      const isTorn = length % size !== 0
      const items = await drain()
      expect(valuesIn(items)).toEqual([1, 2, 3].slice(0, Math.floor(length / size)).concat(5))
      // If the head of the torn entry is complete, the entry is reported as a gap.
      const from = Math.floor(length / size) + 1
      const isTold = length % size >= headBytes
      expect(gapsIn(items)).toMatchObject(isTold ? [{ from, seq: from, points: 1, reason: 'torn' }] : [])
      // Entries of a torn end may have been sent: their numbers are not used again.
      expect(outbox.place('record')!.epoch === epoch).toBe(!isTorn)
      await outbox.close()
      await rm(folder, { recursive: true })
    }
    folder = before
    await open()
  })

  it.each([
    ['zeros', Buffer.alloc(700)],
    ['garbage', Buffer.from('fffe4f42fffe4f42112233'.repeat(30), 'hex')],
  ])('has the same result with %s at the end', async (_, tail) => {
    for (const value of [1, 2, 3]) await keep(value)
    await outbox.close()
    const path = await fileOf()
    await writeFile(path, Buffer.concat([await readFile(path), tail]))
    await open()
    await keep(4)
    expect(valuesIn(await drain())).toEqual([1, 2, 3, 4])
  })
})

describe('damage at the end', () => {
  it('is reported as a gap of all points whose entries had been written', async () => {
    for (const value of [1, 2, 3, 4, 5, 6]) await keep(value)
    await outbox.close()
    const path = await fileOf()
    const whole = await readFile(path)
    const size = whole.length / 6
    // The last byte of each of the last four entries.
    for (const entry of [3, 4, 5, 6]) whole[size * entry - 1]! ^= 1
    await writeFile(path, whole)
    await open()
    await keep(7)
    const items = await drain()
    expect(valuesIn(items)).toEqual([1, 2, 7])
    expect(gapsIn(items)).toMatchObject([{ from: 3, seq: 6, points: 4, reason: 'torn' }])
  })
})

describe('damage in the middle', () => {
  it('is reported as a gap of exactly those numbers and points, and the rest is delivered', async () => {
    for (const value of [1, 2, 3, 4, 5, 6]) await keep(value)
    await outbox.close()
    const path = await fileOf()
    const whole = await readFile(path)
    const size = whole.length / 6
    await fc.assert(
      fc.asyncProperty(fc.nat(size * 5 - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const damaged = Buffer.from(whole)
        damaged[at]! ^= flip
        await writeFile(path, damaged)
        const copy = await mkdtemp(join(tmpdir(), 'outbox-'))
        const before = folder
        await cp(folder, copy, { recursive: true })
        folder = copy
        await open()
        const items = await drain()
        const hit = Math.floor(at / size) + 1
        expect(valuesIn(items)).toEqual([1, 2, 3, 4, 5, 6].filter((value) => value !== hit))
        const isBetween = hit > 1
        const known = { equipmentId: 20, bindingId: 2, fromAt: { at: 1e6 + hit - 1 }, toAt: { at: 1e6 + hit + 1 } }
        const unknown = { equipmentId: null, bindingId: null, fromAt: null, toAt: null }
        expect(gapsIn(items)).toEqual([
          { from: hit, seq: hit, points: 1, reason: 'torn', ...(isBetween ? known : unknown) },
        ])
        await outbox.close()
        await rm(copy, { recursive: true })
        folder = before
      }),
      { numRuns: 60 },
    )
    await open()
  })

  it('is counted by the next file when it affects a whole one', async () => {
    await outbox.close()
    await open(64 * 1024)
    for (let value = 1; value <= 120; value++) await keep(value)
    await outbox.close()
    const [epoch] = await readdir(join(folder, 'record'))
    const names = (await readdir(join(folder, 'record', epoch!))).filter((name) => name.endsWith('.log')).sort()
    expect(names.length).toBeGreaterThan(2)
    const [from, next] = [names[1]!, names[2]!].map((name) => Number(name.slice(0, 15)))
    await rm(join(folder, 'record', epoch!, names[1]!))
    await open(64 * 1024)
    const items = await drain()
    expect(gapsIn(items)).toMatchObject([{ from, seq: next! - 1, points: next! - from!, reason: 'torn' }])
    expect(valuesIn(items)).toHaveLength(120 - (next! - from!))
  })

  it('to any file never stops the outbox from opening and accepting records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.boolean(), async (bytes, isCursor) => {
        await keep(1)
        await outbox.close()
        const path = await fileOf()
        await writeFile(isCursor ? join(path, '../cursor') : path, bytes)
        await open()
        expect(await keep(2)).toBe(true)
        expect(valuesIn(await drain()).at(-1)).toBe(2)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a bound', () => {
  it('drops the oldest entries, and one gap per binding replaces them, also over a restart', async () => {
    await outbox.close()
    await open(64 * 1024)
    for (let value = 1; value <= 600; value++) expect(await keep(value, value <= 100 ? 2 : 3)).toBe(true)
    expect(outbox.stats().bytes).toBeLessThanOrEqual(64 * 1024)
    const before = outbox.stats()
    await outbox.close()
    await open(64 * 1024)
    expect(outbox.stats()).toMatchObject({ entries: before.entries, bytes: before.bytes })
    const items = await drain()
    const [first, second, ...more] = gapsIn(items)
    expect(more).toEqual([])
    expect(first).toEqual({
      from: 1,
      seq: 100,
      points: 100,
      equipmentId: 20,
      bindingId: 2,
      fromAt: { at: 1_000_001 },
      toAt: { at: 1_000_100 },
      reason: 'full',
    })
    expect(second).toMatchObject({ from: 101, bindingId: 3, points: second!.seq - 100, reason: 'full' })
    expect(valuesIn(items)).toEqual(Array.from({ length: 600 - second!.seq }, (_, index) => second!.seq + 1 + index))
    expect(before.droppedPoints).toBe(second!.seq)
  })

  it('reports no gap for entries that were acknowledged before', async () => {
    await outbox.close()
    await open(64 * 1024)
    for (let value = 1; value <= 100; value++) await keep(value)
    const { epoch } = outbox.place('record')!
    for (let next = 1; next <= 90; ) next = (await outbox.read('record', epoch, next, all)).at(-1)!.seq + 1
    outbox.acknowledge('record', epoch, 90)
    for (let value = 101; value <= 600; value++) await keep(value)
    const items = await drain()
    expect(gapsIn(items)).toHaveLength(1)
    expect(gapsIn(items)[0]).toMatchObject({ from: 91, reason: 'full' })
    expect(gapsIn(items)[0]!.points + valuesIn(items).length).toBe(510)
  })
})

describe('a full disk', () => {
  it('costs the oldest entries, which are counted; the newest are kept', async () => {
    await outbox.close()
    await open(64 * 1024 * 1024)
    let used = 0
    disk.onAct = (act, path, bytes) => {
      if (act === 'remove' && /\.log$/.test(path)) used = Math.max(0, used - 40_000)
      if (act !== 'write') return
      if (used + bytes > 100_000) throw fault('ENOSPC')
      used += bytes
    }
    await outbox.close()
    await open(8 * 8 * 6000)
    for (let value = 1; value <= 800; value++) expect(await keep(value)).toBe(true)
    const items = await drain()
    expect(gapsIn(items).reduce((sum, { points }) => sum + points, 0) + valuesIn(items).length).toBe(800)
    expect(gapsIn(items)).toHaveLength(1)
    expect(valuesIn(items).at(-1)).toBe(800)
  })

  it('without any room: entries that could not be stored are reported later, and nothing else is lost', async () => {
    for (const value of [1, 2]) await keep(value)
    disk.onAct = (act) => {
      if (act === 'write' || act === 'create' || act === 'replace' || act === 'makeFolder') throw fault('ENOSPC')
    }
    expect(await Promise.all([keep(3), keep(4, 9)])).toEqual([false, false])
    expect(await keep(5)).toBe(false)
    expect(outbox.stats().droppedPoints).toBe(3)
    disk.onAct = () => undefined
    expect(await keep(6)).toBe(true)
    const items = await drain()
    expect(valuesIn(items)).toEqual([1, 2, 6])
    expect(gapsIn(items)).toMatchObject([
      { from: 3, seq: 3, points: 1, bindingId: 2, reason: 'full' },
      { from: 4, seq: 4, points: 1, bindingId: 9 },
      { from: 5, seq: 5, points: 1, bindingId: 2 },
    ])
    expect(logged.filter((line) => line.includes('ENOSPC'))).toHaveLength(1)
  })

  it('at the very start does not prevent the start', async () => {
    await outbox.close()
    await rm(folder, { recursive: true })
    disk.onAct = (act) => {
      if (act === 'makeFolder') throw fault('ENOSPC')
    }
    await open()
    expect(await keep(1)).toBe(false)
    disk.onAct = () => undefined
    expect(await keep(2)).toBe(true)
    expect(gapsIn(await drain())).toMatchObject([{ from: 1, seq: 1, points: 1 }])
  })
})

describe('a failing disk', () => {
  it('keeps all confirmed entries, numbers without a hole, and counts the rest, whatever fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('ok', 'ok', 'ok', 'ENOSPC', 'EIO'), { minLength: 10, maxLength: 120 }),
        async (answers) => {
          await outbox.close()
          await rm(folder, { recursive: true, force: true })
          let turn = 0
          disk.onAct = (act) => {
            const told = answers[turn++ % answers.length]!
            if (told !== 'ok' && act !== 'open' && act !== 'read' && act !== 'remove' && turn < 200) throw fault(told)
          }
          await open(24_000)
          const kept: number[] = []
          const total = 100
          for (let value = 1; value <= total; value++) if (await keep(value)) kept.push(value)
          disk.onAct = () => undefined
          kept.push(...((await keep(total + 1)) ? [total + 1] : []))
          await outbox.close()
          await open(24_000)
          const items = await drain()
          const found = valuesIn(items) as number[]
          // Each value is either stored, or dropped later and counted: no value is lost without a count, repeated or
          // out of order.
          expect(found).toEqual([...new Set(found)].sort((a, b) => a - b))
          expect(found.filter((value) => !kept.includes(value))).toEqual([])
          const counted = gapsIn(items).reduce((sum, { points }) => sum + points, 0)
          expect(found.length + counted).toBe(total + 1)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('does not get more data into a file whose flush failed', async () => {
    await keep(1)
    disk.onAct = (act) => {
      if (act === 'flush' || act === 'truncate') throw fault('EIO')
    }
    expect(await keep(2)).toBe(false)
    disk.onAct = () => undefined
    expect(await keep(3)).toBe(true)
    const items = await drain()
    expect(valuesIn(items)).toEqual([1, 3])
    expect(gapsIn(items)).toMatchObject([{ points: 1 }])
  })

  it('does not fill the memory when it hangs', async () => {
    await outbox.close()
    await open(64 * 1024 * 1024)
    let release: () => void = () => undefined
    const hangs = new Promise<void>((resolve) => {
      release = resolve
    })
    await keep(0)
    const real = disk.create
    disk.create = async (path) => {
      await hangs
      return real(path)
    }
    const text = 'x'.repeat(100_000)
    const kept = Array.from({ length: 120 }, () => outbox.append('record', { ...entry(1), values: [text] }))
    expect(await Promise.all(kept.slice(100))).toEqual(Array.from({ length: 20 }, () => false))
    release()
    const isKept = await Promise.all(kept)
    const items = await drain()
    const refused = isKept.filter((one) => !one).length
    expect(valuesIn(items)).toHaveLength(1 + 120 - refused)
    expect(gapsIn(items).reduce((sum, { points }) => sum + points, 0)).toBe(refused)
  })
})

describe('an outbox deleted while it is open', () => {
  it('continues as a new one, and reports how much is lost', async () => {
    await keep(1)
    await keep(2)
    const { epoch } = outbox.place('record')!
    await rm(folder, { recursive: true })
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await keep(3)).toBe(true)
    expect(outbox.place('record')!.epoch).not.toBe(epoch)
    await outbox.close()
    await open()
    const items = await drain()
    expect(valuesIn(items)).toEqual([3])
    expect(gapsIn(items)).toMatchObject([{ points: 2, reason: 'torn', bindingId: null }])
  })
})
