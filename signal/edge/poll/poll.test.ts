// Connections and units against a scripted device.
import { afterEach, describe, expect, it } from 'vitest'
import type { GatewayDriver, GatewaySignal } from '../../../contract/gateway-config.ts'
import { checkDriver } from '../../../drivers/check-driver.ts'
import { DriverFault, type Opener, type Session, type WriteAnswer } from '../../../drivers/driver.ts'
import { startPymodbus } from '../../../testkit/peers/pymodbus.ts'
import { createValues, type Values } from '../values.ts'
import { createPoller, type Poller } from './poll.ts'

const pace = { backOffMs: 5, backOffMaxMs: 20, refusedRetryMs: 30 }
let poller: Poller | undefined
let loads = true
let loadings = 0
afterEach(async () => {
  await poller?.stop()
  poller = undefined
  loads = true
  loadings = 0
})

/** A device in memory: `asked` lists the requests in order, `answer` decides on each. */
function scripted(
  answer: (ask: string) => DriverFault | Promise<void> | undefined = () => undefined,
  writeEnds: WriteAnswer['kind'] & ('done' | 'altered' | 'accepted') = 'done',
) {
  const asked: string[] = []
  const registers = new Map<number, number>()
  let opened = 0
  let open = 0
  const session = (): Session => {
    open++
    let closed = false
    const ask = async (what: string) => {
      asked.push(what)
      const said = await answer(what)
      if (said instanceof DriverFault) throw said
    }
    return {
      get isOpen() {
        return !closed
      },
      async read({ start, count }, params) {
        await ask(`${(params as { unitId: number }).unitId}:${start}+${count}`)
        const bytes = Buffer.alloc(count * 2)
        for (let index = 0; index < count; index++) bytes.writeUInt16BE(registers.get(start + index) ?? 0, index * 2)
        return bytes
      },
      async write({ start, bytes }, _params, mayStart = () => true) {
        if (!mayStart()) return { kind: 'expired' }
        await ask(`write ${start}`)
        registers.set(start, (bytes[0]! << 8) | bytes[1]!)
        return { kind: writeEnds }
      },
      async close() {
        if (!closed) open--
        closed = true
      },
    }
  }
  const opener: Opener = {
    async open() {
      opened++
      const said = await answer('open')
      if (said instanceof DriverFault) throw said
      return session()
    },
  }
  return { opener, asked, registers, opened: () => opened, open: () => open }
}

const driver = (id: number, signals: Partial<GatewaySignal>[], params: object = {}): GatewayDriver => ({
  id,
  type: 'modbus-tcp',
  params: { host: 'plc', collectMs: 10, retries: 0, timeoutMs: 1000, ...params },
  signals: signals.map((signal, index) => ({
    id: id * 100 + index,
    address: `H:${index}`,
    dataType: 'uint16',
    access: 'rw',
    ...signal,
  })),
})

async function polling(opener: Opener, drivers: GatewayDriver[]): Promise<Values> {
  const values = createValues()
  poller = createPoller({
    home: '',
    values,
    now: () => performance.now(),
    random: Math.random,
    pace,
    log: () => undefined,
    openerOf: async () => {
      if (!loads) throw new Error('no such module')
      return opener
    },
    beforeLoading: async () => void loadings++,
  })
  await apply(drivers)
  return values
}
const apply = (drivers: GatewayDriver[]) =>
  poller!.apply(
    drivers.map((one) => {
      const checked = checkDriver(one)
      if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
      return checked
    }),
  )
const until = (condition: () => boolean) => expect.poll(condition, { interval: 2 }).toBe(true)
const code = (values: Values, id: number) => values.get(id)?.code
const reads = (asked: string[], what: string) => asked.filter((one) => one === what).length
const silence = new DriverFault(1714, 'no answer')

