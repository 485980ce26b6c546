// Connections to a PLC that closes them at will, over real sockets.
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { checkDriver } from '../../../drivers/check-driver.ts'
import type { Refuse } from '../../../plant/modbus-pdu.ts'
import { type ModbusServer, startModbusServer } from '../../../plant/modbus-server.ts'
import type { RegisterBank } from '../../../plant/register-bank.ts'
import { createValues } from '../values.ts'
import { createPoller, type Poller } from './poll.ts'

let poller: Poller | undefined
let plc: ModbusServer | undefined
afterEach(async () => {
  await poller?.stop()
  await plc?.stop()
})

/** Registers that store what is written; `written` lists the values in order. */
function bankOf(): RegisterBank & { written: number[] } {
  const words = new Map<number, number>()
  const written: number[] = []
  return {
    written,
    read: (_area, address, count) => Array.from({ length: count }, (_, index) => words.get(address + index) ?? 0),
    write(_area, address, values) {
      for (const [index, value] of values.entries()) words.set(address + index, value)
      written.push(...values)
      return undefined
    },
    peek: () => undefined,
    put: () => undefined,
  }
}

async function polled({ hangsUp = false, collectMs = 20, framing = 'tcp' as 'tcp' | 'rtu' } = {}) {
  const bank = bankOf()
  const behaviour = () => ({ silent: false, noisy: false, refuse: () => undefined, hangsUp })
  plc = await startModbusServer({ host: '127.0.0.1', port: 0, unitId: 1, bank, framing, behaviour })
  const values = createValues()
  const pace = { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 50 }
  const own = createPoller({
    home: '',
    values,
    now: () => performance.now(),
    random: Math.random,
    pace,
    log: () => undefined,
  })
  poller = own
  const checked = checkDriver({
    id: 1,
    type: `modbus-${framing}`,
    params: { host: '127.0.0.1', port: plc.port, collectMs, retries: 0 },
    signals: [
      { id: 1, address: 'H:0', dataType: 'uint16', access: 'rw' },
      { id: 2, address: 'H:1', dataType: 'uint16', access: 'w' },
    ],
  })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  await own.apply([checked])
  await expect.poll(() => values.get(1)?.code).toBe(200)
  return { bank, values, plc, write: (raw: number, signalId = 1) => own.write({ signalId, raw, mayStart: () => true }) }
}

/** A Modbus gateway that closes after each answer: unit 6 answers, for the dead unit 5 the gateway reports 0B. */
async function closingGateway(): Promise<Server> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (asked) => {
      const isDead = asked[6] === 5
      const answer = isDead ? Buffer.of(0, 0, 0, 0, 0, 3, 5, 0x83, 0x0b) : Buffer.of(0, 0, 0, 0, 0, 5, 6, 3, 2, 0, 42)
      asked.copy(answer, 0, 0, 2)
      socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

it('a dead unit behind a Modbus gateway that closes after each answer does not disturb another unit', async () => {
  const gateway = await closingGateway()
  const values = createValues()
  const pace = { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 50 }
  const logged: string[] = []
  poller = createPoller({
    home: '',
    values,
    now: () => performance.now(),
    random: Math.random,
    pace,
    log: (line) => logged.push(line),
  })
  const { port } = gateway.address() as AddressInfo
  const units = [5, 6].map((unitId) =>
    checkDriver({
      ...{ id: unitId, type: 'modbus-tcp', params: { host: '127.0.0.1', port, unitId, collectMs: 10, retries: 0 } },
      signals: [{ id: unitId, address: 'H:0', dataType: 'uint16', access: 'r' }],
    }),
  )
  const codes: number[] = []
  values.listen((id, { code }) => id === 6 && codes.push(code))
  await poller.apply(units as never)
  await expect.poll(() => codes.length, { timeout: 20_000 }).toBeGreaterThan(30)
  expect(values.get(5)?.code).toBe(1727)
  expect([new Set(codes), logged]).toEqual([new Set([200]), []])
  await poller.stop()
  gateway.close()
})

it('a block that is refused for an address between its variables is divided, which is no error of the driver', async () => {
  const refuse: Refuse = (_, start, count) => (start <= 2 && start + count > 2 ? 2 : undefined)
  const behaviour = () => ({ silent: false, noisy: false, refuse })
  plc = await startModbusServer({ host: '127.0.0.1', port: 0, unitId: 1, bank: bankOf(), behaviour })
  const values = createValues()
  const pace = { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 60_000 }
  poller = createPoller({
    ...{ home: '', values, now: () => performance.now(), random: Math.random, pace, log: () => undefined },
  })
  const own = poller
  const signals = ['H:0', 'H:4'].map((address, at) => ({
    ...{ id: at + 1, address, dataType: 'uint16' as const, access: 'r' as const },
  }))
  const params = { host: '127.0.0.1', port: plc.port, collectMs: 20, retries: 0 }
  await own.apply([checkDriver({ id: 1, type: 'modbus-tcp', params, signals }) as never])
  await expect.poll(() => [values.get(1)?.code, values.get(2)?.code]).toEqual([200, 200])
  const [health] = own.drivers()
  expect(health!.requests).toBeGreaterThan(2)
  expect(health).toMatchObject({ errors: 0, fault: undefined })
})

describe('a PLC that closes its connection', () => {
  it.each([1, 2])('after each answer executes ten of ten writes, each once: variable %i', async (signalId) => {
    const { bank, write } = await polled({ hangsUp: true })
    const asked = Array.from({ length: 10 }, (_, index) => index + 1)
    for (const raw of asked) {
      const value = signalId === 1 ? raw : null
      expect(await write(raw, signalId)).toEqual({ kind: 'written', value, same: true })
    }
    expect(bank.written).toEqual(asked)
  })

  it.each(['tcp', 'rtu'] as const)('after an idle time is reconnected for a write: %s', async (framing) => {
    const { bank, plc, write } = await polled({ framing, collectMs: 3_600_000 })
    for (const raw of [1, 2, 3, 4]) {
      expect(await write(raw)).toEqual({ kind: 'written', value: raw, same: true })
      await plc.hangUp()
    }
    expect(bank.written).toEqual([1, 2, 3, 4])
  })

  it('and stays away has received nothing: the write is refused, not unknown', async () => {
    const { bank, plc, write } = await polled({ collectMs: 3_600_000 })
    await plc.dropLink()
    expect(await write(7)).toMatchObject({ kind: 'refused', fault: { code: 1722 } })
    expect(bank.written).toEqual([])
  })

  it('never causes a fault of the variables', async () => {
    const { values } = await polled({ hangsUp: true })
    const codes = new Set<number>()
    const first = values.get(1)!.at
    await expect
      .poll(
        () => {
          codes.add(values.get(1)!.code)
          return values.get(1)!.at - first
        },
        { timeout: 20_000, interval: 1 },
      )
      .toBeGreaterThan(500)
    expect([...codes]).toEqual([200])
  })
})
