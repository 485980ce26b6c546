// What every main does around its work: one clear line for what a person can mend, a clean end on Ctrl-C.
import { SetupError } from '../db/setup-error.ts'

/** Runs `start`; its answer is stopped on the first SIGINT or SIGTERM, a second one ends at once. */
export async function runMain(start: () => Promise<{ stop(): Promise<void> }>): Promise<void> {
  let running: { stop(): Promise<void> } | undefined
  let isEnding = false
  const end = () => {
    if (isEnding) process.exit(130)
    isEnding = true
    if (running) leave(running)
  }
  process.on('SIGINT', end).on('SIGTERM', end)
  try {
    running = await start()
    if (isEnding) leave(running)
  } catch (error) {
    console.error(error instanceof SetupError ? `${error.message}` : error)
    process.exit(1)
  }
}

function leave(running: { stop(): Promise<void> }): void {
  running.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}
