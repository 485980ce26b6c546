// Mappings: the value of a variable, written to a variable of another driver, whenever it changes or every so often, here
// on the gateway and whether or not the platform is there. [S8 1726]
import type { BoundMapping, BoxTold } from '../../../contract/box.ts'
import type { Value } from '../../../core/data-type.ts'
import type { Ending } from '../poll/write.ts'
import { type BoxDeps, done, goodValue } from './part.ts'

type Told = BoxTold['mappings'][number]
type Running = {
  of: BoundMapping
  writes: number
  code: number | null
  at: number | null
  /** What was written last, so that a reading without a change writes nothing. */
  last: Value | undefined
  isBusy: boolean
  /** It changed while the last value was still being written. */
  isDue: boolean
  failedAt: number
  timer?: NodeJS.Timeout
}

export function createMapper(deps: BoxDeps) {
  const { own, values, secondMs } = deps
  let running: Running[] = []
  let byFrom = new Map<number, Running[]>()

  function ended(run: Running, code: number | null, value?: Value): void {
    const isNew = run.code !== code
    run.code = code
    if (value !== undefined) {
      run.last = value
      run.writes += 1
      run.at = deps.instant()
    }
    deps.changed(!isNew)
  }

  async function carry(run: Running): Promise<void> {
    const { from, to, when, hash } = run.of
    // After a pause: what is there then, not what was.
    if (deps.isPaused()) return
    const reading = goodValue(values, from)
    if ('code' in reading) return run.code === reading.code ? undefined : ended(run, reading.code)
    const { value } = reading
    if (when === 'change' && isDone(run, value)) return
    const writing = deps.write(to, value, hash, { by: 'mapping', id: from })
    if (!writing) return run.code === 1318 ? undefined : ended(run, 1318)
    const ending = await writing
    if (ending.status === 'success') return ended(run, null, value)
    run.failedAt = deps.now()
    ended(run, ending.code)
  }

  /** It stands there already, or was refused just now: that is tried again, and not at every reading. */
  const isDone = (run: Running, value: Value): boolean =>
    (value === run.last && run.code === null) || deps.now() - run.failedAt < secondMs

  async function act(run: Running): Promise<void> {
    run.isDue = true
    if (run.isBusy) return
    run.isBusy = true
    try {
      while (run.isDue) {
        run.isDue = false
        await carry(run)
      }
    } catch (error) {
      deps.log(`mapping ${run.of.from} to ${run.of.to}: ${String(error)}`)
    } finally {
      run.isBusy = false
    }
  }

  function stop(): void {
    for (const { timer } of running) clearInterval(timer)
    running = []
    byFrom = new Map()
  }

  function start(): void {
    stop()
    for (const of of own.get().mappings) {
      const run: Running = {
        of,
        writes: 0,
        code: null,
        at: null,
        last: undefined,
        isBusy: false,
        isDue: false,
        failedAt: Number.NEGATIVE_INFINITY,
      }
      running.push(run)
      if (of.when === 'period') run.timer = setInterval(() => void act(run), of.everyS * secondMs)
      else byFrom.set(of.from, [...(byFrom.get(of.from) ?? []), run])
    }
  }

  const ignore = values.listen((id) => {
    for (const run of byFrom.get(id) ?? []) void act(run)
  })

  return {
    start,
    async order(mappings: BoundMapping[]): Promise<Ending> {
      await own.change({ mappings })
      start()
      deps.changed()
      return done
    },
    told: (): Told[] =>
      running.map(({ of: { hash: _, ...mapping }, writes, code, at }) => ({ ...mapping, writes, code, at })),
    stop() {
      ignore()
      stop()
    },
  }
}
