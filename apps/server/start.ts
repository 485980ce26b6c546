// The platform, assembled from its parts. Everything started here is stopped by `stop`, in reverse.
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { machineZone } from '../../core/zone.ts'
import { migrate } from '../../db/migrate.ts'
import { type Database, openDatabase } from '../../db/pool.ts'
import type { Platform, RoomServer } from '../../features/frame/serve.ts'
import { brokerAddressOf } from '../../features/frame/spine-services.ts'
import { firmwareSigning } from '../../features/gateway/firmware/contract.ts'
import type { Cloud } from '../../signal/cloud/cloud.ts'
import { LiveTable } from '../../signal/cloud/live-table.ts'
import type { Historian } from '../../signal/history/historian.ts'
import { mountAgentFiles } from './agent-files.ts'
import { plainHttp, type ServerConfig } from './config.ts'
import { ensureAdmin, isPasswordUnused } from './first-admin.ts'
import { createHttp } from './http.ts'
import { startJobs } from './jobs.ts'
import { listen } from './listen.ts'
import { mountMachineRoutes } from './machine-routes.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { ownSite } from './own-site.ts'
import { rooms } from './rooms.ts'
import { openSeal } from './seal.ts'
import { socketDoors } from './socket-doors.ts'
import { readSourceMaps } from './source-maps.ts'
import { createSpine, type Spine } from './spine.ts'
import { showState, startTurns } from './state-metrics.ts'
import type { Turns } from './turns.ts'
import { mountUserImages } from './user-images.ts'

export type Server = {
  url: string
  /** Port of plain MQTT, 0 if disabled. */
  mqttPort: number
  /** Set if this start created the administrator. */
  adminPassword: string | undefined
  platform: Platform
  historian: Historian
  http: FastifyInstance
  metrics: ReturnType<typeof createMetrics>
  database: Database
  cloud: Cloud
  turns: Turns
  /** Runs all timed work once, now: for tests. */
  turn(): Promise<void>
  stop(): Promise<void>
}

export type StartOptions = {
  now?: () => number
  /** The login shown to everyone: the loopback demo only. */
  demo?: { loginname: string; password: string } | null
  orgName?: string
  /** IANA zone of the first organisation; by default this machine's. */
  zone?: string
  /** Calls beside those of the platform's rooms: the demo's plant panel. */
  moreRooms?: readonly RoomServer[]
  logLevel?: 'silent' | 'warn' | 'info'
  /** Login attempts per minute of one address; by default the setting's. */
  loginsPerMinute?: number
  /** Closes a body that does not advance for this long; by default the limit. */
  bodyStallMs?: number
  /** The clock of the thread's own work, for tests that measure it. */
  workedMs?: () => number
  /** Calls per minute of one account or address; by default the setting's. */
  callsPerMinute?: number
  /** Prints lines for the terminal; by default to the log. */
  say?: (line: string) => void
  /** The log; by default to standard output. */
  log?: Logger
  /** A database that is already open; `stop` does not close it. */
  database?: Database
}