describe('polling', () => {
  it('reads each block periodically and scales the values', async () => {
    const device = scripted()
    device.registers.set(0, 7)
    const values = await polling(device.opener, [driver(1, [{ scale: 0.1 }, {}])])
    await until(() => reads(device.asked, '1:0+2') > 3)
    expect(values.get(100)).toMatchObject({ value: 0.7, code: 200 })
    expect(device.opened()).toBe(1)
  })

  it('marks only a point that cannot be decoded', async () => {
    const device = scripted()
    device.registers.set(0, 0xabcd)
    const values = await polling(device.opener, [driver(1, [{ dataType: 'bcd16' }, {}])])
    await until(() => values.size() === 2)
    expect([code(values, 100), code(values, 101)]).toEqual([1742, 200])
  })

  it('retries a passing fault before it marks anything', async () => {
    let faults = 2
    const device = scripted((ask) => (ask !== 'open' && faults-- > 0 ? silence : undefined))
    const values = await polling(device.opener, [driver(1, [{}], { retries: 2 })])
    await until(() => values.size() === 1)
    expect(code(values, 100)).toBe(200)
    expect(device.asked.slice(0, 3)).toEqual(['1:0+1', '1:0+1', '1:0+1'])
  })

  it('shares one connection between units, and a silent unit does not starve the other', async () => {
    const device = scripted((ask) => (ask.startsWith('2:') ? silence : undefined))
    const values = await polling(device.opener, [driver(1, [{}]), driver(2, [{}], { unitId: 2, retries: 3 })])
    await until(() => reads(device.asked, '1:0+1') > 20)
    expect([code(values, 100), code(values, 200)]).toEqual([200, 1714])
    expect(device.opened()).toBe(1)
    // The silent unit is paused ever longer, so it gets fewer requests than the one that answers.
    expect(reads(device.asked, '2:0+1')).toBeLessThan(reads(device.asked, '1:0+1'))
  })

  it('marks every block of a silent unit, and recovers all of them', async () => {
    let dead = false
    const device = scripted((ask) => (dead && ask !== 'open' ? silence : undefined))
    const spread = [{ address: 'H:0' }, { address: 'H:500' }, { address: 'H:1000' }]
    const values = await polling(device.opener, [driver(1, spread)])
    await until(() => values.goodCount() === 3)
    dead = true
    await until(() => [100, 101, 102].every((id) => code(values, id) === 1714))
    dead = false
    await until(() => values.goodCount() === 3)
  })

  it('marks everything while the device cannot be reached, and recovers', async () => {
    let away = true
    const device = scripted((ask) => (away && ask === 'open' ? new DriverFault(1722, 'refused', true) : undefined))
    const values = await polling(device.opener, [driver(1, [{}]), driver(2, [{}], { unitId: 2 })])
    await until(() => code(values, 100) === 1722 && code(values, 200) === 1722)
    await until(() => device.opened() > 3)
    away = false
    await until(() => values.goodCount() === 2)
  })

  it('reconnects after a broken connection, one session at a time', async () => {
    let breaks = 3
    const device = scripted((ask) =>
      ask !== 'open' && breaks-- > 0 ? new DriverFault(1722, 'reset', true) : undefined,
    )
    const values = await polling(device.opener, [driver(1, [{}])])
    await until(() => values.goodCount() === 1)
    expect([device.opened(), device.open()]).toEqual([4, 1])
  })
})

