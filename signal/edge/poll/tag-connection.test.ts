// Tags on the gateway: notified, confirmed, refused, lost and recovered, against a scripted device; and a gateway whose
// secrets stay sealed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { gatewayConfigHash } from '../../../contract/config-hash.ts'
import type { GatewayDriver, GatewaySignal } from '../../../contract/gateway-config.ts'
import { sealFor } from '../../../contract/sealed.ts'
import { checkDriver } from '../../../drivers/check-driver.ts'
import {
  type ConfiguredDriver,
  type DeviceClock,
  DriverFault,
  type Session,
  type TagListener,
  type TagOpener,
  type TagReading,
} from '../../../drivers/driver.ts'
import { Bench } from '../../../testkit/peers/bench.ts'
import { createValues, type Values } from '../values.ts'
import { createPoller, type Poller } from './poll.ts'

const pace = { backOffMs: 5, backOffMaxMs: 20, refusedRetryMs: 30 }
let poller: Poller | undefined
afterEach(async () => {
  await poller?.stop()
  poller = undefined
})
const until = (condition: () => boolean) => expect.poll(condition, { interval: 2 }).toBe(true)

/** A device of tags in memory: each address holds a value or a fault. */
function scripted() {
  const held = new Map<string, TagReading>()
  const refused = new Map<string, DriverFault>()
  const asked: string[] = []
  let listener: TagListener | undefined
  let isOpen = false
  const device = {
    held,
    refused,
    asked,
    opened: 0,
    clock: undefined as DeviceClock | undefined,
    /** The drivers for which the session was opened. */
    drivers: [] as readonly ConfiguredDriver[],
    /** Called before opening succeeds. */
    gate: async (): Promise<void> => undefined,
    ids: new Map<string, number>(),
    tell(address: string, reading: TagReading) {
      held.set(address, reading)
      listener?.onReading(device.ids.get(address)!, reading)
    },
    end(fault: DriverFault) {
      isOpen = false
      listener?.onEnd(fault)
    },
    opener: {
      async open(_params, _signal, _home, drivers) {
        asked.push('open')
        device.drivers = drivers
        await device.gate()
        device.opened++
        isOpen = true
        return {
          get isOpen() {
            return isOpen
          },
          get clock(): DeviceClock | undefined {
            return device.clock
          },
          read: async (points) => points.map(({ address }) => held.get(address)!),
          async watch(tags, _params, own) {
            asked.push(`watch ${tags.map(({ point }) => point.address).join()}`)
            listener = own
            const refusals = new Map<number, DriverFault>()
            for (const { point } of tags) {
              device.ids.set(point.address, point.id)
              const fault = refused.get(point.address)
              if (fault) refusals.set(point.id, fault)
              else own.onReading(point.id, held.get(point.address)!)
            }
            return refusals
          },
          async write({ address }, value, _params, mayStart = () => true) {
            if (!mayStart()) return { kind: 'expired' }
            asked.push(`write ${address}`)
            held.set(address, { value, agoMs: 0 })
            return { kind: 'done' }
          },
          browse: async () => ({ nodes: [] }),
          async close() {
            isOpen = false
          },
        }
      },
    } satisfies TagOpener,
  }
  return device
}

const driver = (signals: Partial<GatewaySignal>[], params: object = {}): GatewayDriver => ({
  id: 1,
  type: 'opc-ua',
  params: { endpointUrl: 'opc.tcp://plc', securityMode: 'None', collectMs: 50, ...params },
  signals: signals.map((signal, index) => ({
    id: index + 1,
    address: `s=${index}`,
    dataType: 'int32',
    access: 'rw',
    ...signal,
  })),
})

