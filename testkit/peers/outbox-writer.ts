// A process that fills an outbox until it is killed, and prints the confirmations of the outbox. Arguments: the folder,
// the first value, the number of samples per append.
import { writeSync } from 'node:fs'
import { createClock } from '../../signal/edge/clock.ts'
import { openOutbox } from '../../signal/edge/outbox/outbox.ts'

const [folder = '', from = '1', atOnce = '1'] = process.argv.slice(2)
const bound = { equipmentId: 1, bindingId: 2, hash: 'a'.repeat(64) }
const outbox = await openOutbox({
  folder,
  bound: () => bound,
  clock: createClock(),
  log: (message) => writeSync(2, `${message}\n`),
  lingerMs: 0,
  batchPoints: 1,
  // Small files, so that a kill also happens during the change to the next file.
  maxBytes: 2 * 1024 * 1024,
})

async function keep(value: number): Promise<void> {
  const isKept = await outbox.record({ moment: performance.now(), ids: [1], values: [value] })
  // Not written by console.log, because the output must leave the process before the next step.
  if (isKept) writeSync(1, `${value}\n`)
}

for (let value = Number(from); ; value += Number(atOnce))
  await Promise.all(Array.from({ length: Number(atOnce) }, (_, index) => keep(value + index)))
