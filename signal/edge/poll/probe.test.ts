// Probing one point: through the connection that polls the device or one of its own, never two to the same device.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { checkDriver } from '../../../drivers/check-driver.ts'
import { Bench } from '../../../testkit/peers/bench.ts'
import { startPymodbus } from '../../../testkit/peers/pymodbus.ts'
import { type Misbehaving, scriptedServer, silentServer } from '../../../testkit/peers/silent.ts'
import { createValues } from '../values.ts'
import { createPoller, type Poller } from './poll.ts'
import { createProbe, type Probe } from './probe.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const uint16 = { address: 'H:0', dataType: 'uint16' } as const
const params = (port: number, more: object = {}) => ({ host: '127.0.0.1', port, timeoutMs: 300, ...more })

/** A Modbus TCP device with 410 in every register, which answers while `gate` returns true. */
function counting(gate: () => boolean = () => true): Promise<Misbehaving> {
  return scriptedServer((request) => {
    if (!gate()) return undefined
    const count = request.readUInt16BE(10)
    const data = Buffer.alloc(count * 2)
    for (let index = 0; index < count; index++) data.writeUInt16BE(410, index * 2)
    const head = Buffer.from(request.subarray(0, 9))
    head.writeUInt16BE(3 + data.length, 4)
    head[8] = data.length
    return Buffer.concat([head, data])
  })
}

function poller(): { poller: Poller; probe: Probe; values: ReturnType<typeof createValues> } {
  const values = createValues()
  const pace = { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 50 }
  const now = () => performance.now()
  const own = createPoller({ home: '', values, now, random: Math.random, pace, log: () => undefined })
  ends.push(() => own.stop())
  return { poller: own, probe: createProbe(own, () => new Map()), values }
}

function polling(port: number, type = 'modbus-tcp', more: object = {}) {
  const signals = [{ id: 7, access: 'r', ...uint16 } as const]
  const checked = checkDriver({ id: 1, type, params: { ...params(port), collectMs: 20, ...more }, signals })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked
}

it('a long text is cut to the maximum length of a value', async () => {
  const once = async () => ({ answer: [{ value: '水'.repeat(5000), agoMs: 0 }], tookMs: 1 })
  const probe = createProbe({ once } as unknown as Poller, () => new Map())
  const driver = { type: 'opc-ua', params: { endpointUrl: 'opc.tcp://127.0.0.1:4840' } }
  const ending = await probe({ kind: 'probe', ...driver, point: { address: 'i=1', dataType: 'string' } })
  expect(ending).toEqual({ status: 'success', code: 200, value: '水'.repeat(limits.textValueLength), tookMs: 1 })
})

describe('a PLC that is not polled', () => {
  it.each(['tcp', 'rtu'] as const)(
    'is read on a separate connection, which is closed afterwards: %s',
    async (framing) => {
      const peer = await startPymodbus({ 1: { H: { 0: 410, 1: 0, 2: 0x7fc0, 3: 0 } } }, framing)
      ends.push(() => peer.kill())
      const { probe, poller: own } = poller()
      const ask = (point: object, more: object = {}) =>
        probe({
          kind: 'probe',
          type: `modbus-${framing}`,
          params: params(peer.port, more),
          point: { ...uint16, ...point },
        })
      expect(await ask({})).toEqual({ status: 'success', code: 200, value: 410, tookMs: expect.any(Number) })
      expect(await ask({ scale: 0.1 })).toMatchObject({ status: 'success', value: 41 })
      // "Not a number" is an answer too: its time is reported.
      expect(await ask({ address: 'H:2', dataType: 'float32' })).toMatchObject({
        status: 'failure',
        code: 1740,
        tookMs: expect.any(Number),
      })
      expect(await ask({ address: 'H:60000' })).toMatchObject({ status: 'failure', code: 1715 })
      expect(await ask({}, { unitId: 9 })).toMatchObject({ status: 'failure', code: 1714 })
      expect(peer.writes).toEqual([])
      expect(own.connections()).toEqual([])
      await peer.kill()
      expect(await ask({})).toMatchObject({ status: 'failure', code: 1722 })
    },
  )

  it('is not sent a request that its driver cannot check', async () => {
    const { probe } = poller()
    const refused = { status: 'failure', code: 10001, details: { field: 'driver', reason: expect.any(String) } }
    expect(await probe({ kind: 'probe', type: 'abacus', params: {}, point: uint16 })).toMatchObject(refused)
    expect(await probe({ kind: 'probe', type: 'modbus-tcp', params: {}, point: uint16 })).toMatchObject(refused)
    const nowhere = { ...uint16, address: 'nowhere' }
    expect(await probe({ kind: 'probe', type: 'modbus-tcp', params: params(1), point: nowhere })).toMatchObject(refused)
  })

  it('is abandoned if it never answers, and not queried again before that has ended', async () => {
    const silent = await silentServer()
    ends.push(() => silent.close())
    const { poller: own } = poller()
    const probe = createProbe(own, () => new Map(), 20)
    const order = {
      kind: 'probe' as const,
      type: 'modbus-tcp',
      params: params(silent.port, { timeoutMs: 60_000 }),
      point: uint16,
    }
    expect(await probe(order)).toMatchObject({ status: 'failure', code: 1714 })
    expect(await probe(order)).toMatchObject({ status: 'failure', code: 1711 })
    // The server may see the connection only after it was abandoned.
    await expect.poll(() => silent.accepted()).toBe(1)
  })

  it('is abandoned when a new configuration polls it', async () => {
    let isAwake = false
    const plc = await counting(() => isAwake)
    ends.push(() => plc.close())
    const { poller: own, probe, values } = poller()
    const asked = probe({
      kind: 'probe',
      type: 'modbus-tcp',
      params: params(plc.port, { timeoutMs: 60_000 }),
      point: uint16,
    })
    await expect.poll(() => plc.accepted()).toBe(1)
    isAwake = true
    await own.apply([polling(plc.port)])
    expect(await asked).toMatchObject({ status: 'failure', code: 1711 })
    await expect.poll(() => values.get(7)?.value).toBe(410)
    expect(plc.accepted()).toBe(2)
  })
})

