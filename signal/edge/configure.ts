// The gateway's configuration: checked, saved and applied as a whole, or not at all. [S4 sync]
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
  /** Reads the saved configuration and starts it; an unreadable one is ignored and logged. */
  load(): Promise<void>
  /** The running configuration, or nothing. */
  bound(): BoundConfig | undefined
  /**
   * False while the configuration names secrets that cannot be decrypted, for example after the gateway's own key
   * changed: the configuration must be sent again.
   */
  isWhole(): boolean
  /**
   * Success, or failure 1320 with a reason while the old one continues. `handed`: alarms that the platform has raised.
   */
  configure(bound: BoundConfig, handed?: HandedAlarms): Promise<Ending>
  /** Removes the configuration: the gateway was unbound. */
  release(): Promise<Ending>
  /** Stops polling until `resume`: the box sleeps. */
  pause(): Promise<void>
  resume(): Promise<void>
}

type ConfigurationDeps = {
  path: string
  poller: Pick<Poller, 'apply'>
  values: Values
  /** Executes the history reports; undefined: nothing is stored. */
  storing?: Pick<Storing, 'apply' | 'flush' | 'pause' | 'resume'> | undefined
  /** Evaluates the alarm rules. */
  judging?: Pick<Judging, 'apply' | 'flush' | 'pause' | 'resume'> | undefined
  /** Runs the scripts. */
  scripts?: Pick<Scripts, 'apply' | 'pause' | 'resume'> | undefined
  /** Opens secrets sealed for this gateway; on disk they stay sealed. */
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

  /** Applies the parts after the drivers: readings, reports, alarm rules and scripts. */
  function follow(bound: BoundConfig | undefined, drivers: readonly CheckedDriver[], handed?: HandedAlarms): void {
    // The readings so far belong to the old configuration, so they are processed first.
    storing?.flush()
    judging?.flush()
    // Active alarms of the old binding end under the old binding.
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

  /**
   * Replaces the file, then the drivers, then the rest. After a fault restores what was replaced, also if the old file
   * cannot be written again; then it rejects.
   */
  async function change(
    bound: BoundConfig | undefined,
    drivers: readonly CheckedDriver[],
    handed?: HandedAlarms,
  ): Promise<Ending> {
    const [boundBefore, driversBefore] = [current, running]
    let step: 'file' | 'drivers' | 'rest' = 'file'
    try {
      await keep(bound)
      step = 'drivers'
      await poller.apply(drivers)
      step = 'rest'
      follow(bound, drivers, handed)
      return success
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log(`configuration: ${reason}`)
      try {
        await keep(boundBefore)
      } finally {
        if (step !== 'file') await poller.apply(driversBefore)
        if (step === 'rest') follow(boundBefore, driversBefore)
      }
      return failure(1320, { reason })
    }
  }

  return {
    async load() {
      const text = await readIfThere(path)
      if (text === undefined) return
      const read = checkText(text)
      if (!('drivers' in read)) return log(`the saved configuration is not used: ${read.reason}`)
      const drivers = opened(read.bound, read.drivers)
      await poller.apply(drivers)
      follow(read.bound, drivers)
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

/** The drivers of a configuration ready to run, or the reason why the configuration cannot run. Pure. */
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

/** Problems of the alarm rules, one line each. */
function checkAlarms({ equipmentId, config: { drivers, alarms = [] } }: BoundConfig): string[] {
  const readable = new Set(
    drivers.flatMap(({ signals }) => signals.filter(({ access }) => access !== 'w').map(({ id }) => id)),
  )
  return alarms.flatMap((rule) => {
    const problem = ruleProblem(rule, equipmentId, readable)
    return problem ? [`alarm rule ${rule.id}: ${problem}`] : []
  })
}

/** Variables that scripts use and the configuration lacks, one line each. */
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
    if (seen.has(name)) return `${name} occurs twice`
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
