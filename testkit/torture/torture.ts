// The torture test: a platform, gateways and their lines as real processes. For some minutes, one after the other is
// killed, cut or loses its data; then all of them settle, and history is compared with what the gateways wrote.
import { chmodSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLATFORM_FLAGS } from '../../scripts/programs.mjs'
import { type Mosquitto, startMosquitto } from '../peers/mosquitto.ts'
import { type Line, startLine } from '../peers/proxy.ts'
import { freePorts } from '../ports.ts'
import { isAlarmsClean } from './alarm-check.ts'
import { type AlarmOutcome, addReaders, alarmOutcome, alarmsOf, type Reader } from './alarms.ts'
import { type Call, signIn, sleep, until } from './calls.ts'
import { isClean, type Verdict, verdictOf } from './check.ts'
import { createDraw } from './count.ts'
import { type Tortured, torturedGateway } from './gateway.ts'
import { type LiveWatch, watchLive } from './live.ts'
import { type Act, planOf, type Step } from './plan.ts'
import { startCountingPlc } from './plc.ts'
import { killPid, type Proc, postgresOf, proc } from './programs.ts'
import { bind, bringInStep, countingDevice, heldOf, newGateway, unbind } from './site.ts'

type TortureOptions = {
  seconds: number
  seed: number
  /** Files of the built programs. */
  programs: { server: string; agent: string }
  /** Numbers of simulated and of real gateways. */
  boxes: number
  edges: number
  /** A separate broker instead of the platform's. */
  mosquitto: boolean
  possible: readonly Act[]
  log(line: string): void
}

/** Ms until a value read after the action is visible, and until one is in history. */
type Recovery = { act: Act; liveMs: number; storedMs: number }
export type Outcome = {
  verdicts: Verdict[]
  alarms: AlarmOutcome
  /** Number of live values that were older than the previous one. */
  backwards: number
  liveValues: number
  recoveries: Recovery[]
  crashes: string[]
  peakMb: { server: number; agents: number }
  settledMs: number
  isClean: boolean
}

type World = {
  dataDir: string
  call: Call
  readers: Reader[]
  server: Proc
  url: string
  broker: Mosquitto | undefined
  lines: Line[]
  gateways: Tortured[]
  /** The current device of each gateway, and the devices it served before. */
  watches: LiveWatch[]
  retired: LiveWatch[]
  startedAt: number
  draw(): number
  log(line: string): void
}

const password = 'Waterworks1'
/** Far more than a healthy process takes, far less than a leak after hours. */
const most = { serverMb: 800, agentMb: 250 }
/** The time limit until everything is in history, after the last disturbance. */
const settleMs = 120_000

/** The longest time until the next alarm; and within which time of it an agent has it on disk. */
const alarmWaitMs = 5000
const alarmKeptMs = 15

