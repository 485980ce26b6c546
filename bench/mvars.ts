// What intermediate variables cost the platform while a page shows them: each of four devices tells its variables once a
// second, each formula names one variable of each device. CPU time of one process.
//   npm run bench -- mvars
import { EquipmentId } from '../contract/fields.ts'
import { createDeriving, type Derived } from '../signal/cloud/derive.ts'
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

/** Share of a core. */
async function costOf(viewers: number): Promise<number> {
  const reading = { value: 12.5, code: 200, at: 1 }
  const deriving = createDeriving({ get: () => reading }, () => 1)
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

console.log(machineLine())
for (const viewers of [1, 100])
  console.log(
    `${variables} intermediate variables of 4 devices at 1 Hz, ${viewers} viewers: ${((await costOf(viewers)) * 100).toFixed(2)} % of a core`,
  )
console.log(`${Math.round(sent / 1e6)} MB written`)
