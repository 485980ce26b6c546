// Runs a main program: prints one line for a setup error, and stops cleanly on Ctrl-C.
import { SetupError } from '../db/setup-error.ts'

/** Calls `start` and stops its result on the first SIGINT or SIGTERM; the second one exits immediately. */
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
