// The driver as the gateway runs it: objects are polled together, each with its own fault, and a write is read back.
import { afterEach, expect, test } from 'vitest'
import { createPoller, type Poller } from '../../signal/edge/poll/poll.ts'
import { createValues, type Values } from '../../signal/edge/values.ts'
import { berInteger, type SnmpAgent, startSnmpAgent } from '../../testkit/peers/snmp-agent.ts'
import { checkDriver } from '../check-driver.ts'
import { opener } from './driver.ts'

let poller: Poller
let agent: SnmpAgent
let values: Values
afterEach(async () => {
  await poller.stop()
  await agent.close()
})

/** Polls objects every 20 ms; their ids count from 1. */
async function poll(objects: readonly [address: string, dataType: string][]): Promise<void> {
  agent = await startSnmpAgent()
  agent.objects.set('1.3.6.1.2.1.1.5.0', { tag: 4, bytes: Buffer.from('UPS 7') })
  agent.objects.set('1.3.6.1.2.1.33.1.2.4.0', { tag: 2, bytes: berInteger(87) })
  values = createValues()
  poller = createPoller({
    ...{ home: '', values, now: () => performance.now(), random: Math.random, log: () => undefined },
    pace: { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 60_000 },
    openerOf: async () => opener,
  })
  const params = { host: '127.0.0.1', port: agent.port, collectMs: 20, timeoutMs: 500 }
  const signals = objects.map(([address, dataType], at) => ({ id: at + 1, address, access: 'rw', dataType }))
  const checked = checkDriver({ id: 1, type: 'snmp', params, signals: signals as never })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  await poller.apply([checked])
}
const stateOf = (id: number) => [values.get(id)?.code, values.get(id)?.value]

test('polls objects, marks those that the agent lacks, and recovers after silence', async () => {
  await poll([
    ['sysName.0', 'string'],
    ['upsEstimatedChargeRemaining.0', 'uint8'],
    ['upsBatteryVoltage.0', 'uint16'],
  ])
  await expect.poll(() => [1, 2, 3].map((id) => stateOf(id)[0])).toEqual([200, 200, 1715])
  expect([1, 2].map((id) => stateOf(id)[1])).toEqual(['UPS 7', 87])
  agent.script = () => []
  await expect.poll(() => stateOf(2)[0], { timeout: 20_000 }).toBe(1714)
  agent.script = undefined
  await expect.poll(() => stateOf(2), { timeout: 20_000 }).toEqual([200, 87])
})

test('writes an object and reads it back', async () => {
  await poll([['sysName.0', 'string']])
  await expect.poll(() => stateOf(1)).toEqual([200, 'UPS 7'])
  const outcome = await poller.write({ signalId: 1, raw: 'UPS 8', mayStart: () => true })
  expect(outcome).toMatchObject({ kind: 'written', value: 'UPS 8', same: true })
})
