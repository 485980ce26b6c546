// Reading one point at once for somebody who waits: a driver is tested, a variable read now. It reads only, one at a
// time on a gateway, and answers within `limits.probeMs` whatever the line does.
import { limits } from '../../contract/limits.ts'
import type { Command } from '../../contract/topics.ts'
import { good } from '../../core/data-type.ts'
import { type CheckedDriver, checkDriver, pointOf, problemText } from '../../drivers/check-driver.ts'
import { DriverFault } from '../../drivers/driver.ts'
import type { SingleAnswer, SingleRead } from './connection.ts'
import type { Poller } from './poll.ts'
import { toEngineering } from './scale.ts'
import { type Ending, ended, failure } from './write.ts'

type Order = Pick<Extract<Command, { kind: 'probe' }>, 'type' | 'params' | 'point'>

export type Probe = (order: Order) => Promise<Ending>

export function createProbe(poller: Pick<Poller, 'readOnce'>, longestMs: number = limits.probeMs): Probe {
  let isBusy = false
  return async (order) => {
    // What was given up may still be on the line: until it has ended nothing else is read.
    if (isBusy) return failure(1711, 'another reading is under way')
    const signal = { ...order.point, id: 1, access: 'r' } as const
    const checked = checkDriver({ id: 1, type: order.type, params: order.params, signals: [signal] })
    if ('problems' in checked) {
      return failure(10001, { field: 'driver', reason: checked.problems.map(problemText).join('; ') })
    }
    isBusy = true
    let isWanted = true
    const reading = read(poller, checked, () => isWanted).finally(() => {
      isBusy = false
    })
    const ending = await inTime(reading, longestMs)
    isWanted = false
    return ending
  }
}

async function inTime(reading: Promise<Ending>, ms: number): Promise<Ending> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve(failure(1714, `no answer within ${ms} ms`)), ms)
  })
  return Promise.race([reading, late]).finally(() => clearTimeout(timer))
}

async function read(
  poller: Pick<Poller, 'readOnce'>,
  checked: CheckedDriver,
  isWanted: () => boolean,
): Promise<Ending> {
  const { about, driver } = checked
  const params = bounded(checked.params)
  const signal = driver.signals[0]!
  const point = pointOf(signal)
  let answer: SingleAnswer | undefined
  try {
    const block = about.plan([point], params)[0]!
    const order: SingleRead = { block, params, isWanted }
    answer = await poller.readOnce({ ...checked, params }, order)
    const value = toEngineering(signal, about.decode(point, block, answer.bytes, params))
    return { status: 'success', code: good, value, tookMs: answer.tookMs }
  } catch (error) {
    const fault = error instanceof DriverFault ? error : new DriverFault(1721, String(error))
    // An answer that means no value is an answer.
    return { ...ended('failure', fault), ...(answer && { tookMs: answer.tookMs }) }
  }
}

/** A driver may wait longer than a person does. */
function bounded(params: object): object {
  const { timeoutMs }: { timeoutMs?: unknown } = params
  return typeof timeoutMs === 'number' ? { ...params, timeoutMs: Math.min(timeoutMs, limits.probeMs) } : params
}
