// Tamper-proof: reads X from the PLC at an interval and writes f(X) back; the PLC's program locks the machine when the
// answers stop. The gateway stops them itself after `offlineMin` without the platform, over all restarts. [S5] [S8
// 1343]
import type { BoundTamper, BoxTold } from '../../../contract/box.ts'
import { compileX } from '../../../core/x-formula.ts'
import { type Ending, failure } from '../poll/write.ts'
import { type BoxDeps, done, goodValue } from './part.ts'

type Told = NonNullable<BoxTold['tamper']>
type Now = Pick<Told, 'state' | 'x' | 'y' | 'at' | 'code'>

const atFirst: Now = { state: 'waiting', x: null, y: null, at: null, code: null }
/** How often the time offline is saved: a box that is switched off in between gains at most this much. */
const saveEveryS = 30

export function createTamperGuard(deps: BoxDeps) {
  const { own, values, now, secondMs } = deps
  let timer: NodeJS.Timeout | undefined
  let standing = atFirst
  const startedAt = now()
  const offlineBeforeMs = own.get().offlineMs
  let savedMs = offlineBeforeMs
  let isBusy = false

  function set(next: Partial<Now>): void {
    const before = standing
    standing = { ...standing, ...next }
    deps.changed(before.state === standing.state && before.code === standing.code)
  }

  /** Time since the platform last answered: a cut line is noticed late, but counted from then on. */
  function awayMs(): number {
    if (deps.isOnline()) return 0
    const heardAt = deps.heardAt()
    return heardAt === undefined ? offlineBeforeMs + now() - startedAt : now() - heardAt
  }

  function count(): number {
    const offlineMs = awayMs()
    const isWorth = Math.abs(offlineMs - savedMs) >= saveEveryS * secondMs || (offlineMs === 0 && savedMs > 0)
    if (isWorth) {
      savedMs = offlineMs
      own.change({ offlineMs }).catch((error) => deps.log(`tamper-proof: ${String(error)}`))
    }
    return offlineMs
  }

  async function answer({ formula, readId, writeId, offlineMin, hash }: BoundTamper): Promise<Partial<Now>> {
    if (count() >= offlineMin * 60 * secondMs) return { state: 'stopped' }
    if (deps.isPaused()) return { state: 'paused' }
    const reading = goodValue(values, readId)
    if ('code' in reading) return { state: 'failed', code: reading.code }
    const x = reading.value
    if (typeof x !== 'number') return { state: 'failed', code: 1716 }
    const y = compileX(formula)?.(x)
    if (y === undefined) return { state: 'failed', x, y: null, code: 2006 }
    const writing = deps.write(writeId, y, hash, { by: 'tamper', id: readId })
    if (!writing) return { state: 'outdated', x, y, code: 1318 }
    const ending = await writing
    return ending.status === 'success'
      ? { state: 'working', x, y, at: deps.instant(), code: null }
      : { state: 'failed', x, y, code: ending.code }
  }

  async function tick(tamper: BoundTamper): Promise<void> {
    // If the PLC takes longer than the interval, no second request is sent meanwhile.
    if (isBusy) return
    isBusy = true
    try {
      const next = await answer(tamper)
      if (own.get().tamper === tamper) set(next)
    } catch (error) {
      deps.log(`tamper-proof: ${String(error)}`)
    } finally {
      isBusy = false
    }
  }

  function start(): void {
    clearInterval(timer)
    const { tamper } = own.get()
    standing = atFirst
    if (tamper) timer = setInterval(() => void tick(tamper), tamper.everyS * secondMs)
  }

  return {
    start,
    async order(tamper: BoundTamper | null): Promise<Ending> {
      if (!tamper && !own.get().tamper) return failure(1343)
      await own.change({ tamper })
      start()
      deps.changed()
      return done
    },
    told(): BoxTold['tamper'] {
      const { tamper } = own.get()
      if (!tamper) return null
      const { hash: _, ...settings } = tamper
      return { settings, ...standing }
    },
    stop: () => clearInterval(timer),
  }
}
