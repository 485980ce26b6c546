// Tags that the gateway polls, against a scripted line with two devices.
import { afterEach, describe, expect, it } from 'vitest'
import type { GatewayDriver, GatewaySignal } from '../../../contract/gateway-config.ts'
import { good } from '../../../core/data-type.ts'
import { type CheckedDriver, checkDriver } from '../../../drivers/check-driver.ts'
import { DriverFault, type Point, type TagAbout, type TagOpener, type TagReading } from '../../../drivers/driver.ts'
import type { AnyOpener } from '../../../drivers/openers.ts'
import { createValues, type Values } from '../values.ts'
import { createPoller, type Poller } from './poll.ts'

const pace = { backOffMs: 5, backOffMaxMs: 20, refusedRetryMs: 30 }
let poller: Poller | undefined
afterEach(async () => {
  await poller?.stop()
  poller = undefined
})
const until = (condition: () => boolean) => expect.poll(condition, { interval: 2 }).toBe(true)

/** A line with devices in memory, each named by `endpointUrl` of its driver's parameters. */
function scripted() {
  const held = new Map<string, TagReading>()
  const asked: string[] = []
  /** Called before a read is answered; it may throw. */
  const device = {
    held,
    asked,
    opened: 0,
    isOpen: false,
    onRead: (_unit: string, _points: readonly Point[]): void => undefined,
  }
  const nameOf = (params: object) => (params as { endpointUrl: string }).endpointUrl.slice(-1)
  const opener: TagOpener = {
    async open() {
      device.opened++
      device.isOpen = true
      return {
        get isOpen() {
          return device.isOpen
        },
        async read(points, params) {
          const unit = nameOf(params)
          asked.push(`${unit} ${points.map(({ address }) => address).join()}`)
          try {
            device.onRead(unit, points)
          } catch (error) {
            if (error instanceof DriverFault && error.broken) device.isOpen = false
            throw error
          }
          return points.map(({ address }) => held.get(`${unit} ${address}`) ?? { value: 0, agoMs: 0 })
        },
        async write({ address }, value, params, mayStart = () => true) {
          if (!mayStart()) return { kind: 'expired' }
          held.set(`${nameOf(params)} ${address}`, { value, agoMs: 0 })
          return { kind: 'done' }
        },
        async close() {
          device.isOpen = false
        },
      }
    },
  }
  return { device, opener }
}

/** A driver of the line; the form of an OPC UA driver, polled. */
function polled(id: number, unit: string, signals: Partial<GatewaySignal>[], collectMs = 20): CheckedDriver {
  const driver: GatewayDriver = {
    id,
    type: 'opc-ua',
    params: { endpointUrl: `opc.tcp://line/${unit}`, securityMode: 'None', collectMs: 1000 },
    signals: signals.map((signal, index) => ({
      ...{ id: id * 10 + index, address: `s=${index}`, dataType: 'int32', access: 'rw' },
      ...signal,
    })),
  }
  const checked = checkDriver(driver) as CheckedDriver<TagAbout>
  const timing = () => ({ collectMs, waitMs: 0, timeoutMs: 50, retries: 0 })
  return { ...checked, about: { ...checked.about, isPolled: true, connectionKey: () => 'line:1', timing } }
}

async function polling(opener: AnyOpener, drivers: CheckedDriver[]): Promise<Values> {
  const values = createValues()
  poller = createPoller({
    ...{ values, now: () => performance.now(), random: Math.random, pace, home: '', log: () => undefined },
    openerOf: async () => opener,
  })
  await poller.apply(drivers)
  return values
}

