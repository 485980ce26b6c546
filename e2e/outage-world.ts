// A separate world for outages, smaller than the demo's: one station, one gateway, and a switch for each link of the
// path: database, platform, broker, gateway, PLC, and the line to the browser.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { type Client, signIn } from '../apps/demo/client.ts'
import { planDrivers, variableOf } from '../apps/demo/station.ts'
import { startEmbedded } from '../db/embedded.ts'
import { commandCallback } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { gatewayInfo, startSync } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { type PlantStation, startPlant } from '../plant/plant.ts'
import { stationMaps } from '../plant/waterworks/registers.ts'
import { PLATFORM_FLAGS } from '../scripts/programs.mjs'
import { freePorts } from '../testkit/ports.ts'
import { startAgent } from './agent.ts'
import { answerFirstSettings, sessionCookie } from './session.ts'
import { admin, root } from './world.ts'

export type OutageWorld = {
  url: string
  session: string
  /** The broker's URL for gateways that a test adds. */
  mqttUrl: string
  equipmentId: number
  /** The parts of the path; each can be switched off and on, and the switch resolves when it has happened. */
  platform: Part
  database: Part
  /** The line between gateway and broker; while it is frozen, it acts like a modem without network. */
  broker: Part & { freeze(): void }
  gateway: Part
  plc: Part
  /** The line between the browser and the platform. */
  browserLine: Part & { freeze(): void }
  stop(): Promise<void>
}

type Part = { goes(): Promise<void>; returns(): Promise<void> }

/** Starts all parts; resolves when the gateway is online and runs its configuration. */
export async function startOutageWorld(): Promise<OutageWorld> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    return await assemble(stops, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function assemble(stops: (() => Promise<unknown>)[], stop: () => Promise<void>): Promise<OutageWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-outage-'))
  stops.push(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o711)
  await mkdir(join(dataDir, 'platform'))
  const postgres = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log: () => undefined })
  stops.push(() => postgres.stop())
  const { host, port: pgPort, user, password, database } = postgres.connection
  const pgLine = await startGate(
    host.startsWith('/') ? { path: join(host, `.s.PGSQL.${pgPort}`) } : { host, port: pgPort },
  )
  stops.push(pgLine.close)
  const [port, mqttPort] = (await freePorts(2)) as [number, number]
  const program = platformProgram({
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${pgLine.port}/${database}`,
    DATA_DIR: join(dataDir, 'platform'),
    ADMIN_PASSWORD: admin.password,
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
  })
  stops.push(program.goes)
  await program.returns()
  const webLine = await startGate({ host: '127.0.0.1', port })
  stops.push(webLine.close)
  const mqttLine = await startGate({ host: '127.0.0.1', port: mqttPort })
  stops.push(mqttLine.close)
  const plant = await startPlant({ host: '127.0.0.1' })
  stops.push(plant.stop)
  const station = plant.stations[0]!
  const plcLine = await startGate({ host: '127.0.0.1', port: station.port })
  stops.push(plcLine.close)
  const mqttUrl = `mqtt://127.0.0.1:${mqttLine.port}`
  const url = `http://127.0.0.1:${webLine.port}`
  const call = await signIn(url, admin.loginname, admin.password)
  const { equipmentId, gatewayId, ...box } = await addStation(call, { ...station, port: plcLine.port })
  const agent = await startAgent({ ...box, mqttUrl })
  stops.push(async () => agent[Symbol.asyncDispose]())
  await bringInStep(call, gatewayId)
  const session = await sessionCookie(url, admin)
  await answerFirstSettings(url, session)
  return {
    url,
    session,
    mqttUrl,
    equipmentId,
    platform: program,
    database: pgLine,
    broker: mqttLine,
    plc: plcLine,
    browserLine: webLine,
    gateway: {
      goes: agent.kill,
      async returns() {
        agent.restart()
      },
    },
    stop,
  }
}

/** The device of a station with its first driver, bound to a gateway of its own. */
async function addStation(call: Client, station: PlantStation) {
  const sn = 'GH-OUTAGE-1'
  const { id: equipmentId } = await call(addEquipment, { name: station.nameEn, longitude: 120.1, latitude: 30.2 })
  const { version } = await call(queryConfig, { equipmentId })
  const plan = planDrivers(stationMaps[station.key].registers, station)[0]!
  const driver = { name: plan.name, type: 'modbus-tcp', params: plan.params } as const
  const saved = await call(saveDriver, { equipmentId, version, driver })
  const driverId = saved.config.drivers[0]!.id
  const save = plan.registers.map((register) => variableOf(register, driverId))
  await call(saveSignals, { equipmentId, version: saved.version, save, remove: [] })
  const { id: gatewayId, code, secret } = await call(registerGateway, { sn })
  await call(bindGateway, { equipmentId, sn, code })
  return { equipmentId, gatewayId, sn, secret }
}

/** Waits for the gateway and synchronises it, as a user would. */
async function bringInStep(call: Client, gatewayId: number): Promise<void> {
  const patience = { timeout: 30_000 }
  const state = async () => (await call(gatewayInfo, { id: gatewayId })).state
  await expect.poll(state, patience).toBe('online')
  const { uuid } = await call(startSync, { id: gatewayId })
  await expect.poll(async () => (await call(commandCallback, { uuid })).status, patience).toBe('success')
}

/** The platform as it is installed, killed and started again on the same data and ports. */
function platformProgram(settings: Record<string, string>): Part {
  let child: ChildProcess | undefined
  return {
    async goes() {
      const going = child
      child = undefined
      if (!going || going.exitCode !== null || going.signalCode !== null) return
      const gone = new Promise((done) => going.once('exit', done))
      going.kill('SIGKILL')
      await gone
    },
    async returns() {
      const env = { PATH: process.env.PATH, LANG: 'en_GB.UTF-8', ...settings }
      const started = spawn(process.execPath, [...PLATFORM_FLAGS, join(root, 'dist/server.mjs')], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      let said = ''
      started.stderr.on('data', (data: Buffer) => {
        said = (said + data.toString()).slice(-4000)
      })
      await new Promise<void>((done, failed) => {
        started.once('exit', () => failed(new Error(`the platform ended before it was ready: ${said}`)))
        createInterface({ input: started.stdout }).on('line', (line) => {
          if (line.startsWith('ready ')) done()
        })
      })
    },
  }
}

type Gate = Part & { port: number; freeze(): void; close(): Promise<void> }

/** A line that can be down: connections to it are refused, as by a stopped program; or frozen, as by a modem. */
async function startGate(target: NetConnectOpts): Promise<Gate> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const take = (near: Socket) => {
    const far = connect({ ...target, noDelay: true } as NetConnectOpts)
    if (!isFrozen) near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  let server: Server | undefined
  const listen = async (port: number) => {
    const opened = createServer({ noDelay: true }, take)
    await new Promise<void>((done) => opened.listen(port, '127.0.0.1', done))
    server = opened
    return (opened.address() as { port: number }).port
  }
  const port = await listen(0)
  const goes = async () => {
    const closing = server
    server = undefined
    if (!closing) return
    const closed = new Promise((done) => closing.close(done))
    cut()
    await closed
  }
  return {
    port,
    goes,
    close: goes,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async returns() {
      isFrozen = false
      cut()
      if (!server) await listen(port)
    },
  }
}
