// Restarts the box, or only the agent if the box may not be restarted.
import { done, type LinuxPart, type PartDeps } from './part.ts'

/** From an order to the restart, so that the result is sent before. */
const afterMs = 500

/** `restartAgent`: restarts the agent. */
export function createRestartPart(
  { run, log }: Pick<PartDeps, 'run' | 'log'>,
  { isManaged, restartAgent }: { isManaged: boolean; restartAgent: () => void },
): LinuxPart {
  let timer: NodeJS.Timeout | undefined

  async function restart(): Promise<void> {
    if (isManaged) {
      const { code, err } = await run('systemctl', ['--no-ask-password', 'reboot'])
      // The shutdown of the system ends the agent.
      if (code === 0) return
      log(`the box cannot be restarted, the agent is: ${err.trim() || code}`)
    }
    restartAgent()
  }

  return {
    acts: ['restart'],
    lack: () => undefined,
    order() {
      clearTimeout(timer)
      timer = setTimeout(() => void restart(), afterMs)
      return done
    },
    look: async () => undefined,
    stop: async () => clearTimeout(timer),
  }
}
