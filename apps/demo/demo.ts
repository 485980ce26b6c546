// The whole world on one machine: platform, simulated waterworks, and a real gateway agent for each station.
import { verify } from '@node-rs/argon2'
import { loadOwner } from '../../features/gateway/presence/store.ts'
import { loadAccount } from '../../features/people/login/store.ts'
import { type PanelPlant, plantPanel } from '../../features/watch/plant-panel/plant-server.ts'
import { type StationKey, stationKeys } from '../../plant/waterworks/registers.ts'
import { startLine } from '../../testkit/peers/proxy.ts'
import { type Server, startServer } from '../server/start.ts'
import { type Client, signIn } from './client.ts'
import type { DemoConfig } from './config.ts'
import { type CuttableLine, cuttableStation, startPanel } from './panel.ts'
import { startPast } from './past.ts'
import { type KeepingPlant, startKeepingPlant } from './plant-memory.ts'
import { type PublicLink, publicLink } from './public-link.ts'
import { type DemoSite, startSites } from './sites.ts'
import { keepAsleep } from './sleeper.ts'

/** Shown on the login page of the loopback demo; a real platform has no default password. */
const demoPassword = 'Waterworks1'
const plantPorts = stationKeys.map((_, index) => 15_020 + index)

type Demo = {
  url: string
  login: { loginname: string; password: string } | null
  /** The link of the demo's project, which opens with a password while it is shared. */
  link: PublicLink | null
  server: Server
  plant: KeepingPlant
  /**
   * The simulated stations; empty if the administrator's password is not the demo's, because the platform then belongs
   * to its user.
   */
  sites: readonly DemoSite[]
  stop(): Promise<void>
}

/** Starts all parts of the demo; `stop` ends them in reverse order. */
export async function startDemo(config: DemoConfig, log: (line: string) => void): Promise<Demo> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const password = config.server.adminPassword ?? demoPassword
    const login = { loginname: 'admin', password }
    const { dataDir } = config.server
    const panel = panelDoor()
    const settings = {
      demo: login,
      orgName: 'Waterworks',
      zone: 'Asia/Shanghai',
      moreRooms: [plantPanel(panel)],
      say: log,
    }
    const server = await startServer({ ...config.server, adminPassword: password }, settings)
    stops.push(server.stop)
    const plant = await startPlantSomewhere(dataDir, log)
    stops.push(plant.stop)
    const { url } = server
    if (!(await isPasswordOf(server, login))) return { url, login: null, link: null, server, plant, sites: [], stop }
    const call = await signIn(url, login.loginname, password)
    const line = await startLine(server.mqttPort)
    stops.push(line.close)
    const mqttUrl = `mqtt://127.0.0.1:${server.mqttPort}`
    const detour = { station: cuttableStation, mqttUrl: `mqtt://127.0.0.1:${line.port}` }
    const sites = await startSites({
      call,
      dataDir,
      mqttUrl,
      detour,
      language: config.language,
      stations: plant.stations,
      log,
    })
    stops.push(sites.stop)
    stops.push(letSleep(sites.sites))
    stops.push(await openPanel(panel, { plant, line, sites: sites.sites, dataDir, log }))
    stops.push(await startMonth({ server, plant, call, sites: sites.sites, dataDir, days: config.days, log }))
    const link = await publicLink(call, dataDir)
    return { url, login, link, server, plant, sites: sites.sites, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type PanelDoor = PanelPlant & { panel: PanelPlant | undefined }

/** The panel's calls are mounted with the platform, and have no effect until the simulated works run. */
const panelDoor = (): PanelDoor => ({
  panel: undefined,
  list() {
    return this.panel?.list() ?? []
  },
  async turn(key, on) {
    await this.panel?.turn(key, on)
  },
})

type Works = Pick<Month, 'plant' | 'sites' | 'dataDir' | 'log'> & { line: CuttableLine }

/** Opens the control panel; returns a function that closes it. */
async function openPanel(door: PanelDoor, { sites, ...works }: Works): Promise<() => Promise<void>> {
  const equipmentOf = (key: StationKey) => sites.find(({ station }) => station.key === key)?.equipmentId
  const panel = await startPanel({ ...works, equipmentOf })
  door.panel = panel
  return panel.stop
}

type Month = {
  server: Server
  plant: KeepingPlant
  call: Client
  sites: readonly DemoSite[]
  dataDir: string
  days: number
  log(line: string): void
}

/** A month of history, in parallel with everything else; returns a function that stops it. */
async function startMonth({ server, plant, ...month }: Month): Promise<() => Promise<void>> {
  const { historian, platform } = server
  const [first] = month.sites
  const owner = first && (await loadOwner(platform.db, first.sn))
  if (!owner?.orgId) return async () => undefined
  const { now } = platform
  const { counters, beginning } = plant
  return startPast({ ...month, historian, orgId: owner.orgId, now, counters, beginning }).stop
}

/** The elevated reservoir's gateway lives on a battery. */
function letSleep(sites: readonly DemoSite[]): () => Promise<void> {
  const wakes = sites.flatMap(({ station, edge }) => (station.key === 'tower' ? [keepAsleep(edge.hardware)] : []))
  return async () => {
    for (const wake of wakes) wake()
  }
}

/** Starts the simulated PLCs on their usual ports, or on free ones if another program uses those. */
const startPlantSomewhere = (dataDir: string, log: (line: string) => void) => {
  const options = { host: '127.0.0.1', demoFaults: true }
  return startKeepingPlant({ ...options, ports: plantPorts }, dataDir, log).catch(() =>
    startKeepingPlant(options, dataDir, log),
  )
}

async function isPasswordOf(
  server: Server,
  { loginname, password }: { loginname: string; password: string },
): Promise<boolean> {
  const account = await loadAccount(server.platform.db, loginname)
  return account !== undefined && verify(account.passwordHash, password)
}
