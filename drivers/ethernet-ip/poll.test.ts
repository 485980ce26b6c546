// The driver as the gateway runs it: many variables by few requests, each with its own fault, and a write that is read
// back.
import { afterEach, expect, test } from 'vitest'
import { createPoller, type Poller } from '../../signal/edge/poll/poll.ts'
import { createValues, type Values } from '../../signal/edge/values.ts'
import { startLogixStage } from '../../testkit/logix-stage.ts'
import type { LogixPlc } from '../../testkit/peers/logix.ts'
import { checkDriver } from '../check-driver.ts'
import { opener } from './driver.ts'

let poller: Poller
let plc: LogixPlc
let values: Values
afterEach(async () => {
  await poller.stop()
  await plc.close()
})

/** Polls tags every 20 ms; their ids count from 1. */
async function poll(tags: readonly [address: string, dataType: string][]): Promise<void> {
  plc = await startLogixStage()
  values = createValues()
  poller = createPoller({
    ...{ home: '', values, now: () => performance.now(), random: Math.random, log: () => undefined },
    pace: { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 60_000 },
    openerOf: async () => opener,
  })
  const params = { host: '127.0.0.1', port: plc.port, collectMs: 20, timeoutMs: 5000 }
  const signals = tags.map(([address, dataType], at) => ({ id: at + 1, address, access: 'rw', dataType }))
  const checked = checkDriver({ id: 1, type: 'ethernet-ip', params, signals: signals as never })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  await poller.apply([checked])
}
const stateOf = (id: number) => [values.get(id)?.code, values.get(id)?.value]

test('polls tags, marks those that the controller lacks, and recovers after a lost connection', async () => {
  await poll([
    ['Count', 'int32'],
    ['Nothing', 'int32'],
    ['Motors[1].Speed', 'int32'],
    ['Note', 'string'],
  ])
  await expect.poll(() => [1, 2, 3, 4].map((id) => stateOf(id)[0])).toEqual([200, 1715, 200, 200])
  expect([1, 3, 4].map((id) => stateOf(id)[1])).toEqual([-70_000, 1401, 'Line 7'])
  plc.script = (_frame, _usual, socket) => void socket.destroy()
  await expect.poll(() => stateOf(1)[0]).toBe(1722)
  plc.script = undefined
  await expect.poll(() => stateOf(1)).toEqual([200, -70_000])
})

test('writes a text and reads it back', async () => {
  await poll([['Label', 'string']])
  await expect.poll(() => stateOf(1)).toEqual([200, 'Mix'])
  const outcome = await poller.write({ signalId: 1, raw: 'Batch 7', mayStart: () => true })
  expect(outcome).toMatchObject({ kind: 'written', value: 'Batch 7', same: true })
})
