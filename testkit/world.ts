// The whole system on free ports, in this process, for integration tests: its own database, the platform, the
// simulated plant, and a real gateway agent for each station, seeded like the demo.
//
//     await using world = await startWorld()
//     expect(await world.write('intake', 'flowSp', 120)).toMatchObject({ status: 'success', value: 120 })
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../apps/demo/client.ts'
import { type DemoSite, startAgent, startSites } from '../apps/demo/sites.ts'
import type { ServerConfig } from '../apps/server/config.ts'
import type { Envelope } from '../contract/endpoint.ts'
import type { Value } from '../core/data-type.ts'
import type { Database } from '../db/pool.ts'
import { writeValue } from '../features/device/command/contract.ts'
import { type LiveSignal, queryLiveSignals } from '../features/device/live/contract.ts'
import { type GatewayInfo, gatewayInfo } from '../features/gateway/gateway/contract.ts'
import { type Plant, startPlant } from '../plant/plant.ts'
import { type StationKey, worksKeys } from '../plant/waterworks/registers.ts'
import { testDatabase } from './database.ts'
import { until } from './eventually.ts'
import { type Line, startLine } from './peers/proxy.ts'
import { adminPassword, type TestServer, testServer } from './server.ts'
import { settled } from './site.ts'
import { type Watcher, watch } from './watcher.ts'

/** Short delays of the agents, so that they recover quickly. */
const pace = {
  link: { backOffMs: 20, backOffMaxMs: 200, refusedRetryMs: 100, helloRetryMs: 300, helloEveryMs: 60_000 },
  poll: { backOffMs: 20, backOffMaxMs: 200, refusedRetryMs: 100 },
}

type WorldOptions = {
  /** Which stations get a device and an agent; the three large ones by default. */
  stations?: readonly StationKey[]
  /** An external broker instead of the platform's own: its URL for the platform, its port for the agents. */
  broker?: { url: string; port: number }
  /** A database that the test manages. */
  database?: Database
  settings?: Partial<ServerConfig>
}

type WorldSite = DemoSite & { readonly signals: readonly LiveSignal[] }
type Outcome = Awaited<ReturnType<typeof settled>>

export type World = AsyncDisposable & {
  /** The running platform. */
  readonly server: TestServer
  readonly plant: Plant
  /** The line between the agents and the broker. */
  readonly line: Line
  site(key: StationKey): WorldSite
  /** The variable that belongs to a register. */
  signal(key: StationKey, name: string): LiveSignal
  watch(key: StationKey): Promise<Watcher>
  /** Requests a write; returns the whole envelope. */
  ask(key: StationKey, name: string, value: Value, uuid?: string): Promise<Envelope<{ uuid: string }>>
  /** Writes and waits for the result. */
  write(key: StationKey, name: string, value: Value, uuid?: string): Promise<Outcome>
  gateway(key: StationKey): Promise<GatewayInfo>
  /** Waits until the gateway's panel passes. */
  gatewayUntil(key: StationKey, passes: (info: GatewayInfo) => boolean): Promise<GatewayInfo>
  /** Advances the platform's clock. */
  pass(ms: number): void
  /** Stops the platform with its broker and starts it again on the same ports, and on the same data or others. */
  restartServer(on?: { database: Database; dataDir: string }): Promise<void>
  restartEdge(key: StationKey): Promise<void>
}

/** Starts everything; resolves when every gateway is online and synchronised. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    return await assemble(options, stops, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function assemble(
  { stations = worksKeys, broker, settings = {}, ...own }: WorldOptions,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-world-'))
  stops.push(() => rm(dataDir, { recursive: true, force: true }))
  const database = own.database ?? (await testDatabase())
  if (!own.database) stops.push(() => database.stop())
  let ahead = 0
  const begin = (port: number, mqttPort: number, data = { database, dataDir }) =>
    testServer(
      { database: data.database, now: () => Date.now() + ahead, loginsPerMinute: 10_000 },
      { ...settings, dataDir: data.dataDir, port, mqttPort, mqttUrl: broker?.url ?? null },
    )
  let server = await begin(0, 0)
  stops.push(() => server.stop())
  const mqttPort = broker?.port ?? server.mqttPort
  const line = await startLine(mqttPort)
  stops.push(() => line.close())
  const plant = await startPlant({ host: '127.0.0.1' })
  stops.push(() => plant.stop())
  const mqttUrl = `mqtt://127.0.0.1:${line.port}`
  const seeded = await startSites({
    call: await signIn(server.url, 'admin', adminPassword),
    dataDir,
    mqttUrl,
    stations: plant.stations.filter(({ key }) => stations.includes(key)),
    pace,
    log(line) {
      throw new Error(line)
    },
  })
  stops.push(seeded.stop)
  const { sites } = seeded
  for (const each of sites)
    Object.assign(each, {
      signals: await server.admin.call(queryLiveSignals, { equipmentId: each.equipmentId }),
    })

  const site = (key: StationKey) => {
    const found = sites.find(({ station }) => station.key === key)
    if (!found) throw new Error(`no device for ${key} in this world`)
    return found as WorldSite
  }
  const signal = (key: StationKey, name: string) => {
    const found = site(key).signals.find((each) => each.name === name)
    if (!found) throw new Error(`${key} has no variable ${name}`)
    return found
  }
  const ask: World['ask'] = (key, name, value, uuid = randomUUID()) => {
    const { equipmentId } = site(key)
    return server.admin.ask(writeValue, { equipmentId, signalId: signal(key, name).id, value, uuid })
  }
  const gateway = (key: StationKey) => server.admin.call(gatewayInfo, { id: site(key).gatewayId })
  return {
    get server() {
      return server
    },
    plant,
    line,
    site,
    signal,
    watch: (key) => watch(server.url, server.admin, site(key).equipmentId),
    ask,
    async write(key, name, value, uuid) {
      const { code, msg, data } = await ask(key, name, value, uuid)
      if (code !== 200 || !data) throw new Error(`the write is refused: ${code} ${msg}`)
      return settled(server.admin, data.uuid)
    },
    gateway,
    gatewayUntil: (key, passes) =>
      until(async () => {
        const info = await gateway(key)
        return passes(info) ? info : undefined
      }),
    pass(ms) {
      ahead += ms
    },
    async restartServer(on) {
      const { port } = new URL(server.url)
      await server.stop()
      server = await begin(Number(port), broker ? 0 : mqttPort, on)
    },
    async restartEdge(key) {
      const own = site(key)
      await own.edge.stop()
      own.edge = await startAgent({ mqttUrl, pace }, own)
    },
    [Symbol.asyncDispose]: stop,
  }
}
