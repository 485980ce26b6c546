// The driver as the gateway runs it: many variables by few requests, each with its own fault, and a write that is read
// back.
import { afterEach, expect, test } from 'vitest'
import { createPoller, type Poller } from '../../signal/edge/poll/poll.ts'
import { createValues, type Values } from '../../signal/edge/values.ts'
import { type S7Cpu, s7Answer, startS7Cpu } from '../../testkit/peers/s7.ts'
import { checkDriver } from '../check-driver.ts'
import { opener } from './driver.ts'

let poller: Poller
let cpu: S7Cpu
let values: Values
afterEach(async () => {
  await poller.stop()
  await cpu.close()
})

/** Polls words of these addresses every 20 ms; their ids count from 1. */
async function poll(addresses: readonly string[], signal: object = { dataType: 'uint16' }): Promise<void> {
  cpu = await startS7Cpu({ memory: { DB1: Uint8Array.from({ length: 600 }, (_, at) => at & 0xff) } })
  values = createValues()
  poller = createPoller({
    ...{ home: '', values, now: () => performance.now(), random: Math.random, log: () => undefined },
    pace: { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 60_000 },
    openerOf: async () => opener,
  })
  const params = { host: '127.0.0.1', port: cpu.port, collectMs: 20, timeoutMs: 2000, maxGap: 0 }
  const signals = addresses.map((address, at) => ({ id: at + 1, address, access: 'rw', dataType: 'uint16', ...signal }))
  const checked = checkDriver({ id: 1, type: 'siemens-s7', params, signals: signals as never })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  await poller.apply([checked])
}
const stateOf = (id: number) => [values.get(id)?.code, values.get(id)?.value]

test('reads 40 scattered words in three requests, and marks only those that the CPU lacks', async () => {
  const words = Array.from({ length: 38 }, (_, at) => `DB1.DBW${at * 10}`)
  await poll([...words, 'DB9.DBW0', 'DB1.DBW600'])
  await expect.poll(() => [39, 40].map((id) => stateOf(id)[0])).toEqual([1715, 1715])
  await expect.poll(() => stateOf(38)).toEqual([200, ((370 & 0xff) << 8) | (371 & 0xff)])
  expect(stateOf(2)).toEqual([200, 0x0a0b])
  expect(cpu.requests.slice(0, 3).map((request) => request[11])).toEqual([19, 19, 2])
})

test('marks every word if the CPU does not permit access', async () => {
  await poll(['DB1.DBW0', 'DB1.DBW100', 'DB1.DBW200'])
  await expect.poll(() => stateOf(3)[0]).toBe(200)
  cpu.script = (request) => s7Answer(request, '', '', 0x8104)
  await expect.poll(() => [1, 2, 3].map((id) => stateOf(id)[0])).toEqual([1720, 1720, 1720])
})

test('writes a text and reads it back', async () => {
  await poll(['DB1.DBB10'], { dataType: 'string', length: 12, prefix: 's7' })
  cpu.memory.get('DB1')!.set([12, 0], 10)
  const outcome = await poller.write({ signalId: 1, raw: 'Batch 7', mayStart: () => true })
  expect(outcome).toMatchObject({ kind: 'written', value: 'Batch 7', same: true })
  expect(Buffer.from(cpu.memory.get('DB1')!.subarray(10, 19)).toString('latin1')).toBe('\x0c\x07Batch 7')
})
