// Restarts the box, or only the agent if the box may not be restarted.
import { done, type LinuxPart, type PartDeps } from './part.ts'

/** Delay between the order and the restart, so that the result is sent first. */
const afterMs = 500

/** Creates the part that restarts the box. `restartAgent` restarts only the agent. */
export function createRestartPart(
  { run, log }: Pick<PartDeps, 'run' | 'log'>,
  { isManaged, restartAgent }: { isManaged: boolean; restartAgent: () => void },
): LinuxPart {
  let timer: NodeJS.Timeout | undefined

  async function restart(): Promise<void> {
    if (isManaged) {
      const { code, err } = await run('systemctl', ['--no-ask-password', 'reboot'])
      // On success the system shuts down, which ends the agent too.
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
