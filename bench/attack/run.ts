// Runs the attack: starts the platform, the processes of load and measurement, checks rows, and reports.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numbers } from '../machine.ts'
import { type BenchPlatform, startPlatform } from '../platform.ts'
import type { LoadPlan } from './load.ts'
import type { Samples } from './meter.ts'
import { prepare, type World } from './prepare.ts'
import { faultsOf, Measured, minuteLine, type Result, reportOf } from './report.ts'
import { differences } from './rows.ts'
import { ServerLog } from './server-log.ts'
import { type TallyFacts, Total } from './tally.ts'

const given = numbers({ minutes: 60, processes: 3, calls: 39, sockets: 45, rate: 0, nice: 0 })

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Starts this program in another role. */
function startRole(program: string, ...args: string[]): ChildProcess {
  const child = fork(program, args)
  child.on('error', (error) => console.error(`${args[0]}: ${error.message}`))
  return child
}

const firstMessage = <T>(child: ChildProcess) =>
  new Promise<T>((resolve) => child.once('message', (sent) => resolve(sent as T)))

/** Compares the rows of the other company and of the vault with those of the previous check. */
class RangeCheck {
  readonly found: string[] = []
  readonly #world: World
  #before: { other: Map<string, string>; vault: Map<string, string> } | undefined
  constructor(world: World) {
    this.#world = world
  }

  async check(): Promise<void> {
    const { rows, otherOrgId, vault } = this.#world
    const now = { other: await rows.snapshotOfOrg(otherOrgId), vault: await rows.snapshotOfIds(vault) }
    const before = this.#before
    this.#before = now
    if (!before) return
    for (const each of ['other', 'vault'] as const)
      for (const line of differences(before[each], now[each])) this.#add(`${each}: ${line}`)
  }

  #add(line: string): void {
    if (this.found.length < 100) this.found.push(line)
    console.log(`OUT OF RANGE ${line}`)
  }
}

async function startLoads(
  program: string,
  platform: BenchPlatform,
  world: World,
  total: Total,
): Promise<ChildProcess[]> {
  const { callers, heavy } = world
  const pools = await world.pools()
  return Array.from({ length: given.processes }, (_, at) => {
    const child = startRole(program, 'load')
    child.on('message', (facts) => total.add(facts as TallyFacts))
    const plan: LoadPlan = {
      ...{ port: platform.port, mqttPort: platform.mqttPort, password: platform.password, heavy, pools },
      callers: callers.filter((_, index) => index % given.processes === at),
      calls: Math.floor(given.calls / given.processes),
      sockets: Math.floor(given.sockets / given.processes),
      rate: given.rate / given.processes,
      nice: given.nice,
      withGateways: at === 0,
    }
    child.send({ plan })
    return child
  })
}

async function startMeter(program: string, port: number, measured: Measured): Promise<ChildProcess[]> {
  const control = startRole(program, 'control')
  const controlPort = await firstMessage<number>(control)
  const meter = startRole(program, 'meter', `http://127.0.0.1:${port}/livez`, `http://127.0.0.1:${controlPort}/`)
  meter.on('message', (samples) => measured.add(samples as Samples))
  return [control, meter]
}

/** Every ten seconds until the end: the load, the log; every two minutes new objects, every five a check of rows. */
async function watchOver(result: Result, { world, loads, log, range }: Watched): Promise<void> {
  const end = Date.now() + given.minutes * 60_000
  let isStopped = false
  process.once('SIGINT', () => {
    isStopped = true
  })
  for (let turn = 1; Date.now() < end && !isStopped; turn += 1) {
    result.measured.noteLoad()
    await pause(Math.max(0, Math.min(10_000, end - Date.now())))
    log.read()
    if (turn % 6 === 0) console.log(minuteLine(turn / 6, result))
    if (turn % 12 === 0) {
      await world.refill().catch((error: unknown) => console.log(`no new objects: ${String(error)}`))
      const pools = await world.pools()
      for (const load of loads) if (load.connected) load.send({ pools })
    }
    if (turn % 30 === 0) await range.check()
  }
}
type Watched = { world: World; loads: ChildProcess[]; log: ServerLog; range: RangeCheck }

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  if (child.connected) child.send({ isEnd: true })
  await Promise.race([gone, pause(5000)])
  if (child.exitCode === null) child.kill('SIGKILL')
}

/** Runs the attack; returns the exit code. */
export async function runAttack(program: string): Promise<number> {
  const logFile = join(await mkdtemp(join(tmpdir(), 'gatehouse-attack-')), 'server.log')
  const settings = { CALLS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE: '1000000' }
  const platform = await startPlatform({ settings, logFile })
  const children: ChildProcess[] = []
  try {
    const [total, measured, log] = [new Total(), new Measured(), new ServerLog(logFile)]
    const world = await prepare(platform)
    console.log(`${world.callers.length} callers, ${given.minutes} minutes; log: ${logFile}`)
    const range = new RangeCheck(world)
    await range.check()
    const meters = await startMeter(program, platform.port, measured)
    children.push(...meters)
    const loads = await startLoads(program, platform, world, total)
    children.push(...loads)
    const result = { total, measured, log: log.facts, outOfRange: range.found, serverPid: platform.server.pid! }
    await watchOver(result, { world, loads, log, range })
    for (const load of loads) await endOf(load)
    for (const meter of meters) meter.kill()
    await range.check()
    log.read()
    if (platform.server.exitCode !== null) log.facts.uncaught.push(`the server ended with ${platform.server.exitCode}`)
    console.log(reportOf(result))
    return faultsOf(result).length > 0 ? 1 : 0
  } finally {
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
    await platform.stop()
  }
}
