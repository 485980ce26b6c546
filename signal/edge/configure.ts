// The gateway's configuration: checked whole, kept whole, applied whole, or not at all. [S4 sync]
import { gatewayConfigHash } from '../../contract/config-hash.ts'
import { BoundConfig, type GatewayConfig } from '../../contract/gateway-config.ts'
import { type CheckedDriver, checkDriver, problemText } from '../../drivers/check-driver.ts'
import { referencesIn, withSecrets } from '../../drivers/secret.ts'
import { ruleProblem } from '../judge/rule.ts'
import { checkReports } from '../store/check-reports.ts'
import { readIfThere, removeFile, replaceFile } from './file.ts'
import { createTurn } from './in-turn.ts'
import type { HandedAlarms, Judging } from './judge/judging.ts'
import type { Poller } from './poll/poll.ts'
import { type Ending, failure } from './poll/write.ts'
import type { Scripts } from './script/scripts.ts'
import type { Storing } from './store/storing.ts'
import type { OpenSealed } from './unseal.ts'
import type { Values } from './values.ts'

export type Configuration = {
  /** Reads what was kept and starts it; what is unreadable is as if there were none. */
  load(): Promise<void>
  /** What runs now, or nothing. */
  bound(): BoundConfig | undefined
  /** False where secrets that it names cannot be opened, as after the gateway's own was renewed: it is to be sent anew. */
  isWhole(): boolean
  /** Success, or failure 1320 with a reason and the old one still running. `handed`: alarms that the platform judged. */
  configure(bound: BoundConfig, handed?: HandedAlarms): Promise<Ending>
  /** Forgets it: the gateway was unbound. */
  release(): Promise<Ending>
  /** The devices are left alone (the box sleeps) until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
}

export type ConfigurationDeps = {
  path: string
  poller: Pick<Poller, 'apply'>
  values: Values
  /** Executes the reports; nothing is stored where there is none. */
  storing?: Pick<Storing, 'apply' | 'flush' | 'pause' | 'resume'> | undefined
  /** Judges the alarm rules. */
  judging?: Pick<Judging, 'apply' | 'flush' | 'pause' | 'resume'> | undefined
  /** Runs the scripts. */
  scripts?: Pick<Scripts, 'apply' | 'pause' | 'resume'> | undefined
  /** Opens what came sealed for this gateway; it stays sealed on the disk. */
  open: OpenSealed
  log: (message: string) => void
}

const success: Ending = { status: 'success', code: 200 }
const shownProblems = 5

export function createConfiguration({
  path,
  poller,
  values,
  storing,
  judging,
  scripts,
  open,
  log,
}: ConfigurationDeps): Configuration {
  let current: BoundConfig | undefined
  let running: readonly CheckedDriver[] = []
  const inTurn = createTurn()

  async function start(
    bound: BoundConfig | undefined,
    drivers: readonly CheckedDriver[],
    handed?: HandedAlarms,
  ): Promise<void> {
    await poller.apply(drivers)
    // What was read so far still belongs to the old one.
    storing?.flush()
    judging?.flush()
    // What stood of rules that go is over under the old one.
    if (current && bound?.bindingId !== current.bindingId) judging?.apply(undefined)
    current = bound
    running = drivers
    values.keepOnly(new Set(drivers.flatMap(({ driver }) => driver.signals.map(({ id }) => id))))
    storing?.apply(bound)
    judging?.apply(bound, handed)
    scripts?.apply(bound)
  }

  const opened = (bound: BoundConfig, drivers: readonly CheckedDriver[]): CheckedDriver[] => {
    const known = open(bound.sealed)
    return drivers.map((checked) => ({ ...checked, params: withSecrets(checked.params, known) }))
  }
  const keep = (bound: BoundConfig | undefined) => (bound ? replaceFile(path, JSON.stringify(bound)) : removeFile(path))

  /** New file, then new drivers; when they do not start, the old file and the old drivers again. */
  async function change(
    bound: BoundConfig | undefined,
    drivers: readonly CheckedDriver[],
    handed?: HandedAlarms,
  ): Promise<Ending> {
    const [boundBefore, driversBefore] = [current, running]
    try {
      await keep(bound)
      await start(bound, drivers, handed)
      return success
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log(`configuration: ${reason}`)
      await keep(boundBefore)
      await poller.apply(driversBefore)
      return failure(1320, { reason })
    }
  }

  return {
    async load() {
      const text = await readIfThere(path)
      if (text === undefined) return
      const read = checkText(text)
      if ('drivers' in read) await start(read.bound, opened(read.bound, read.drivers))
      else log(`the saved configuration is not used: ${read.reason}`)
    },
    bound: () => current,
    isWhole: () => running.every(({ params }) => referencesIn(params).length === 0),
    configure: (bound, handed) =>
      inTurn(async () => {
        const checked = checkConfig(bound)
        return 'drivers' in checked
          ? change(bound, opened(bound, checked.drivers), handed)
          : failure(1320, { reason: checked.reason })
      }),
    release: () => inTurn(() => change(undefined, [])),
    pause: () =>
      inTurn(async () => {
        await poller.apply([])
        storing?.pause()
        judging?.pause()
        scripts?.pause()
      }),
    resume: () =>
      inTurn(async () => {
        storing?.resume()
        judging?.resume()
        await poller.apply(running)
        scripts?.resume()
      }),
  }
}

