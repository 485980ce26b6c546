// The cost of intermediate variables while a page shows them: each of four devices sends its variables once a second,
// each formula uses one variable of each device. Also the cost of one alarm rule over each of them, without viewers.
// CPU time of one process.
//   npm run bench -- mvars
import { EquipmentId } from '../contract/fields.ts'
import type { Batch } from '../signal/cloud/batch.ts'
import { type Derived, Deriving } from '../signal/cloud/derive.ts'
import { type JudgedMvar, MvarJudging } from '../signal/cloud/mvar-judging.ts'
import { machineLine } from './machine.ts'

const variables = 1000
const devices = [1, 2, 3, 4].map((id) => EquipmentId.parse(id))
const seconds = 20

const signalOf = (device: number, i: number) => device * 10_000 + i
const derived = Array.from({ length: variables }, (_, i): Derived => {
  const inputs = devices.map((equipmentId) => ({ equipmentId, signalId: signalOf(equipmentId, i) }))
  const names = inputs.map(({ equipmentId, signalId }) => `\${${equipmentId}.${signalId}}`)
  return { id: i + 1, expression: i % 2 === 0 ? `sum(${names.join()})` : `(${names.join(' + ')}) / 4`, inputs }
})
const messages = devices.map((equipmentId) => ({
  ...{ equipmentId, receivedAt: 1 },
  ids: Array.from({ length: variables }, (_, i) => signalOf(equipmentId, i)),
}))

let sent = 0
const wire = {
  send(text: string) {
    sent += text.length
  },
  bufferedAmount: () => 0,
}

/** Measures the CPU time as a share of a core. */
async function costOf(viewers: number): Promise<number> {
  const reading = { value: 12.5, code: 200, at: 1 }
  const deriving = new Deriving({ get: () => reading }, () => 1)
  const leaving = Array.from({ length: viewers }, () => deriving.watch(derived, wire))
  const before = process.cpuUsage()
  const begun = performance.now()
  for (let second = 1; second <= seconds; second += 1) {
    for (const { equipmentId, ...message } of messages) deriving.take(equipmentId, message)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + second * 1000 - performance.now())))
  }
  const { user, system } = process.cpuUsage(before)
  for (const leave of leaving) leave()
  deriving.stop()
  return (user + system) / 1e6 / seconds
}

/** The rule over each variable is a limit with a dead band and a delay. */
const judged = derived.map(({ id, expression, inputs }): JudgedMvar => {
  const of = `\${${id}.${id}}`
  const rule = { id, raise: `${of} > 80`, stay: `${of} > 75`, onMs: 2000, tell: [id] }
  const stored = inputs.map(({ equipmentId, signalId }) => {
    return { equipmentId: EquipmentId.parse(equipmentId), signalId, gapMs: 2500 }
  })
  return { id, orgId: 1, expression, inputs: stored, rules: [{ equipmentId: devices[0]!, rule }], since: 0 }
})

/**
 * Measures the same messages with swinging values, as a share of a core; a second of messages is processed in one go,
 * as fast as possible.
 */
async function costOfRules(): Promise<{ share: number; events: number }> {
  let at = 1_000_000
  let events = 0
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const judging = new MvarJudging({
    rules: async () => ({ mvars: judged, standing: [], online: new Map() }),
    begin: async (some) => new Map(some.map(({ id }) => [id, { standing: [], turnedAt: new Map(), readings: [] }])),
    live: { get: () => undefined },
    happened(some) {
      events += some.length
      return true
    },
    draw: () => 'a'.repeat(16),
    now: () => at,
    log,
  })
  await judging.changed()
  const before = process.cpuUsage()
  for (let second = 1; second <= seconds; second += 1) {
    at += 1000
    for (const { equipmentId, ids } of messages) {
      const values = ids.map((id) => 20 + 10 * Math.sin((second + id) / 5))
      const codes = ids.map(() => 200)
      const times = ids.map(() => at)
      const batch = { kind: 'live', sn: 'S', orgId: 1, equipmentId, receivedAt: at, ids, values, codes, times }
      judging.take(batch as Batch)
    }
    await judging.turn()
  }
  const { user, system } = process.cpuUsage(before)
  return { share: (user + system) / 1e6 / seconds, events }
}

console.log(machineLine())
const { share, events } = await costOfRules()
console.log(
  `${variables} alarm rules over as many of them at 1 Hz: ${(share * 100).toFixed(2)} % of a core, ${events} alarms raised or cleared`,
)
for (const viewers of [1, 100])
  console.log(
    `${variables} intermediate variables of 4 devices at 1 Hz, ${viewers} viewers: ${((await costOf(viewers)) * 100).toFixed(2)} % of a core`,
  )
console.log(`${Math.round(sent / 1e6)} MB written`)