async function watching(opener: TagOpener, drivers: GatewayDriver[], other?: () => Promise<Session>): Promise<Values> {
  const values = createValues()
  poller = createPoller({
    ...{ values, now: () => performance.now(), random: Math.random, pace, home: '', log: () => undefined },
    openerOf: async (type) => (type === 'opc-ua' ? opener : { open: () => other!() }),
  })
  await poller.apply(
    drivers.map((one) => {
      const checked = checkDriver(one)
      if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
      return checked
    }),
  )
  return values
}

describe('tags', () => {
  it('are scaled, confirmed while unchanged, and dated by their source but never before the last reading', async () => {
    const device = scripted()
    device.held.set('s=0', { value: 70, agoMs: 3_600_000 })
    const values = await watching(device.opener, [driver([{ scale: 0.1 }])])
    await until(() => values.get(1)?.value === 7)
    // The first value of a session counts as read now, however old it is.
    const first = values.get(1)!.at
    expect(performance.now() - first).toBeLessThan(60_000)
    await until(() => values.get(1)!.at > first)
    const confirmed = values.get(1)!.at
    device.tell('s=0', { value: 80, agoMs: 3_600_000 })
    expect(values.get(1)).toMatchObject({ value: 8, code: 200 })
    expect(values.get(1)!.at).toBeGreaterThanOrEqual(confirmed)
    device.tell('s=0', { value: 90, agoMs: 0, doubt: new DriverFault(1747, 'UncertainLastUsableValue') })
    expect(values.get(1)).toMatchObject({ value: 9, code: 1747 })
    const doubted = values.get(1)!.at
    await until(() => values.get(1)!.at > doubted)
    expect(values.get(1)).toMatchObject({ value: 9, code: 1747 })
    expect(poller!.drivers()).toMatchObject([
      { id: 1, isOpen: true, fault: { code: 1747, text: 'UncertainLastUsableValue' } },
    ])
  })

  it('the clock of the device is in the state of the driver while it is connected', async () => {
    const device = scripted()
    device.clock = { aheadMs: -2400.4, isDoubtful: false }
    device.held.set('s=0', { value: 1, agoMs: 0 })
    await watching(device.opener, [driver([{}])])
    await until(() => poller!.drivers()[0]?.clock?.aheadMs === -2400.4)
    device.end(new DriverFault(1722, 'cut', true))
    device.clock = undefined
    await until(() => poller!.drivers()[0]?.clock === undefined)
  })

  it('are watched again later when refused; the others continue', async () => {
    const device = scripted()
    device.held.set('s=0', { value: 1, agoMs: 0 }).set('s=1', { value: 2, agoMs: 0 })
    device.refused.set('s=1', new DriverFault(1715, 'BadNodeIdUnknown'))
    const values = await watching(device.opener, [driver([{}, {}])])
    await until(() => values.get(1)?.code === 200 && values.get(2)?.code === 1715)
    device.refused.clear()
    await until(() => values.get(2)?.code === 200)
    expect(device.asked.slice(0, 3)).toEqual(['open', 'watch s=0,s=1', 'watch s=1'])
    expect(device.opened).toBe(1)
  })

  it('are all bad when the device is gone, and watched again when it is back', async () => {
    const device = scripted()
    device.held.set('s=0', { value: 1, agoMs: 0 })
    const values = await watching(device.opener, [driver([{}])])
    await until(() => values.get(1)?.code === 200)
    let isAway = true
    device.gate = async () => {
      if (isAway) throw new DriverFault(1722, 'gone', true)
    }
    device.end(new DriverFault(1722, 'the connection was closed', true))
    await until(() => values.get(1)?.code === 1722 && device.asked.filter((ask) => ask === 'open').length > 3)
    isAway = false
    device.held.set('s=0', { value: 5, agoMs: 0 })
    await until(() => values.get(1)?.value === 5)
    expect(values.get(1)?.code).toBe(200)
  })

  it('are all passed to the session that is opened, also write-only ones', async () => {
    const device = scripted()
    device.held.set('s=0', { value: 1, agoMs: 0 })
    const values = await watching(device.opener, [driver([{}, { access: 'w' }])])
    await until(() => values.get(1)?.code === 200)
    expect(device.drivers).toMatchObject([{ id: 1, points: [{ address: 's=0' }, { address: 's=1', access: 'w' }] }])
  })

  it('are written once, read back and shown', async () => {
    const device = scripted()
    device.held.set('s=0', { value: 1, agoMs: 0 })
    const values = await watching(device.opener, [driver([{ scale: 0.5 }])])
    await until(() => values.get(1)?.code === 200)
    const write = (raw: number, mayStart = true) => poller!.write({ signalId: 1, raw, mayStart: () => mayStart })
    expect(await write(12)).toEqual({ kind: 'written', value: 6, same: true })
    expect(values.get(1)?.value).toBe(6)
    expect(await write(20, false)).toEqual({ kind: 'expired' })
    expect(device.asked.filter((ask) => ask.startsWith('write'))).toEqual(['write s=0'])
  })

  it('do not delay other connections when their device hangs, and a stop does not wait for it', async () => {
    const device = scripted()
    device.gate = () => new Promise(() => undefined)
    const opener: TagOpener = {
      open: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DriverFault(1722, 'stopped', true)))
        }),
    }
    let reads = 0
    const modbus = async (): Promise<Session> => ({
      isOpen: true,
      read: async ({ count }) => {
        reads++
        return Buffer.alloc(count * 2)
      },
      write: async () => ({ kind: 'done' }),
      close: async () => undefined,
    })
    const plain = {
      id: 2,
      type: 'modbus-tcp',
      params: { host: 'plc', collectMs: 10 },
      signals: [{ id: 9, address: 'H:0', dataType: 'uint16', access: 'r' }],
    } as const
    const values = await watching(opener, [driver([{}]), plain as never], modbus)
    await until(() => reads > 5)
    expect(values.get(9)?.code).toBe(200)
    expect(values.get(1)).toBeUndefined()
  })
})