/** The drivers of a configuration ready to run, or why it or its reports cannot run. Pure. */
export function checkConfig(bound: BoundConfig): { drivers: CheckedDriver[] } | { reason: string } {
  if (gatewayConfigHash(bound.config) !== bound.hash) return { reason: 'the hash does not match the configuration' }
  const twice = idTwice(bound.config)
  if (twice) return { reason: twice }
  const drivers: CheckedDriver[] = []
  const problems: string[] = []
  for (const driver of bound.config.drivers) {
    const checked = checkDriver(driver)
    if ('problems' in checked)
      problems.push(...checked.problems.map((one) => `driver ${driver.id}: ${problemText(one)}`))
    else drivers.push(checked)
  }
  problems.push(...checkReports(bound), ...checkAlarms(bound), ...checkScripts(bound))
  if (problems.length === 0) return { drivers }
  const more = problems.length > shownProblems ? `; and ${problems.length - shownProblems} more` : ''
  return { reason: `${problems.slice(0, shownProblems).join('; ')}${more}` }
}

/** Why the alarm rules cannot run: one line each. */
function checkAlarms({ equipmentId, config: { drivers, alarms = [] } }: BoundConfig): string[] {
  const readable = new Set(
    drivers.flatMap(({ signals }) => signals.filter(({ access }) => access !== 'w').map(({ id }) => id)),
  )
  return alarms.flatMap((rule) => {
    const problem = ruleProblem(rule, equipmentId, readable)
    return problem ? [`alarm rule ${rule.id}: ${problem}`] : []
  })
}

/** Variables that scripts name and the configuration does not have: one line each. */
function checkScripts({ config: { drivers, scripts = [] } }: BoundConfig): string[] {
  const known = new Set(drivers.flatMap(({ signals }) => signals.map(({ id }) => id)))
  return scripts.flatMap(({ id, names, onChange = [] }) =>
    [...Object.values(names), ...onChange]
      .filter((signalId) => !known.has(signalId))
      .map((signalId) => `script ${id}: there is no signal ${signalId}`),
  )
}

function idTwice({ drivers, alarms = [], scripts = [] }: GatewayConfig): string | undefined {
  const seen = new Set<string>()
  const names = drivers.flatMap(({ id, signals }) => [
    `driver ${id}`,
    ...signals.map((signal) => `signal ${signal.id}`),
  ])
  names.push(...alarms.map(({ id }) => `alarm rule ${id}`), ...scripts.map(({ id }) => `script ${id}`))
  for (const name of names) {
    if (seen.has(name)) return `${name} stands there twice`
    seen.add(name)
  }
  return undefined
}

function checkText(text: string): { bound: BoundConfig; drivers: CheckedDriver[] } | { reason: string } {
  try {
    const bound = BoundConfig.parse(JSON.parse(text))
    const checked = checkConfig(bound)
    return 'drivers' in checked ? { bound, ...checked } : checked
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}
