import { describe, expect, it } from 'vitest'
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import type { Value } from '../../../core/data-type.ts'
import { DriverFault } from '../../../drivers/driver.ts'
import type { WriteOrder, WriteOutcome } from './queue.ts'
import { checkWrite, executeWrite } from './write.ts'

const signal = (more: Partial<GatewaySignal> = {}): GatewaySignal => ({
  id: 1,
  address: 'H:0',
  dataType: 'int16',
  access: 'rw',
  ...more,
})

describe('checking a write', () => {
  it.each<[Partial<GatewaySignal>, Value, Value]>([
    [{}, 5, 5],
    [{}, '5', 5],
    [{ access: 'w' }, 5, 5],
    [{ min: 0, max: 10 }, 0, 0],
    [{ min: 0, max: 10 }, 10, 10],
    [{ scale: 0.1, min: 0, max: 10 }, 9.9, 99],
    [{ dataType: 'bool' }, 1, true],
    [{ dataType: 'bool' }, 'false', false],
    [{ dataType: 'string', length: 3 }, 'abc', 'abc'],
    [{ dataType: 'string', length: 3 }, '', ''],
    [{ dataType: 'int64', scale: 0.001 }, '9007199254740.993', '9007199254740993'],
    [{ dataType: 'uint64' }, '18446744073709551615', '18446744073709551615'],
  ])('%o accepts %s as %s', (more, value, raw) => {
    expect(checkWrite(signal(more), value)).toEqual({ raw })
  })

  it.each<[Partial<GatewaySignal>, Value, number]>([
    [{ access: 'r' }, 5, 1717],
    [{ min: 0 }, -0.1, 2001],
    [{ max: 10 }, 10.1, 2001],
    [{ scale: 0.1, max: 10 }, 99, 2001],
    [{}, 1.5, 1716],
    [{}, true, 1716],
    [{}, 'warm', 1716],
    [{ dataType: 'float32' }, Number.NaN, 2010],
    [{ dataType: 'float32' }, 1e39, 2001],
    [{ scale: 0.1 }, 12.34, 2009],
    [{ dataType: 'bool' }, 2, 1716],
    [{ dataType: 'string', length: 3 }, 5, 1716],
  ])('%o refuses %s with %i', (more, value, code) => {
    expect(checkWrite(signal(more), value)).toMatchObject({ status: 'failure', code })
  })

  it('rejects a signal that is not configured', () => {
    expect(checkWrite(undefined, 5)).toEqual({ status: 'failure', code: 1713 })
  })
})

describe('executing a write', () => {
  const run = async (outcome: WriteOutcome) => {
    const orders: WriteOrder[] = []
    const poller = {
      find: () => signal({ scale: 0.1 }),
      write: async (order: WriteOrder) => {
        orders.push(order)
        return outcome
      },
    }
    return { ending: await executeWrite(poller, { signalId: 1, value: 1.5, mayStart: () => true }), orders }
  }
  const fault = new DriverFault(1714, 'no answer')

  it.each<[WriteOutcome, object]>([
    [
      { kind: 'written', value: 1.5, same: true },
      { status: 'success', code: 200, value: 1.5 },
    ],
    [
      { kind: 'written', value: null, same: true },
      { status: 'success', code: 200 },
    ],
    [
      { kind: 'written', value: 1.2, same: false },
      { status: 'failure', code: 1732, value: 1.2, details: { value: '1.2' } },
    ],
    [{ kind: 'expired' }, { status: 'exception', code: 1731 }],
    [
      { kind: 'refused', fault },
      { status: 'failure', code: 1714, reason: 'no answer' },
    ],
    [
      { kind: 'unknown', fault },
      { status: 'exception', code: 1714, reason: expect.stringContaining('unknown') },
    ],
    [
      { kind: 'unread', fault },
      { status: 'exception', code: 1714, reason: expect.stringContaining('not read back') },
    ],
  ])('reports the outcome %o', async (outcome, ending) => {
    const ran = await run(outcome)
    expect(ran.ending).toEqual(ending)
    expect(ran.orders.map(({ raw }) => raw)).toEqual([15])
  })

  it('cuts a reason to the maximum length of a result', async () => {
    const { ending } = await run({ kind: 'refused', fault: new DriverFault(1721, 'x'.repeat(2000)) })
    expect(ending.reason).toHaveLength(500)
  })
})
