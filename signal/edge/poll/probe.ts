// Interactive queries to a device: testing a driver, reading a variable, browsing an address space. Only reads, one at
// a time on a gateway, and answers within `limits.probeMs` whatever the line does.
import { limits } from '../../../contract/limits.ts'
import type { Command } from '../../../contract/topics.ts'
import { good, type Value } from '../../../core/data-type.ts'
import { type CheckedDriver, checkDriver, isOfTags, pointOf, problemText } from '../../../drivers/check-driver.ts'
import { type BlockAbout, DriverFault, type Session, type TagAbout, type TagSession } from '../../../drivers/driver.ts'
import { withSecrets } from '../../../drivers/secret.ts'
import type { OpenSealed } from '../unseal.ts'
import type { Poller } from './poll.ts'
import type { Single, SingleAnswer } from './queue.ts'
import { mustHaveValue, tagValue, toEngineering } from './scale.ts'
import { cutText, type Ending, endingOfFault, failure } from './write.ts'

type ProbeOrder = Omit<Extract<Command, { kind: 'probe' }>, 'uuid' | 'expiresAt'>
type BrowseOrder = Omit<Extract<Command, { kind: 'browse' }>, 'uuid' | 'expiresAt'>

export type Probe = (order: ProbeOrder | BrowseOrder) => Promise<Ending>

type Asking = Pick<Poller, 'once'>
/** A query by a driver whose parameters are valid. */
type Act = (poller: Asking, isWanted: () => boolean) => Promise<Ending>

export function createProbe(poller: Asking, open: OpenSealed, longestMs: number = limits.probeMs): Probe {
  let isBusy = false
  return async (order) => {
    // An abandoned query may still be on the line: nothing else is read until it has ended.
    if (isBusy) return failure(1711, 'another reading is under way')
    const act = actOf(order, open)
    if (typeof act !== 'function') return act
    isBusy = true
    let isWanted = true
    const asking = act(poller, () => isWanted).finally(() => {
      isBusy = false
    })
    const ending = await inTime(asking, longestMs)
    isWanted = false
    return ending
  }
}

function actOf(order: ProbeOrder | BrowseOrder, open: OpenSealed): Act | Ending {
  const { type, params, sealed } = order
  const signals = order.kind === 'probe' ? [{ ...order.point, id: 1, access: 'r' } as const] : []
  const checked = checkDriver({ id: 1, type, params, signals })
  if ('problems' in checked) {
    return failure(10001, { field: 'driver', reason: checked.problems.map(problemText).join('; ') })
  }
  const known = { ...checked, params: withSecrets(checked.params, open(sealed)) }
  if (order.kind === 'probe') return (poller, isWanted) => read(poller, known, isWanted)
  if (!isOfTags(known) || !known.about.canBrowse)
    return failure(10001, { field: 'driver', reason: 'this driver cannot be browsed' })
  return (poller, isWanted) => browse(poller, known, order, isWanted)
}

async function inTime(asking: Promise<Ending>, ms: number): Promise<Ending> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve(failure(1714, `no answer within ${ms} ms`)), ms)
  })
  return Promise.race([asking, late]).finally(() => clearTimeout(timer))
}

async function read(poller: Asking, checked: CheckedDriver, isWanted: () => boolean): Promise<Ending> {
  const signal = checked.driver.signals[0]!
  let tookMs: number | undefined
  try {
    const ask = isOfTags(checked) ? askTag(poller, checked, isWanted) : askBlock(poller, checked, isWanted)
    const answered = await ask
    tookMs = answered.tookMs
    const value = cutText(toEngineering(signal, answered.answer()))
    return { status: 'success', code: good, value, tookMs }
  } catch (error) {
    // An answer without a usable value is still an answer, so its time is reported.
    return { ...endingOfFault('failure', asFault(error)), ...(tookMs !== undefined && { tookMs }) }
  }
}

/** `answer` returns the raw value, or throws the fault of an answer that has no value. */
type Answered = Promise<SingleAnswer<() => Value>>

async function askBlock(poller: Asking, checked: CheckedDriver<BlockAbout>, isWanted: () => boolean): Answered {
  const { about } = checked
  const params = bounded(checked.params)
  const signal = checked.driver.signals[0]!
  const point = pointOf(signal)
  const block = about.plan([point], params)[0]!
  const order: Single<Session, Uint8Array> = { params, ask: (session) => session.read(block, params), isWanted }
  const { answer, tookMs } = await poller.once({ ...checked, params }, order)
  const value = () => {
    mustHaveValue(signal, () => about.rawBytes(point, block, answer, params))
    return about.decode(point, block, answer, params)
  }
  return { answer: value, tookMs }
}

async function askTag(poller: Asking, checked: CheckedDriver<TagAbout>, isWanted: () => boolean): Answered {
  const params = bounded(checked.params)
  const signal = checked.driver.signals[0]!
  const points = [pointOf(signal)]
  const order = { params, ask: (session: TagSession) => session.read(points, params), isWanted }
  const { answer, tookMs } = await poller.once(checked, order)
  const reading = answer[0]!
  const value = () => {
    const raw = tagValue(signal, reading)
    if ('doubt' in reading && reading.doubt) throw reading.doubt
    return raw
  }
  return { answer: value, tookMs }
}

async function browse(
  poller: Asking,
  checked: CheckedDriver<TagAbout>,
  { node, from }: BrowseOrder,
  isWanted: () => boolean,
): Promise<Ending> {
  const params = bounded(checked.params)
  const ask = (session: TagSession) => {
    if (!session.browse) throw new DriverFault(1720, 'this driver cannot be browsed')
    return session.browse(node, from, params)
  }
  try {
    const { answer, tookMs } = await poller.once(checked, { params, ask, isWanted })
    return { status: 'success', code: good, page: answer, tookMs }
  } catch (error) {
    return endingOfFault('failure', asFault(error))
  }
}

const asFault = (error: unknown): DriverFault =>
  error instanceof DriverFault ? error : new DriverFault(1721, error instanceof Error ? error.message : String(error))

/** A driver may have a longer timeout than a user waits. */
function bounded(params: object): object {
  const { timeoutMs }: { timeoutMs?: unknown } = params
  return typeof timeoutMs === 'number' ? { ...params, timeoutMs: Math.min(timeoutMs, limits.probeMs) } : params
}