describe('polled tags', () => {
  it('are read together, again at each period, each with its own fault', async () => {
    const { device, opener } = scripted()
    device.held.set('a s=0', { value: 7, agoMs: 0 })
    device.held.set('a s=1', { fault: new DriverFault(1715, 'no such tag') })
    const values = await polling(opener, [polled(1, 'a', [{}, {}])])
    await until(() => values.get(10)?.value === 7 && values.get(11)?.code === 1715)
    expect(device.asked[0]).toBe('a s=0,s=1')
    device.held.set('a s=0', { value: 8, agoMs: 0 })
    await until(() => values.get(10)?.value === 8)
    // The refused tag is read more rarely, alone or with the others, and recovers.
    device.held.set('a s=1', { value: 3, agoMs: 0 })
    await until(() => values.get(11)?.value === 3)
    expect(device.opened).toBe(1)
    expect(poller!.drivers()[0]).toMatchObject({ id: 1, fault: { code: 1715 } })
  })

  it('with a request for each are read in several calls, so that no value is old on arrival', async () => {
    const { device, opener } = scripted()
    const checked = polled(
      1,
      'a',
      Array.from({ length: 14 }, () => ({})),
      10_000,
    ) as CheckedDriver<TagAbout>
    const requestOf = (address: string) => (address.length > 's=9'.length ? 'shared' : address)
    const values = await polling(opener, [{ ...checked, about: { ...checked.about, requestOf } }])
    await until(() => values.goodCount() === 14)
    expect(device.asked.map((each) => each.split(',').length)).toEqual([5, 5, 4])
  })

  it('with different periods are read when each is due', async () => {
    const { device, opener } = scripted()
    await polling(opener, [polled(1, 'a', [{ periodMs: 50 }, { periodMs: 10_000 }])])
    await until(() => device.asked.length > 3)
    expect(device.asked.filter((each) => each.includes('s=1'))).toEqual(['a s=0,s=1'])
  })

  it('are read while another device on the line is silent', async () => {
    const { device, opener } = scripted()
    device.onRead = (unit) => {
      if (unit === 'b') throw new DriverFault(1714, 'no answer')
    }
    device.held.set('a s=0', { value: 5, agoMs: 0 })
    const values = await polling(opener, [polled(1, 'a', [{}]), polled(2, 'b', [{}])])
    await until(() => values.get(10)?.value === 5 && values.get(20)?.code === 1714)
    const before = device.asked.length
    await until(() => device.asked.slice(before).filter((each) => each.startsWith('a')).length > 5)
    device.onRead = () => undefined
    device.held.set('b s=0', { value: 6, agoMs: 0 })
    await until(() => values.get(20)?.value === 6)
  })

  it('are bad when the connection breaks, and read on a new one', async () => {
    const { device, opener } = scripted()
    let breaks = 1
    device.onRead = () => {
      if (device.asked.length > 2 && breaks-- > 0) throw new DriverFault(1714, 'no answer', true)
    }
    device.held.set('a s=0', { value: 5, agoMs: 0 })
    const values = await polling(opener, [polled(1, 'a', [{}])])
    await until(() => values.get(10)?.value === 5)
    await until(() => values.get(10)?.code === 1714)
    await until(() => device.opened === 2 && values.get(10)?.value === 5)
  })

  it('wait longer before each new attempt to open a connection, whatever the fault', async () => {
    let attempts = 0
    const opener: TagOpener = {
      async open(_params, signal) {
        attempts++
        // Attempts without a pause would never end.
        if (attempts > 50) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        throw new DriverFault(1748, 'a password is missing')
      },
    }
    const values = await polling(opener, [polled(1, 'a', [{}])])
    await until(() => attempts > 4)
    expect(values.get(10)?.code).toBe(1748)
    expect(attempts).toBeLessThan(50)
  })

  it('are not bad for a session that the device closed between two readings', async () => {
    const { device, opener } = scripted()
    const values = await polling(opener, [polled(1, 'a', [{}])])
    const codes: (number | undefined)[] = []
    device.onRead = () => codes.push(values.get(10)?.code)
    await until(() => codes.length > 2)
    device.isOpen = false
    await until(() => device.opened === 2 && codes.length > 5)
    // Before the first reading there is no value yet.
    expect(new Set(codes.slice(1))).toEqual(new Set([good]))
  })

  it('are written in the queue of the line and read back', async () => {
    const { device, opener } = scripted()
    const values = await polling(opener, [polled(1, 'a', [{}])])
    await until(() => values.get(10)?.value === 0)
    const outcome = await poller!.write({ signalId: 10, raw: 42, mayStart: () => true })
    expect(outcome).toEqual({ kind: 'written', value: 42, same: true })
    expect(device.held.get('a s=0')).toMatchObject({ value: 42 })
    expect(values.get(10)?.value).toBe(42)
  })

  it('answer queries of other drivers of the line on the same session', async () => {
    const { device, opener } = scripted()
    device.held.set('c s=9', { value: 9, agoMs: 0 })
    await polling(opener, [polled(1, 'a', [{}])])
    await until(() => device.asked.length > 0)
    const checked = polled(3, 'c', [{ address: 's=9' }])
    const point = { id: 1, address: 's=9', dataType: 'int32', access: 'r' } as const
    const answer = await poller!.once(checked, {
      params: checked.params,
      isWanted: () => true,
      ask: (session) =>
        (session as unknown as { read(p: readonly Point[], o: object): Promise<TagReading[]> }).read(
          [point],
          checked.params,
        ),
    })
    expect(answer.answer).toEqual([{ value: 9, agoMs: 0 }])
    expect(device.opened).toBe(1)
  })

  it('are never read more than 200 in one call, and none is left out', async () => {
    const { device, opener } = scripted()
    const signals = Array.from({ length: 450 }, (_, index) => ({ id: 1000 + index }))
    const values = await polling(opener, [polled(1, 'a', signals, 10_000)])
    await until(() => values.get(1449)?.value === 0)
    expect(device.asked.map((each) => each.split(',').length)).toEqual([200, 200, 50])
  })
})
