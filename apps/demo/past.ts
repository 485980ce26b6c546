// A month of history to browse soon after the first start: generated in parallel with the demo, stored by the historian
// like a gateway's records, and resumed after an interruption. Records that are stored twice are recognised by their
// number.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { good } from '../../core/data-type.ts'
import { periodStart } from '../../core/period.ts'
import { queryConfig } from '../../features/device/config/contract.ts'
import { gatewayConfigOf } from '../../features/frame/config.ts'
import { queryReports } from '../../features/watch/history/contract.ts'
import type { Beginning } from '../../plant/waterworks/beginning.ts'
import type { Counters } from '../../plant/waterworks/counters.ts'
import { stationMaps } from '../../plant/waterworks/registers.ts'
import type { Historian } from '../../signal/history/historian.ts'
import type { Place } from '../../signal/history/history.ts'
import { startWorker } from '../../signal/history/start-worker.ts'
import type { Client } from './client.ts'
import { readJson, writeJson } from './json-file.ts'
import { hourMs, hoursOf, type PastHour, type PastPlan, type Stored } from './past-hours.ts'
import type { PastSite } from './past-reports.ts'
import type { FirstBeginning } from './plant-memory.ts'
import type { DemoSite } from './sites.ts'

type Site = Pick<DemoSite, 'equipmentId' | 'gatewayId' | 'sn' | 'station'>

type PastNeeds = {
  call: Client
  historian: Pick<Historian, 'land' | 'settled'>
  orgId: number
  dataDir: string
  sites: readonly Site[]
  days: number
  now(): number
  /** The plant's present counters: the past counts up to them, unless the start of the simulation is known. */
  counters(): Counters
  beginning?: FirstBeginning | undefined
  log(line: string): void
}

type Past = {
  /** Resolves when the month is complete, or when generation was stopped. */
  done: Promise<void>
  stop(): Promise<void>
}

/** Hours before `hour` are committed; `state` is the works at that hour, base64. */
type Progress = Pick<PastPlan, 'from' | 'to' | 'hours' | 'ends' | 'meets'> & {
  epoch: string
  hour: number
  state: string | null
}

const seed = 20
const retryMs = 200

/** Starts to generate the past, or resumes at the saved position. */
export function startPast(needs: PastNeeds): Past {
  const stopping = new AbortController()
  const done = run(needs, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) needs.log(`the demo history could not be generated: ${String(error)}`)
  })
  return {
    done,
    stop() {
      stopping.abort()
      return done
    },
  }
}

async function run(needs: PastNeeds, stopping: AbortSignal): Promise<void> {
  const { call, sites, historian } = needs
  const [first] = sites
  if (!first) return
  const file = join(needs.dataDir, 'past.json')
  const { zone } = await call(queryReports, { equipmentId: first.equipmentId })
  // If the file is incomplete, a new past starts; records of the old one that are stored already remain.
  const progress = (await readJson<Progress>(file)) ?? begun(needs, zone)
  const hours = hoursOf(progress)
  if (progress.hour >= hours) return
  const { from, to, ends, meets } = progress
  const planned = await Promise.all(sites.map((site) => siteOf(call, site)))
  const plan: PastPlan = { ...{ seed, from, to, hours: progress.hours, ends, meets }, sites: planned }
  const state = progress.state === null ? undefined : Buffer.from(progress.state, 'base64')
  const worker = startWorker('past-worker', { workerData: { plan, state } })
  try {
    for await (const { hour, sites: told, state } of toldBy(worker, stopping)) {
      for (const [index, stored] of told.entries())
        await land(needs, { ...placeOf(sites[index]!, progress.epoch), seq: hour + 1 }, sites[index]!, stored, stopping)
      const isLast = hour + 1 === hours
      if (!state && !isLast) continue
      await historian.settled()
      const kept = state && !isLast ? Buffer.from(state).toString('base64') : null
      await writeJson(file, { ...progress, hour: hour + 1, state: kept })
    }
  } finally {
    await worker.terminate()
  }
}

/** Whole days by the clock of the devices up to today, and today until now. */
function begun({ days, now, counters, beginning }: PastNeeds, zone: string): Progress {
  const to = beginning?.toMs ?? now()
  const today = periodStart({ every: 1, unit: 'day' }, zone, to)
  const from = today - days * 24 * hourMs
  const hours = Math.ceil((to - from) / hourMs)
  const { counters: ends = counters(), ...meets } = beginning ?? {}
  const open = { epoch: randomBytes(8).toString('hex'), hour: 0, state: null }
  return { ...open, from, to, hours, ends, ...(beginning ? { meets: meets as Beginning } : {}) }
}

const placeOf = ({ gatewayId, sn }: Site, epoch: string): Omit<Place, 'seq'> => ({ gatewayId, sn, epoch, lane: 1 })

/**
 * Passes records to the historian until it accepts them: while too many wait for the database, generating the past
 * waits too.
 */
async function land(
  { historian, orgId }: PastNeeds,
  place: Place,
  { equipmentId }: Site,
  stored: Stored,
  stopping: AbortSignal,
): Promise<void> {
  const codes = stored.codes.every((code) => code === good) ? null : stored.codes
  for (;;) {
    const landing = historian.land({ ...place, orgId, equipmentId, ...stored, codes })
    if (landing === 'taken' || landing === 'known') return
    if (landing === 'ahead') throw new Error(`hour ${place.seq} of ${place.sn} came before its time`)
    stopping.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

type Told = PastHour & { state: Uint8Array | undefined }

/** Yields one hour after the other; the next is requested when the previous one is stored. */
async function* toldBy(worker: Worker, stopping: AbortSignal): AsyncGenerator<Told> {
  while (!stopping.aborted) {
    const told = await new Promise<Told | undefined>((resolve, reject) => {
      const leave = () => {
        worker.off('message', hear)
        worker.off('exit', end)
        worker.off('error', reject)
        stopping.removeEventListener('abort', end)
      }
      const hear = (message: Told) => {
        leave()
        resolve(message)
      }
      const end = () => {
        leave()
        resolve(undefined)
      }
      worker.on('message', hear)
      worker.on('exit', end)
      worker.on('error', reject)
      stopping.addEventListener('abort', end)
      worker.postMessage('next')
    })
    if (!told) return
    yield told
  }
}

/** A device with the configuration of its gateway. */
async function siteOf(call: Client, { equipmentId, station: { key: station } }: Site): Promise<PastSite> {
  const { zone } = await call(queryReports, { equipmentId })
  const { config } = await call(queryConfig, { equipmentId })
  const { reports, ...wanted } = gatewayConfigOf(config, zone, equipmentId)
  // A PLC that is switched off was without power for the whole month.
  const told = stationMaps[station].isSwitchedOff ? [] : (reports ?? [])
  const signalIds = Object.fromEntries(config.signals.map(({ name, id }) => [name, id]))
  return { station, equipmentId, config: { ...wanted, reports: told }, signalIds }
}