/** Starts the platform. Throws a `SetupError` that names the setting to correct, with nothing left running. */
export async function startServer(config: ServerConfig, options: StartOptions = {}): Promise<Server> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  readSourceMaps()
  try {
    return await assemble(config, options, stops, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

type Stops = (() => Promise<unknown>)[]
type Say = (line: string) => void

/** The migrated database, and the password of the administrator if this start created one. */
async function openStore(config: ServerConfig, options: StartOptions, { log, say, stops }: Outputs) {
  const toLog = (line: string) => log.info(line)
  const database =
    options.database ??
    (await openDatabase({
      url: config.databaseUrl ?? undefined,
      migrateUrl: config.databaseMigrateUrl ?? undefined,
      ...{ dataDir: config.dataDir, log: toLog, say },
    }))
  if (!options.database) stops.push(() => database.stop())
  await migrate(database, toLog)
  const db = database.kysely
  const adminPassword = await ensureAdmin(db, config.adminPassword, {
    orgName: options.orgName ?? 'Gatehouse',
    zone: options.zone ?? machineZone(),
    now: (options.now ?? Date.now)(),
    isDemo: options.demo != null,
  })
  if (config.adminPassword && adminPassword === undefined && (await isPasswordUnused(db, config.adminPassword)))
    say(`ADMIN_PASSWORD was not used: the database already has an administrator, who has another password`)
  return { database, adminPassword }
}

type Outputs = { log: Logger; say: Say; stops: Stops }
type Parts = { spine: Spine; database: Database; metrics: Metrics; turns: Turns; log: Logger }

/** The calls, files and sockets of the platform; it listens later. */
function createDoors(config: ServerConfig, options: StartOptions, parts: Parts): Promise<FastifyInstance> {
  const { spine, database, metrics, turns, log } = parts
  const { platform, users, visits, cloud, historian, messageHub } = spine
  const { now = Date.now, moreRooms = [] } = options
  const needs = {
    ...{ platform, userOf: users.of, visitorOf: visits.of, touch: turns.touch, bodyStallMs: options.bodyStallMs },
    ...{ countCall: metrics.countCall, countRefused: metrics.countHttpRefused, gauge: metrics.gauge },
    loginsPerMinute: options.loginsPerMinute ?? config.loginsPerMinute,
    callsPerMinute: options.callsPerMinute ?? config.callsPerMinute,
  }
  const mountFiles = (scope: FastifyInstance): void => {
    mountMachineRoutes(scope, { platform, database, historian, cloud, metrics })
    mountUserImages(scope, platform)
    mountAgentFiles(scope, {
      ...{ agentDir: config.agentDir, site: ownSite(config), broker: platform.use(brokerAddressOf) },
      firmwareKey: platform.use(firmwareSigning).publicKey,
    })
  }
  const sockets = { db: database.kysely, hub: cloud.hub, messageHub, tunnels: cloud.tunnels, users, visits, now }
  return createHttp(config, [...rooms, ...moreRooms], needs, log, mountFiles, socketDoors(sockets))
}

/** Opens all ports, then starts to accept messages of gateways. Returns the address of the pages. */
async function open(config: ServerConfig, http: FastifyInstance, { cloud, historian, alarms }: Spine, stops: Stops) {
  // All ports must be open before the historian or the broker is taken over from another process on this database.
  const url = await listen(() => http.listen({ host: config.host, port: config.port }), config, 'http')
  const connect = async () => {
    // A start that fails half-way has started to evaluate alarms, and must be stopped too.
    stops.push(() => cloud.stop())
    await listen(() => cloud.start(), config, 'mqtt')
  }
  // An external broker needs no port on this machine, and delivers as soon as it is connected.
  if (config.mqttUrl === null) await connect()
  await historian.start()
  // Evaluates events that an earlier process committed but did not evaluate.
  alarms.happened()
  if (config.mqttUrl !== null) await connect()
  cloud.read()
  return url
}

const mqttPortOf = ({ link }: Cloud, config: ServerConfig): number =>
  'port' in link ? ((link as { port(): number | null }).port() ?? 0) : (config.mqttPort ?? 0)

async function assemble(
  config: ServerConfig,
  options: StartOptions,
  stops: Stops,
  stop: () => Promise<void>,
): Promise<Server> {
  const { now = Date.now, demo = null } = options
  const log = options.log ?? pino({ level: options.logLevel ?? 'warn' })
  const say = options.say ?? ((line: string) => log.warn(line))
  const plain = plainHttp(config)
  if (plain) say(plain)
  const seal = openSeal(config.dataDir)
  const { database, adminPassword } = await openStore(config, options, { log, say, stops })
  const [metrics, live] = [createMetrics(), new LiveTable(now)]
  const spine = createSpine({ config, database, live, metrics, seal, now, log, demo })
  const { decoder, cloud, historian, alarms, services, platform } = spine
  stops.push(decoder.stop)
  let isStarted = false
  // Long turns of the event loop during the start are not reported, because no calls are served yet.
  const warn = (facts: object, line: string) => isStarted && log.warn(facts, line)
  const turns = startTurns(metrics, decoder, warn, options.workedMs)
  stops.push(async () => turns.stop())
  const http = await createDoors(config, options, { spine, database, metrics, turns, log })
  stops.push(() => http.close())
  // Stopped after the historian, when the last record of the last gateway is committed.
  stops.push(() => alarms.stop())
  stops.push(() => historian.stop())
  const url = await open(config, http, spine, stops)
  showState(metrics, cloud, { liveSignals: () => live.size(), messageHub: spine.messageHub })
  const { judging, mvarJudging, hub, tunnels } = cloud
  const jobs = startJobs({ ...spine, judging, mvarJudging, hub, tunnels, log })
  stops.push(jobs.stop)
  // Stopped first: cameras that are turning must stop while everything else still runs.
  stops.push(() => services.stop())
  const turn = async () => {
    await cloud.idle()
    await historian.settled()
    await cloud.turn()
    await jobs.turn()
    await alarms.idle()
  }
  isStarted = true
  const mqttPort = mqttPortOf(cloud, config)
  return { url, mqttPort, adminPassword, platform, historian, http, metrics, database, cloud, turns, turn, stop }
}
