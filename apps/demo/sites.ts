// Devices for the plant's stations, a real gateway agent for each, and both in step: the part of the world that demo,
// tests and e2e share.
import { join } from 'node:path'
import type { Language } from '../../contract/errors.ts'
import { commandCallback } from '../../features/device/command/contract.ts'
import { gatewayInfo, startSync } from '../../features/gateway/gateway/contract.ts'
import type { PlantStation } from '../../plant/plant.ts'
import type { StationKey } from '../../plant/waterworks/registers.ts'
import { type Edge, startEdge } from '../../signal/edge/edge.ts'
import type { EdgeOptions } from '../../signal/edge/options.ts'
import { VirtualHardware } from '../../signal/edge/virtual-box.ts'
import type { Client } from './client.ts'
import { type Seeded, seed } from './seed.ts'

const patienceMs = 30_000

type SitesOptions = {
  call: Client
  /** The folder in which each agent has a folder of its own. */
  dataDir: string
  /** The address at which the gateway agents find the platform. */
  mqttUrl: string
  /** The address of the platform for one station, over a line that can be cut. */
  detour?: { station: StationKey; mqttUrl: string }
  stations: readonly PlantStation[]
  /** Language of the generated accounts; undefined: English. */
  language?: Language
  log(line: string): void
  /** The waiting times of the gateway agents, which tests shorten. */
  pace?: NonNullable<EdgeOptions<VirtualHardware>['pace']>
}

export type DemoSite = Seeded & {
  station: PlantStation
  /** The gateway agent that is running. */
  edge: Edge<VirtualHardware>
}

type Sites = { sites: DemoSite[]; stop(): Promise<void> }

/** Seeds missing objects, starts the agents, and waits until each runs the platform's configuration. */
export async function startSites(options: SitesOptions): Promise<Sites> {
  const { call, dataDir, stations, language = 'en', log } = options
  const sites: DemoSite[] = []
  const stop = async () => {
    for (const { edge } of sites.splice(0).reverse()) await edge.stop()
  }
  try {
    for (const [index, seeded] of (await seed({ call, dataDir, language }, stations)).entries())
      sites.push(await startSite(options, stations[index]!, seeded))
    await Promise.all(sites.map((site) => bringInStep(call, site, log)))
    return { sites, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startSite(options: SitesOptions, station: PlantStation, seeded: Seeded): Promise<DemoSite> {
  const { detour } = options
  const mqttUrl = detour?.station === station.key ? detour.mqttUrl : options.mqttUrl
  return { ...seeded, station, edge: await startAgent({ ...options, mqttUrl }, seeded) }
}

/** Starts the gateway agent of a site. */
export function startAgent(
  { mqttUrl: url, pace }: Pick<SitesOptions, 'mqttUrl' | 'pace'>,
  { sn, secret, edgeDir: dataDir }: Seeded,
): Promise<Edge<VirtualHardware>> {
  const hardware = new VirtualHardware({ signalStrength: receptionOf(sn) }, { file: join(dataDir, 'virtual-box.json') })
  const { installer } = hardware
  return startEdge({ sn, secret, url, dataDir, hardware, installer, log: () => undefined, ...(pace ? { pace } : {}) })
}

/** Signal strength in percent; each site has another one. */
const receptionOf = (sn: string): number =>
  55 + ([...sn].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 42)

async function until<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return undefined
}

/** Waits for the gateway and synchronises it if it differs, as a user would. */
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
