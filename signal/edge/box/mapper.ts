// Mappings: copies the value of a variable to a variable of another driver on change or periodically, on the gateway
// and without the platform. [S8 1726]
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
  /** The last written value: an unchanged reading writes nothing. */
  last: Value | undefined
  isBusy: boolean
  /** The value changed while the last one was being written. */
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
    // Values that change during a pause are not copied; after the pause the current value is.
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

  /** The value is already written, or was refused just now: a refusal is not retried at every reading. */
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
