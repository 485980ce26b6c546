// The cost of storing a record on the gateway: entries a second and CPU time, each flushed to the disk with fdatasync,
// for several numbers of samples per flush; then the cost of reading them for sending and of removing them.
//   npm run bench -- outbox --entries 20000 --values 10
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClock } from '../signal/edge/clock.ts'
import { type Outbox, openOutbox } from '../signal/edge/outbox/outbox.ts'
import { machineLine, median, numbers, table } from './machine.ts'

const given = numbers({ entries: 20_000, values: 10, rounds: 3 })
const clock = createClock()
const bound = { equipmentId: 1, bindingId: 2, hash: 'a'.repeat(64) }
const ids = Array.from({ length: given.values }, (_, index) => 1000 + index)

let turn = 0
const sample = () => {
  turn += 1
  return { moment: clock.now(), ids, values: ids.map((id) => Math.round(Math.sin(turn + id) * 10_000) / 100) }
}

type Cost = { perSecond: number; cpuUs: number }

async function cost(units: number, act: () => Promise<void>): Promise<Cost> {
  const before = process.cpuUsage()
  const start = performance.now()
  await act()
  const { user, system } = process.cpuUsage(before)
  return { perSecond: (units / (performance.now() - start)) * 1000, cpuUs: (user + system) / units }
}

/** Fills the outbox. `isShared`: samples of the same time share an entry, as in the agent. */
async function fill(outbox: Outbox, atOnce: number, samples: number, isShared: boolean): Promise<void> {
  const { equipmentId, bindingId, hash } = bound
  const entry = () => {
    const { moment, ...columns } = sample()
    return { equipmentId, bindingId, configHash: hash, taken: clock.stamp(moment), ...columns }
  }
  for (let done = 0; done < samples; done += atOnce) {
    const kept = Array.from({ length: atOnce }, () =>
      isShared ? outbox.record(sample()) : outbox.append('record', entry()),
    )
    if (isShared) await outbox.settled()
    if (!(await Promise.all(kept)).every(Boolean)) throw new Error('the disk did not keep it')
  }
}

async function empty(outbox: Outbox): Promise<void> {
  for (;;) {
    const place = outbox.place('record')
    if (!place || place.acked >= place.last) return
    const items = await outbox.read('record', place.epoch, place.acked + 1, { entries: 16, bytes: 128 * 1024 })
    outbox.acknowledge('record', place.epoch, items.at(-1)!.seq)
  }
}

type Round = { keep: Cost; send: Cost; bytes: number }

async function round(atOnce: number, isShared: boolean): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-outbox-'))
  const outbox = await openOutbox({ folder, bound: () => bound, clock, log: console.error, lingerMs: 60_000 })
  try {
    // Flushing one sample takes as long as flushing a hundred, so fewer samples are written.
    const samples = Math.min(given.entries, atOnce * 400)
    await fill(outbox, atOnce, atOnce * 20, isShared)
    const keep = await cost(samples, () => fill(outbox, atOnce, samples, isShared))
    const { bytes } = outbox.stats()
    const send = await cost(samples + atOnce * 20, () => empty(outbox))
    return { keep, send, bytes: bytes / (samples + atOnce * 20) }
  } finally {
    await outbox.close()
    await rm(folder, { recursive: true })
  }
}

const of = (rounds: readonly Round[], pick: (round: Round) => number) => median(rounds.map(pick))
const rows: (string | number)[][] = []
for (const isShared of [false, true]) {
  for (const atOnce of [1, 20, 100]) {
    const rounds: Round[] = []
    for (let index = 0; index < given.rounds; index++) rounds.push(await round(atOnce, isShared))
    rows.push([
      isShared ? 'one entry' : 'an entry each',
      atOnce,
      Math.round(of(rounds, ({ keep }) => keep.perSecond)),
      of(rounds, ({ keep }) => keep.cpuUs).toFixed(1),
      (of(rounds, ({ keep }) => keep.cpuUs) / given.values).toFixed(2),
      (of(rounds, ({ send }) => send.cpuUs) / given.values).toFixed(2),
      (of(rounds, ({ bytes }) => bytes) / given.values).toFixed(1),
    ])
  }
}
console.log(`Outbox, ${given.values} values a sample, median of ${given.rounds}. ${machineLine()}\n`)
const headings = ['samples as', 'a flush', 'samples/s', 'CPU µs/sample', 'CPU µs/value', 'read µs/value', 'B/value']
console.log(table(headings, rows))