describe('one bad address', () => {
  const bad = 5
  const refusing = (ask: string) => {
    const [start, count] = (/:(\d+)\+(\d+)/.exec(ask) ?? []).slice(1).map(Number)
    const hit = start !== undefined && count !== undefined && start <= bad && bad < start + count
    return hit ? new DriverFault(1715, 'illegal address') : undefined
  }

  it('is isolated by halving, and its neighbours stay good', async () => {
    const device = scripted(refusing)
    const values = await polling(device.opener, [
      driver(
        1,
        Array.from({ length: 16 }, () => ({})),
      ),
    ])
    await until(() => values.size() === 16)
    await until(() => values.goodCount() === 15)
    expect(code(values, 100 + bad)).toBe(1715)
    // The bad point is isolated in log2(16) steps of two reads, and not point by point.
    expect(device.asked.indexOf('1:5+1')).toBeLessThanOrEqual(9)
  })

  it('is remembered: the whole block is not read again, the bad address rarely', async () => {
    const device = scripted(refusing)
    const values = await polling(device.opener, [
      driver(
        1,
        Array.from({ length: 16 }, () => ({})),
      ),
    ])
    await until(() => values.goodCount() === 15)
    await until(() => reads(device.asked, '1:8+8') > 20)
    expect(reads(device.asked, '1:0+16')).toBe(1)
    expect(reads(device.asked, '1:5+1')).toBeLessThan(reads(device.asked, '1:8+8'))
  })

  it('becomes good when the device accepts it', async () => {
    let known = false
    const device = scripted((ask) => (known ? undefined : refusing(ask)))
    const values = await polling(device.opener, [
      driver(
        1,
        Array.from({ length: 16 }, () => ({})),
      ),
    ])
    await until(() => values.goodCount() === 15)
    known = true
    await until(() => values.goodCount() === 16)
  })

  it('is isolated on a real device too, holes in a block included', async () => {
    const peer = await startPymodbus({ 1: { H: { 0: 1, 1: 2, 2: 3, 9: 4 } } })
    const values = createValues()
    poller = createPoller({
      home: '',
      values,
      now: () => performance.now(),
      random: Math.random,
      pace,
      log: () => undefined,
    })
    const addresses = ['H:0', 'H:1', 'H:2', 'H:4', 'H:9'].map((address) => ({ address }))
    await apply([driver(1, addresses, { host: '127.0.0.1', port: peer.port, maxGap: 10 })])
    await until(() => values.size() === 5 && values.goodCount() === 4)
    expect([100, 101, 102, 103, 104].map((id) => [values.get(id)!.value, code(values, id)])).toEqual([
      [1, 200],
      [2, 200],
      [3, 200],
      [null, 1715],
      [4, 200],
    ])
    await poller.stop()
    await peer.kill()
  })
})

describe('writes', () => {
  const order = (signalId: number, raw: number, mayStart = () => true) => ({ signalId, raw, mayStart })

  it('precede queued reads', async () => {
    let free: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      free = resolve
    })
    const device = scripted((ask) => (ask === '1:0+1' ? gate : undefined))
    await polling(device.opener, [driver(1, [{ address: 'H:0' }, { address: 'H:500' }, { address: 'H:900' }])])
    await until(() => device.asked.length === 1)
    const written = poller!.write(order(102, 5))
    free()
    expect(await written).toEqual({ kind: 'written', value: 5, same: true })
    expect(device.asked.slice(0, 3)).toEqual(['1:0+1', 'write 900', '1:900+1'])
  })

  it('check at the last moment whether they may start', async () => {
    const device = scripted()
    await polling(device.opener, [driver(1, [{}])])
    expect(await poller!.write(order(100, 5, () => false))).toEqual({ kind: 'expired' })
    expect(device.asked.some((ask) => ask.startsWith('write'))).toBe(false)
  })

  it('keep their order', async () => {
    const device = scripted()
    await polling(device.opener, [driver(1, [{}, {}, {}])])
    await Promise.all([100, 102, 101].map((id) => poller!.write(order(id, id))))
    expect(device.asked.filter((ask) => ask.startsWith('write'))).toEqual(['write 0', 'write 2', 'write 1'])
  })

  it.each<[string, DriverFault, string]>([
    ['exception 02', new DriverFault(1715, 'illegal address'), 'refused'],
    ['busy', new DriverFault(1711, 'busy'), 'refused'],
    ['no answer', silence, 'unknown'],
    ['a reset', new DriverFault(1722, 'reset', true), 'unknown'],
  ])('answered by %s are never repeated and reported as %s', async (_name, fault, kind) => {
    const device = scripted((ask) => (ask.startsWith('write') ? fault : undefined))
    await polling(device.opener, [driver(1, [{}], { retries: 5 })])
    expect(await poller!.write(order(100, 5))).toMatchObject({ kind, fault: { code: fault.code } })
    expect(reads(device.asked, 'write 0')).toBe(1)
  })

  it('are refused without waiting for the back-off when the device cannot be reached', async () => {
    const device = scripted((ask) => (ask === 'open' ? new DriverFault(1722, 'refused', true) : undefined))
    await polling(device.opener, [driver(1, [{}])])
    expect(await poller!.write(order(100, 5))).toMatchObject({ kind: 'refused', fault: { code: 1722 } })
  })

  it('are read back until the device shows them', async () => {
    let late = 2
    const device = scripted()
    const { opener } = device
    const slow: Opener = {
      async open(params, signal) {
        const session = await opener.open(params, signal)
        return {
          ...session,
          // The device returns the old value for a while.
          read: async (block, of) => {
            const bytes = await session.read(block, of)
            return device.asked.includes('write 0') && late-- > 0 ? Buffer.alloc(2) : bytes
          },
        }
      },
    }
    await polling(slow, [driver(1, [{}], { collectMs: 3_600_000 })])
    expect(await poller!.write(order(100, 5))).toEqual({ kind: 'written', value: 5, same: true })
  })

  it.each<[string, 'altered' | 'accepted', Partial<GatewaySignal>, number, object]>([
    ['accepted, and seen when read back', 'accepted', {}, 5, { kind: 'written', value: 5, same: true }],
    ['accepted, and not seen when read back', 'accepted', {}, 6, { kind: 'unknown', fault: { code: 1711 } }],
    ['accepted, write-only', 'accepted', { access: 'w' }, 5, { kind: 'unknown', fault: { code: 1711 } }],
    ['stored as another value', 'altered', {}, 6, { kind: 'written', value: 6, same: false }],
    ['stored as another value, write-only', 'altered', { access: 'w' }, 6, { kind: 'written', same: false }],
  ])('are reported truthfully: %s', async (_name, ends, signal, shown, outcome) => {
    const device = scripted(() => undefined, ends)
    const { set } = device.registers
    device.registers.set = (key, value) => set.call(device.registers, key, value === 5 ? shown : value)
    await polling(device.opener, [driver(1, [signal])])
    expect(await poller!.write(order(100, 5))).toMatchObject(outcome)
  })

  it('to write-only signals are not read back', async () => {
    const device = scripted()
    await polling(device.opener, [driver(1, [{ access: 'w' }])])
    expect(await poller!.write(order(100, 5))).toEqual({ kind: 'written', value: null, same: true })
    expect(device.asked).toEqual(['write 0'])
  })
})

