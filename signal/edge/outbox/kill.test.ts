// The outbox of a process that is killed at any instant, and one on a disk that is really full.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { endProgram, type Program, programAt } from '../../../testkit/program.ts'
import { createClock } from '../clock.ts'
import type { Item, RecordEntry } from './entry.ts'
import { type Outbox, openOutbox } from './outbox.ts'

let folder: string
const open = (path: string, maxBytes: number) => {
  const bound = () => ({ equipmentId: 1, bindingId: 2, hash: 'a'.repeat(64) })
  return openOutbox({ folder: path, bound, clock: createClock(), log: () => undefined, maxBytes, lingerMs: 1 })
}
/** Everything that waits, acknowledged up to its last number. */
async function drain(outbox: Outbox): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const place = outbox.place('record')
    if (!place || place.acked >= place.last) return items
    items.push(...(await outbox.read('record', place.epoch, place.acked + 1, { entries: 1000, bytes: 1e6 })))
    outbox.acknowledge('record', place.epoch, items.at(-1)!.seq)
    await outbox.read('record', place.epoch, 1, { entries: 1, bytes: 1 })
  }
}
const valuesIn = (items: readonly Item[]) =>
  items.flatMap((item) => (item.kind === 'record' ? ((item.entry as RecordEntry).values as number[]) : []))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('kill -9 of a process that keeps records', () => {
  // Rounds of writing and killing; `npm run torture` does the same for ten minutes, with the platform.
  const rounds = 4
  let writer: Program
  beforeAll(async () => {
    writer = await programAt('testkit/peers/outbox-writer.ts', 'outbox-writer')
  })
  afterAll(() => writer[Symbol.asyncDispose]())

  it.each([
    ['one after the other', 1],
    ['a hundred together', 100],
  ])('%s: all confirmed entries are there, once and in order', { timeout: 120_000 }, async (_, atOnce) => {
    const found: number[] = []
    let from = 1
    const said: number[] = []
    for (let round = 0; round < rounds; round++) {
      const child = writer.run({}, 'pipe', [folder, String(from), String(atOnce)])
      let text = ''
      child.stdout!.on('data', (chunk) => {
        text += chunk
      })
      const wanted = 20 + round * 37
      await eventually(() => expect(text.split('\n').length).toBeGreaterThan(wanted))
      await endProgram(child)
      for (const line of text.split('\n').slice(0, -1)) said.push(Number(line))
      // Entries stored without a confirmation have smaller numbers.
      from = said.at(-1)! + 10_000
      // Several runs write to one outbox before it is read.
      if (round % 2 === 0) continue
      const outbox = await open(folder, 2 * 1024 * 1024)
      const items = await drain(outbox)
      await outbox.close()
      expect(items.filter(({ kind }) => kind === 'gap')).toEqual([])
      found.push(...valuesIn(items))
    }
    const kept = new Set(found)
    expect(said.filter((value) => !kept.has(value))).toEqual([])
    expect(said.length).toBeGreaterThan(rounds * 50)
    expect(found).toEqual([...new Set(found)].sort((a, b) => a - b))
  })
})

/** Mounts a disk of one megabyte, if root can. */
function mountSmall(path: string): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('a disk that is really full', () => {
  it('costs the oldest records, which are counted, and never the newest', async () => {
    const isSmall = mountSmall(folder)
    try {
      // If no small disk is mounted, the byte limit takes its role.
      let outbox = await open(join(folder, 'outbox'), isSmall ? 8 * 1024 * 1024 : 700_000)
      const text = 'x'.repeat(500)
      const entry = (value: number) => ({
        equipmentId: 1,
        bindingId: 2,
        configHash: 'a'.repeat(64),
        taken: { at: value },
        ids: [1, 2],
        values: [value, text],
      })
      const total = 4000
      const kept: boolean[] = []
      for (let value = 1; value <= total; value++) {
        kept.push(await outbox.append('record', entry(value)))
        // Fills the rest of the disk as another program would, and frees it later.
        if (isSmall && value === 1000)
          await writeFile(join(folder, 'other'), Buffer.alloc(300_000)).catch(() => undefined)
        if (isSmall && value === 2000) await rm(join(folder, 'other'), { force: true })
      }
      await outbox.close()
      outbox = await open(join(folder, 'outbox'), 8 * 1024 * 1024)
      const items = await drain(outbox)
      await outbox.close()
      const values = items.flatMap((item) => (item.kind === 'record' ? (item.entry as RecordEntry).values[0] : []))
      const counted = items.reduce((sum, item) => sum + (item.kind === 'gap' ? item.points : 0), 0)
      expect(values.at(-1)).toBe(total)
      expect(values.length * 2 + counted).toBe(total * 2)
      expect(items.filter(({ kind }) => kind === 'gap').length).toBeGreaterThan(0)
      expect(kept.at(-1)).toBe(true)
    } finally {
      if (isSmall) execFileSync('umount', [folder])
    }
  })
})
