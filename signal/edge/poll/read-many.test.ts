// A session that reads several blocks in one request.
import { afterEach, expect, it } from 'vitest'
import { checkDriver } from '../../../drivers/check-driver.ts'
import { DriverFault, type Opener, type Session, type Span } from '../../../drivers/driver.ts'
import { createValues } from '../values.ts'
import { createPoller, type Poller } from './poll.ts'

let poller: Poller | undefined
afterEach(() => poller?.stop())

const addresses = ['H:0', 'H:1000', 'H:2000']

/** Polls three distant registers by a session that is answered by `answer`. */
async function polled(answer: (spans: readonly Span[]) => (Uint8Array | DriverFault)[]) {
  const asked: number[][] = []
  const session: Session = {
    isOpen: true,
    read: () => Promise.reject(new Error('one block alone')),
    readMany: async (spans) => {
      asked.push(spans.map(({ start }) => start))
      return answer(spans)
    },
    write: () => Promise.reject(new Error('no write')),
    close: async () => undefined,
  }
  const opener: Opener = { open: async () => session }
  const values = createValues()
  poller = createPoller({
    ...{ home: '', values, now: () => performance.now(), random: Math.random, log: () => undefined },
    pace: { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 60_000 },
    openerOf: async () => opener,
  })
  const signals = addresses.map((address, at) => ({
    ...{ id: at + 1, address, dataType: 'uint16' as const, access: 'r' as const },
  }))
  const params = { host: '127.0.0.1', port: 502, collectMs: 20, retries: 0 }
  const checked = checkDriver({ id: 1, type: 'modbus-tcp', params, signals })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  await poller.apply([checked])
  const codes = () => signals.map(({ id }) => values.get(id)?.code)
  return { asked, values, codes, poller }
}

const register = (value: number) => Uint8Array.of(value >> 8, value & 0xff)

it('one request has all blocks that are due', async () => {
  const { asked, values } = await polled((spans) => spans.map(({ start }) => register(start)))
  await expect.poll(() => asked.length).toBeGreaterThan(2)
  expect([...asked[0]!].sort((a, b) => a - b)).toEqual([0, 1000, 2000])
  expect([1, 2, 3].map((id) => values.get(id)?.value)).toEqual([0, 1000, 2000])
})

it('a refused block marks only its own variables', async () => {
  const missing = new DriverFault(1715, 'no such register')
  const { codes, asked } = await polled((spans) =>
    spans.map(({ start }) => (start === 1000 ? missing : register(start))),
  )
  await expect.poll(codes).toEqual([200, 1715, 200])
  await expect.poll(() => asked.length).toBeGreaterThan(4)
  expect(codes()).toEqual([200, 1715, 200])
})

it('a fault of the whole request marks all of them', async () => {
  const { codes } = await polled(() => {
    throw new DriverFault(1714, 'no answer')
  })
  await expect.poll(codes).toEqual([1714, 1714, 1714])
})
