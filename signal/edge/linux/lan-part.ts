// The LAN of a Linux box: the port that its owner names, by whatever manages the network there.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Lack } from '../../../contract/box.ts'
import { limits } from '../../../contract/limits.ts'
import { readIfThere, replaceFile } from '../file.ts'
import { type LanBackend, LanState, LanTrial, noLanState } from './lan-trial.ts'
import { createNetplanLan, netplanLack } from './netplan-lan.ts'
import { createNmLan } from './nm-lan.ts'
import { mayChange, parsePort, permissionArgs, portArgs } from './nmcli.ts'
import type { LinuxPart, PartDeps } from './part.ts'
import { wayOut } from './system.ts'

const pace = { afterMs: 500, rollbackMs: limits.lanRollbackMs, retryMs: 10_000 }

type Found = { lack: Lack; backend?: undefined } | { lack?: undefined; backend: LanBackend }

export type LanPart = LinuxPart & { isOnTrial(): boolean }

export function createLanPart(deps: PartDeps, port: string | undefined, trialPace = pace): LanPart {
  const { system, emit, log } = deps
  let lack: Lack | undefined = 'lanPort'
  let trial: LanTrial | undefined
  /** Whether a connection to the platform may go through the port. */
  let isWayOut = false

  async function look(): Promise<void> {
    isWayOut = wayOut(system) === port
    // A trial may have left the port in any state: that ends it first.
    if (trial?.isOnTrial) return
    const found: Found = port === undefined ? { lack: 'lanPort' } : await findBackend(deps, port)
    lack = found.lack
    if (found.backend && !trial) {
      trial = new LanTrial({ ...deps, ...memoryOf(deps), backend: found.backend, newName, pace: trialPace, onChange })
      await trial.start()
    } else if (!lack) await trial?.refresh()
  }

  function onChange(isApplied: boolean): void {
    const wasWayOut = isWayOut
    isWayOut = wayOut(system) === port
    if (isApplied && (wasWayOut || isWayOut)) {
      // The connection of before proves nothing, and may hang until its keep-alive ends.
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

/** NetworkManager where it runs and has the port, else netplan. */
async function findBackend({ run, system, dataDir }: PartDeps, port: string): Promise<Found> {
  const general = await run('nmcli', ['-t', '-f', 'RUNNING', 'general'])
  const isRunning = general.code === 0 && general.out.trim() === 'running'
  const shown = isRunning ? await run('nmcli', portArgs(port)) : undefined
  const { state, isExternal } = parsePort(shown?.code === 0 ? shown.out : '')
  if (state > unmanaged && !isExternal) {
    const permissions = await run('nmcli', permissionArgs)
    return mayChange(permissions.out) ? { backend: createNmLan(run, port) } : { lack: 'rights' }
  }
  const needs = { run, system, port, dataDir }
  const lack = await netplanLack(needs)
  if (!lack) return { backend: createNetplanLan(needs) }
  if (lack !== 'network' || !isRunning) return { lack }
  return { lack: shown?.code === 0 ? 'lanForeign' : 'lanPort' }
}
const unmanaged = 10

function memoryOf({ dataDir, log }: PartDeps) {
  const path = join(dataDir, 'lan.json')
  const memory = {
    async load(): Promise<LanState> {
      const text = await readIfThere(path)
      if (text === undefined) return noLanState
      try {
        return LanState.parse(JSON.parse(text))
      } catch (error) {
        log(`the state of the LAN cannot be read, and no trial is undone: ${String(error)}`)
        return noLanState
      }
    },
    save: (state: LanState) => replaceFile(path, JSON.stringify(state)),
  }
  return { memory }
}