describe('a gateway with a secret', () => {
  const secret = 'Nur-fuer-das-Gateway'
  const config = {
    zone: 'UTC',
    drivers: [driver([{}], { securityMode: 'Sign', userName: 'operator', password: { secret: 7 } })],
  }
  const bound = (sealed?: string) => ({
    ...{ equipmentId: 1, bindingId: 1, hash: gatewayConfigHash(config), config },
    ...(sealed && { sealed }),
  })

  it('keeps it sealed on disk, opens it after a restart, requests it again under a new gateway secret', async () => {
    const bench = await Bench.begin()
    try {
      await bench.start()
      await bench.platform.until('hello')
      const sealed = sealFor({ sn: bench.sn, secret: 's' }, new Map([[7, secret]]))
      expect(await bench.platform.command({ kind: 'configure', bound: bound(sealed) })).toMatchObject({
        status: 'success',
      })
      const file = await readFile(join(bench.dataDir, 'config.json'), 'utf8')
      expect([file.includes(sealed), file.includes(secret)]).toEqual([true, false])
      const { hash } = bound()
      await bench.platform.until('hello', ({ configHash }) => configHash === hash)
      const again = async (own: string) => {
        await bench.edge.stop()
        const before = bench.platform.all('hello').length
        await bench.start({ secret: own })
        await expect.poll(() => bench.platform.all('hello').length).toBeGreaterThan(before)
        return bench.platform.all('hello').at(-1)!.configHash
      }
      expect(await again('s')).toBe(hash)
      expect(await again('renewed')).toBeNull()
    } finally {
      await bench.end()
    }
  })

  it('reports 1750 if it never received the secret', async () => {
    const bench = await Bench.begin()
    try {
      await bench.start()
      await bench.platform.until('hello')
      await bench.platform.command({ kind: 'configure', bound: bound() })
      bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
      await bench.live(1, null, 1750)
      expect(bench.platform.all('hello').at(-1)!.configHash).toBeNull()
    } finally {
      await bench.end()
    }
  })
})