/** Runs the whole test; throws only if the test itself cannot continue. */
export async function torture(options: TortureOptions): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-torture-'))
  chmodSync(folder, 0o711)
  const stops: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }),
  ]
  try {
    const world = await assemble(options, folder, stops)
    const recoveries = await disturb(world, options)
    const settledMs = await settle(world)
    const verdicts = await verdictsOf(world)
    const alarms = await alarmOutcome(world.call, world.readers, world.gateways)
    const { gateways, server } = world
    const watches = [...world.watches, ...world.retired]
    const backwards = watches.reduce((sum, watch) => sum + watch.backwards.length, 0)
    const crashes = [...server.crashes, ...gateways.flatMap(({ process }) => process.crashes)]
    const agents = Math.max(...gateways.map(({ process }) => process.peakMb()))
    return {
      verdicts,
      alarms,
      backwards,
      liveValues: watches.reduce((sum, watch) => sum + watch.values(), 0),
      recoveries,
      crashes,
      peakMb: { server: server.peakMb(), agents },
      settledMs,
      isClean:
        verdicts.every(isClean) &&
        alarms.verdicts.every(isAlarmsClean) &&
        alarms.messageFaults.length === 0 &&
        backwards === 0 &&
        crashes.length === 0 &&
        server.peakMb() < most.serverMb &&
        agents < most.agentMb,
    }
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

async function assemble(options: TortureOptions, folder: string, stops: (() => Promise<unknown>)[]): Promise<World> {
  const { programs, boxes, edges, seed, log } = options
  const startedAt = Date.now()
  const [port = 0, mqttPort = 0, mqttsPort = 0] = await freePorts(3)
  const dataDir = join(folder, 'platform')
  mkdirSync(dataDir, { mode: 0o711 })
  const ports = { PORT: String(port), MQTT_PORT: String(mqttPort), MQTTS_PORT: String(mqttsPort) }
  const broker = options.mosquitto ? await startMosquitto({ secured: true }) : undefined
  if (broker) stops.push(() => broker.close())
  const settings = { ...ports, DATA_DIR: dataDir, ADMIN_PASSWORD: password }
  const env = broker ? { ...settings, MQTT_URL: broker.url } : settings
  const server = proc('server', programs.server, [], { env, flags: PLATFORM_FLAGS })
  stops.push(async () => {
    await server.kill()
    const database = postgresOf(dataDir)
    if (database) killPid(database.postmaster)
  })
  server.start()
  const url = `http://127.0.0.1:${port}`
  const call = await signIn(url, password)
  const readers = await addReaders(call, url, password)
  const lines: Line[] = []
  const gateways: Tortured[] = []
  const watches: LiveWatch[] = []
  stops.push(() => Promise.all(watches.map((watch) => watch.stop())))
  for (let i = 0; i < boxes + edges; i += 1) {
    const kind = i < boxes ? 'box' : 'edge'
    const line = await startLine(broker?.port ?? mqttPort)
    lines.push(line)
    stops.push(() => line.close())
    const plc = await startCountingPlc()
    stops.push(() => plc.stop())
    const sn = `${kind.toUpperCase()}-${String(i + 1).padStart(3, '0')}`
    const device = await countingDevice(call, `Counter ${i + 1}`, { port: plc.port, judges: kind === 'edge' })
    const { code, secret } = await newGateway(call, sn)
    const gatewayId = await bind(call, device.equipmentId, sn, code)
    const common = { kind, program: programs.agent, sn, secret, port: line.port, gatewayId, device, plc } as const
    // The last simulated gateway and the last real one have a small disk.
    const maxRows = i === boxes - 1 || i === boxes + edges - 1 ? 20 : 100_000
    const gateway = torturedGateway({ ...common, dataDir: join(folder, sn), maxRows })
    gateways.push(gateway)
    stops.push(() => gateway.process.kill())
    gateway.start()
    const watch = watchLive(call, url, device)
    watches.push(watch)
  }
  await Promise.all(
    gateways.map(async ({ gatewayId, inStep }) => {
      await bringInStep(call, gatewayId)
      inStep()
    }),
  )
  await until('the first live values', async () => (watches.every((watch) => watch.newest().n > 0) ? true : undefined))
  log(`${boxes} boxes and ${edges} agents are online`)
  const parts = { dataDir, call, readers, url, server, broker, lines, gateways, watches, retired: [] }
  return { ...parts, startedAt, draw: createDraw(seed + 1), log }
}

async function disturb(world: World, { seconds, seed, possible }: TortureOptions): Promise<Recovery[]> {
  const steps = planOf({ seed, seconds, gateways: world.gateways.length, possible })
  const begin = Date.now()
  const recoveries: Recovery[] = []
  for (const step of steps) {
    await sleep(Math.max(0, begin + step.atS * 1000 - Date.now()))
    if (Date.now() > begin + seconds * 1000) break
    world.log(
      `${((Date.now() - begin) / 1000).toFixed(1)} s: ${step.act} ${world.gateways[step.gateway]?.sn ?? ''} ${step.holdMs} ms`,
    )
    await actOn(world, step)
    recoveries.push({ act: step.act, ...(await recovery(world, step)) })
  }
  return recoveries
}

type Doing = (world: World, step: Step) => Promise<void>

const onLine =
  (disturbLine: (line: Line) => void): Doing =>
  async ({ lines }, { gateway, holdMs }) => {
    const line = lines[gateway]!
    disturbLine(line)
    await sleep(holdMs)
    line.flow()
  }

const doings: Record<Act, Doing> = {
  async killServer({ server }, { holdMs }) {
    await server.kill()
    await sleep(holdMs / 2)
    server.start()
  },
  async killPostgres({ dataDir }) {
    const database = postgresOf(dataDir)
    if (database) killPid(database.postmaster)
  },
  async killBackend({ dataDir, draw }) {
    const { backends = [] } = postgresOf(dataDir) ?? {}
    const victim = backends[Math.floor(draw() * backends.length)]
    if (victim) killPid(victim)
  },
  // Without a separate broker, the broker is part of the server's process.
  async killBroker({ server, broker }, { holdMs }) {
    await (broker ?? server).kill()
    await sleep(holdMs / 2)
    await (broker ? broker.restart() : server.start())
  },
  /** Kills the gateway while the PLC's last answer is being evaluated, stored and sent. */
  async killAtAlarm({ gateways, draw }, { gateway, holdMs }) {
    const own = gateways[gateway]!
    await Promise.race([own.plc.turned(), sleep(alarmWaitMs)])
    await sleep(draw() * alarmKeptMs)
    await own.kill()
    await sleep(holdMs)
    own.start()
  },
  async killAgent({ gateways }, { gateway, holdMs }) {
    await gateways[gateway]!.kill()
    await sleep(holdMs)
    gateways[gateway]!.start()
  },
  cutLine: async ({ lines }, { gateway }) => lines[gateway]!.cut(),
  freezeLine: onLine((line) => line.freeze()),
  stallLine: onLine((line) => line.stall()),
  slowLine: onLine((line) => line.slow(1000)),
  /** Applies to the chosen gateway, and to gateways whose disk is too small for the outage. */
  async outage({ gateways, lines }, { gateway, holdMs }) {
    const away = lines.filter((_, i) => i === gateway || gateways[i]!.hasSmallDisk)
    for (const line of away) line.freeze()
    await sleep(holdMs)
    for (const line of away) line.flow()
  },
  async shiftClock({ gateways, draw }, { gateway }) {
    gateways[gateway]!.shiftClock(Math.round((draw() - 0.5) * 2 * 86_400_000))
  },
  async deleteOutbox({ gateways, call, startedAt }, { gateway }) {
    const own = gateways[gateway]!
    const held = () => Promise.all(own.devices.map((device) => heldOf(call, device, startedAt)))
    const heldNumbers = async () => new Set((await held()).flatMap(({ found }) => found.map(({ n }) => n)))
    await own.deleteOutbox(heldNumbers, () => alarmsOf(call, own))
  },
  async rebind({ gateways, lines, call, url, watches, retired }, { gateway, holdMs }) {
    const { devices, sn, gatewayId, plc, judges } = gateways[gateway]!
    lines[gateway]!.freeze()
    await sleep(holdMs)
    const device = await countingDevice(call, `${sn} device ${devices.length + 1}`, { port: plc.port, judges })
    gateways[gateway]!.unbinding()
    await unbind(call, devices.at(-1)!.equipmentId)
    await bind(call, device.equipmentId, sn, '000000')
    gateways[gateway]!.rebound(device)
    lines[gateway]!.flow()
    await bringInStep(call, gatewayId)
    gateways[gateway]!.inStep()
    await watches[gateway]!.stop()
    retired.push(watches[gateway]!)
    watches[gateway] = watchLive(call, url, device)
  },
}

const actOn = (world: World, step: Step) => doings[step.act](world, step)

async function recovery({ gateways, watches, call }: World, { gateway }: Step): Promise<Omit<Recovery, 'act'>> {
  const at = Date.now()
  const live = until(
    'live values again',
    async () => (watches[gateway]!.newest().at > at ? Date.now() - at : undefined),
    90_000,
  )
  const { devices } = gateways[gateway]!
  const hasStored = async () => (await heldOf(call, devices.at(-1)!, at)).found.some(({ time }) => time > at)
  const stored = until('history again', async () => ((await hasStored()) ? Date.now() - at : undefined), 90_000)
  const [liveMs, storedMs] = await Promise.all([live, stored])
  return { liveMs, storedMs }
}

/** Stops writing; waits until history stops growing and has the last number. */
async function settle({ gateways, lines, call, log, startedAt: since }: World): Promise<number> {
  const begin = Date.now()
  for (const line of lines) line.flow()
  // A freshly started agent would store the same number again, which the PLC keeps repeating.
  const before = gateways.map(({ plc }) => plc.readAt.length)
  await until('agents that read', async () =>
    gateways.every(({ plc, sn }, i) => sn.startsWith('BOX') || plc.readAt.length > before[i]! + 3) ? true : undefined,
  )
  for (const gateway of gateways) gateway.freeze()
  let last = -1
  let stillFor = 0
  while (stillFor < 3 && Date.now() - begin < settleMs) {
    await sleep(2000)
    const device = gateways.flatMap(({ devices }) => devices)
    const counts = await Promise.all(device.map(async (each) => (await heldOf(call, each, since)).found.length))
    const sum = counts.reduce((all, count) => all + count, 0)
    stillFor = sum === last ? stillFor + 1 : 0
    last = sum
  }
  log(`settled after ${Math.round((Date.now() - begin) / 1000)} s`)
  return Date.now() - begin
}

async function verdictsOf({ gateways, call, startedAt: since }: World): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const gateway of gateways) {
    const held = await Promise.all(gateway.devices.map((device) => heldOf(call, device, since)))
    const gapRows = held.flatMap(({ holes }) => holes).reduce((sum, { points }) => sum + points, 0) / 2
    verdicts.push(
      verdictOf(
        { ...gateway.ledger(), gapRows },
        held.flatMap(({ found }) => found),
      ),
    )
  }
  return verdicts
}
