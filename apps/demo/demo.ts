// The whole world on one machine: platform, simulated waterworks, and a real gateway agent for each station.
import { verify } from '@node-rs/argon2'
import { loadOwner } from '../../features/gateway-presence/store.ts'
import { loadAccount } from '../../features/login/store.ts'
import { type Plant, startPlant } from '../../plant/plant.ts'
import { type Server, startServer } from '../server/start.ts'
import { type Client, signIn } from './client.ts'
import type { DemoConfig } from './config.ts'
import { startPast } from './past.ts'
import { type DemoSite, startSites } from './sites.ts'

/** Shown on the login page of the loopback demo; a real platform has no default password. */
const demoPassword = 'Waterworks1'
const plantPorts = [15_020, 15_021, 15_022]

export type Demo = {
  url: string
  login: { loginname: string; password: string } | null
  server: Server
  plant: Plant
  /** Empty when the administrator's password is not the demo's: somebody has made this platform his own. */
  sites: readonly DemoSite[]
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
    const { language } = config
    const orgName = language === 'en' ? 'Waterworks' : '自来水厂'
    const server = await startServer({ ...config.server, adminPassword: password }, { demo: login, orgName })
    stops.push(server.stop)
    const plant = await startPlantSomewhere()
    stops.push(plant.stop)
    const { url } = server
    if (!(await isPasswordOf(server, login))) return { url, login: null, server, plant, sites: [], stop }
    const call = await signIn(url, login.loginname, password)
    const mqttUrl = `mqtt://127.0.0.1:${server.mqttPort}`
    const { dataDir } = config.server
    const sites = await startSites({ call, language, dataDir, mqttUrl, stations: plant.stations, log })
    stops.push(sites.stop)
    stops.push(await startMonth(server, call, sites.sites, dataDir, log))
    return { url, login, server, plant, sites: sites.sites, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A month of history, beside everything else; answers what stops it. */
async function startMonth(
  server: Server,
  call: Client,
  sites: readonly DemoSite[],
  dataDir: string,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  const owner = sites[0] && (await loadOwner(server.platform.db, sites[0].sn))
  if (!owner?.orgId) return async () => undefined
  const { historian, platform } = server
  const past = startPast({ call, historian, orgId: owner.orgId, dataDir, sites, days: 30, now: platform.now, log })
  return past.stop
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