describe('a new configuration', () => {
  it('leaves unchanged connections alone', async () => {
    const device = scripted()
    const first = driver(1, [{}], { host: 'a' })
    await polling(device.opener, [first, driver(2, [{}], { host: 'b' })])
    await until(() => device.opened() === 2)
    await apply([first, driver(2, [{}, {}], { host: 'b' })])
    await until(() => reads(device.asked, '1:0+2') > 0)
    expect(device.opened()).toBe(3)
    await apply([first])
    expect(poller!.connections()).toEqual([{ key: 'tcp:a:502', isOpen: true, signals: 1 }])
    expect([device.opened(), device.open()]).toEqual([3, 1])
  })

  it('reports before the code of a driver type is loaded, once per type', async () => {
    const device = scripted()
    await polling(device.opener, [driver(1, [{}], { host: 'a' })])
    expect(loadings).toBe(1)
    await apply([driver(2, [{}], { host: 'b' })])
    expect(loadings).toBe(1)
    await apply([{ ...driver(2, [{}], { host: 'b' }), type: 'modbus-rtu' }])
    expect(loadings).toBe(2)
  })

  it('changes nothing when a driver cannot be loaded', async () => {
    const device = scripted()
    const first = driver(1, [{}], { host: 'a' })
    await polling(device.opener, [first])
    await until(() => device.open() === 1)
    loads = false
    await expect(apply([driver(2, [{}], { host: 'b' })])).rejects.toThrow('no such module')
    expect(poller!.connections()).toEqual([{ key: 'tcp:a:502', isOpen: true, signals: 1 }])
    expect(device.opened()).toBe(1)
  })

  it('ends queued work: a write to an ended connection is refused or unknown, never lost', async () => {
    const device = scripted((ask) => (ask === '1:0+1' ? new Promise((resolve) => setTimeout(resolve, 50)) : undefined))
    await polling(device.opener, [driver(1, [{}])])
    await until(() => device.asked.length === 1)
    const waiting = poller!.write({ signalId: 100, raw: 5, mayStart: () => true })
    await apply([])
    expect(await waiting).toMatchObject({ kind: 'refused', fault: { code: 1722 } })
    expect([device.open(), poller!.connections()]).toEqual([0, []])
  })
})
