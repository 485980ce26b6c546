// The whole world on one machine: platform, simulated waterworks, and a real gateway agent for each station.
import { verify } from '@node-rs/argon2'
import { commandCallback } from '../../features/command/contract.ts'
import { gatewayInfo, startSync } from '../../features/gateway/contract.ts'
import { loadAccount } from '../../features/login/store.ts'
import { type Plant, startPlant } from '../../plant/plant.ts'
import { startEdge } from '../../signal/edge/edge.ts'
import { type Server, startServer } from '../server/start.ts'
import { type Client, signIn } from './client.ts'
import type { DemoConfig } from './config.ts'
import { type Seeded, seed } from './seed.ts'

/** Shown on the login page of the loopback demo; a real platform has no default password. */
const demoPassword = 'Waterworks1'
const plantPorts = [15_020, 15_021, 15_022]
const patienceMs = 30_000

export type Demo = {
  url: string
  login: { loginname: string; password: string } | null
  server: Server
  plant: Plant
  stop(): Promise<void>
}

/** Starts all of it; `stop` ends it in reverse. */
export async function startDemo(config: DemoConfig, log: (line: string) => void): Promise<Demo> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const password = config.server.adminPassword ?? demoPassword
    const login = { loginname: 'admin', password }
    const orgName = config.language === 'en' ? 'Waterworks' : '自来水厂'
    const server = await startServer({ ...config.server, adminPassword: password }, { demo: login, orgName })
    stops.push(server.stop)
    const plant = await startPlantSomewhere()
    stops.push(plant.stop)
    const isRight = await isPasswordOf(server, login)
    if (!isRight) return { url: server.url, login: null, server, plant, stop }
    const call = await signIn(server.url, login.loginname, password)
    const seeded = await seed({ call, language: config.language, dataDir: config.server.dataDir }, plant.stations)
    for (const { sn, secret, edgeDir } of seeded) {
      const url = `mqtt://127.0.0.1:${server.mqttPort}`
      const edge = await startEdge({ sn, secret, url, dataDir: edgeDir, log: () => undefined })
      stops.push(edge.stop)
    }
    await Promise.all(seeded.map((each) => bringInStep(call, each, log)))
    return { url: server.url, login, server, plant, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** On its usual ports, or on free ones if another program has them. */
const startPlantSomewhere = () =>
  startPlant({ host: '127.0.0.1', ports: plantPorts, demoFaults: true }).catch(() =>
    startPlant({ host: '127.0.0.1', demoFaults: true }),
  )

async function isPasswordOf(
  server: Server,
  { loginname, password }: { loginname: string; password: string },
): Promise<boolean> {
  const account = await loadAccount(server.platform.db, loginname)
  return account !== undefined && verify(account.passwordHash, password)
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return undefined
}

/** Waits for the gateway and synchronises it if it differs, as a person would. */
async function bringInStep(call: Client, { gatewayId, sn }: Seeded, log: (line: string) => void): Promise<void> {
  const info = await until(async () => {
    const now = await call(gatewayInfo, { id: gatewayId })
    return now.state === 'online' && now.consistency !== 'unknown' ? now : undefined
  })
  if (!info) return log(`${sn} did not come online`)
  if (info.consistency === 'match') return
  const { uuid } = await call(startSync, { id: gatewayId })
  const done = await until(async () => {
    const answer = await call(commandCallback, { uuid })
    return answer.status === 'waiting' ? undefined : answer
  })
  if (done?.status !== 'success') log(`${sn} could not be synchronised: ${done?.msg ?? 'no answer'}`)
}