describe('a PLC that is polled', () => {
  it('is queried through its existing connection', async () => {
    const plc = await counting()
    ends.push(() => plc.close())
    const { poller: own, probe, values } = poller()
    await own.apply([polling(plc.port)])
    await expect.poll(() => values.get(7)?.value).toBe(410)
    for (const address of ['H:5', 'H:6', 'H:7']) {
      const point = { ...uint16, address }
      const other = params(plc.port, { unitId: 3, timeoutMs: 100 })
      expect(await probe({ kind: 'probe', type: 'modbus-tcp', params: other, point })).toMatchObject({
        status: 'success',
        value: 410,
      })
    }
    expect(plc.accepted()).toBe(1)
  })

  it('keeps its readings and its health when the probe fails', async () => {
    const peer = await startPymodbus({ 1: { H: { 0: 410 } } })
    ends.push(() => peer.kill())
    const { poller: own, probe, values } = poller()
    await own.apply([polling(peer.port)])
    await expect.poll(() => values.get(7)?.code).toBe(200)
    const point = { ...uint16, address: 'H:60000' }
    expect(await probe({ kind: 'probe', type: 'modbus-tcp', params: params(peer.port), point })).toMatchObject({
      code: 1715,
    })
    expect(values.get(7)).toMatchObject({ code: 200, value: 410 })
    expect(own.drivers()).toMatchObject([{ errors: 0, fault: undefined }])
  })

  it('that has closed its connection is reconnected for the probe', async () => {
    const peer = await startPymodbus({ 1: { H: { 0: 410 } } })
    ends.push(() => peer.kill())
    const { poller: own, probe, values } = poller()
    await own.apply([polling(peer.port, 'modbus-tcp', { collectMs: 3_600_000 })])
    await expect.poll(() => values.get(7)?.code).toBe(200)
    await peer.kill()
    await peer.restart()
    const order = { kind: 'probe' as const, type: 'modbus-tcp', params: params(peer.port), point: uint16 }
    expect(await probe(order)).toMatchObject({ status: 'success', value: 410 })
    await peer.kill()
    expect(await probe(order)).toMatchObject({ status: 'failure', code: 1722 })
  })

  it('gets no second connection in another framing', async () => {
    const plc = await counting()
    ends.push(() => plc.close())
    const { poller: own, probe, values } = poller()
    await own.apply([polling(plc.port)])
    await expect.poll(() => values.get(7)?.value).toBe(410)
    const order = { kind: 'probe' as const, type: 'modbus-rtu', params: params(plc.port), point: uint16 }
    expect(await probe(order)).toMatchObject({ status: 'failure', code: 1711 })
    expect(plc.accepted()).toBe(1)
  })
})

describe('over the link', () => {
  let bench: Bench
  beforeEach(async () => {
    bench = await Bench.begin()
    ends.push(() => bench.end())
  })

  it('a gateway without configuration answers, has no journal entry of it, and does not answer late', async () => {
    const peer = await bench.device()
    await bench.start()
    await bench.platform.until('hello')
    const body = { kind: 'probe', type: 'modbus-tcp', params: params(peer.port), point: uint16 } as const
    const result = await bench.platform.command(body)
    expect(result).toMatchObject({ status: 'success', code: 200, value: 10, tookMs: expect.any(Number) })
    expect(await readFile(join(bench.dataDir, 'journal.jsonl'), 'utf8')).toBe('')
    const late = { ...body, expiresAt: bench.platform.now() - 1 }
    expect(await bench.platform.command(late)).toMatchObject({ status: 'exception', code: 1731 })
  })

  it('is refused while a tunnel to the PLC is open', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    bench.edge.hardware.setVpn(true)
    const body = { kind: 'probe', type: 'modbus-tcp', params: params(peer.port), point: uint16 } as const
    expect(await bench.platform.command(body)).toMatchObject({ status: 'failure', code: 1331 })
  })
})
