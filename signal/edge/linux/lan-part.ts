// The LAN of a Linux box: the port that its owner names, set through NetworkManager or netplan.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { Lack } from '../../../contract/box.ts'
import { limits } from '../../../contract/limits.ts'
import { readIfThere, replaceFile } from '../file.ts'
import { type LanBackend, type LanPace, LanState, LanTrial, noLanState } from './lan-trial.ts'
import { createNetplanLan, netplanLack } from './netplan-lan.ts'
import { createNmLan } from './nm-lan.ts'
import { mayChange, parsePort, permissionArgs, portArgs } from './nmcli.ts'
import type { LinuxPart, PartDeps } from './part.ts'
import { wayOut } from './system.ts'

const usualPace: LanPace = { afterMs: 500, rollbackMs: limits.lanRollbackMs, retryMs: 10_000 }

const file = 'lan.json'

type Found = { lack: Lack; backend?: undefined } | { lack?: undefined; backend: LanBackend; kind: Kind }

type LanPart = LinuxPart & { isOnTrial(): boolean }

export function createLanPart(deps: PartDeps, port: string | undefined, pace = usualPace): LanPart {
  const { system, emit, log } = deps
  let lack: Lack | undefined = 'lanPort'
  let trial: LanTrial | undefined
  /** Whether the port may carry the connection to the platform. */
  let isWayOut = false

  async function look(): Promise<void> {
    isWayOut = wayOut(system) === port
    // An open trial may have left the port in any state: it has to end first.
    if (trial?.isOnTrial) return
    const found: Found = port === undefined ? { lack: 'lanPort' } : await findBackend(deps, port)
    lack = found.lack
    if (found.backend && !trial) {
      const { backend, kind } = found
      trial = new LanTrial({ ...deps, memory: memoryOf(deps, kind), backend, newName, pace, onChange })
      await trial.start()
    } else if (!lack) await trial?.refresh()
  }

  function onChange(isApplied: boolean): void {
    const wasWayOut = isWayOut
    isWayOut = wayOut(system) === port
    if (isApplied && (wasWayOut || isWayOut)) {
      // The old connection may hang until its keep-alive expires, so the agent reconnects.
      emit({ kind: 'lineDown' })
      emit({ kind: 'lineUp' })
    }
    emit({ kind: 'change' })
  }

  return {
    acts: ['lan'],
    lack: () => lack,
    order: (order) => {
      if (order.act !== 'lan' || !trial) throw new Error('no LAN to set')
      log(`LAN: ${order.lan.ip} / ${order.lan.mask} ordered for ${port}`)
      return trial.order(order.lan)
    },
    told: () => trial?.told ?? {},
    isOnTrial: () => trial?.isOnTrial ?? false,
    look,
    reached: () => trial?.reached(),
    stop: async () => trial?.stop(),
  }
}

const newName = () => `gatehouse-lan-${randomBytes(4).toString('hex')}`

/** Uses NetworkManager if it runs and manages the port, else netplan. */
async function findBackend(deps: PartDeps, port: string): Promise<Found> {
  const { run, system, dataDir } = deps
  const open = await openTrialOf(deps)
  const general = await run('nmcli', ['-t', '-f', 'RUNNING', 'general'])
  const isRunning = general.code === 0 && general.out.trim() === 'running'
  const shown = isRunning ? await run('nmcli', portArgs(port)) : undefined
  const { state, isExternal } = parsePort(shown?.code === 0 ? shown.out : '')
  if (state > unmanaged && !isExternal && open !== 'netplan') {
    const permissions = await run('nmcli', permissionArgs)
    if (!mayChange(permissions.out)) return { lack: 'rights' }
    return { backend: createNmLan(run, port), kind: 'networkManager' }
  }
  // NetworkManager may start after the agent.
  if (open === 'networkManager') return { lack: 'network' }
  const needs = { run, system, port, dataDir }
  const lack = await netplanLack(needs)
  if (!lack || open === 'netplan') return { backend: createNetplanLan(needs), kind: 'netplan' }
  if (lack !== 'network' || !isRunning) return { lack }
  return { lack: shown?.code === 0 ? 'lanForeign' : 'lanPort' }
}
const unmanaged = 10

type Kind = 'networkManager' | 'netplan'
const Saved = LanState.extend({ by: z.enum(['networkManager', 'netplan']) })

/** Stores the settings that one kind of backend applies on trial; another kind cannot read the names in them. */
function memoryOf({ dataDir, log }: Pick<PartDeps, 'dataDir' | 'log'>, by: Kind) {
  const path = join(dataDir, file)
  return {
    async load(): Promise<LanState> {
      const saved = await loadSaved(path, log)
      return saved?.by === by ? LanState.parse(saved) : noLanState
    },
    save: (state: LanState) => replaceFile(path, JSON.stringify({ ...state, by })),
  }
}

async function loadSaved(path: string, log: PartDeps['log']) {
  const text = await readIfThere(path)
  if (text === undefined) return undefined
  try {
    return Saved.parse(JSON.parse(text))
  } catch (error) {
    log(`the state of the LAN cannot be read, and no trial is undone: ${String(error)}`)
    return undefined
  }
}

/** The kind of backend that must end the trial of an earlier run; undefined if none is open. */
async function openTrialOf({ dataDir, log }: PartDeps): Promise<Kind | undefined> {
  const saved = await loadSaved(join(dataDir, file), log)
  return saved?.trial ? saved.by : undefined
}
