// Installs newer agents of a real box into its two slots.
import type { Installer } from './loader.ts'
import { beginTrial, endTrial, type SlotState } from './slots.ts'

type Needs = {
  dataDir: string
  /** The slots when this agent was started. */
  state: SlotState
  /** The version of the file that was copied to the box. */
  baseVersion: string
  /** Ends this agent; the launcher then starts the active one. */
  restart(): void
  log: (message: string) => void
}

export function createSlotInstaller({ dataDir, state, baseVersion, restart, log }: Needs): Installer {
  const version = state.active === 'base' ? baseVersion : (state.versions[state.active] ?? baseVersion)
  let isTrial = state.trial !== undefined
  return {
    version: () => version,
    isTrial: () => isTrial,
    failed: () => state.failed ?? null,
    async install(file, { version: next, trialS }) {
      await beginTrial(dataDir, file, { version: next, seconds: trialS })
      log(`upgrade: version ${next} is loaded and starts`)
      restart()
    },
    reached() {
      if (!isTrial) return
      isTrial = false
      endTrial(dataDir).then(
        () => log(`upgrade: version ${version} stays`),
        (error: unknown) => log(`upgrade: ${String(error)}`),
      )
    },
  }
}
