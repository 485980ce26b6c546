// Applies sleep, restart and loss of power of the box to the agent: asleep it neither polls nor receives. [S4]
import type { Configuration } from './configure.ts'
import type { Hardware, HardwareEvent } from './hardware.ts'
import { createTurn } from './in-turn.ts'
import type { Link } from './link/link.ts'
import type { Stream } from './stream/stream.ts'

type Powered = {
  link: Link
  stream: Stream
  configuration: Configuration
  log: (message: string) => void
}

/** Follows the power events of `hardware`. */
export function createPower(hardware: Hardware, { link, stream, configuration, log }: Powered) {
  let state: 'sleeping' | 'unpowered' | 'restarting' | undefined
  let alarm: NodeJS.Timeout | undefined
  let isLineDown = false
  const inTurn = createTurn()
  let endPause: () => void = () => undefined
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const off = async (next: typeof state, leave: () => Promise<void>) => {
    state = next
    stream.stop()
    await leave()
    await configuration.pause()
  }
  const on = async () => {
    clearTimeout(alarm)
    state = undefined
    await configuration.resume()
    if (!isLineDown) link.start()
  }

  const acts: Record<HardwareEvent['kind'], (event: HardwareEvent) => Promise<void>> = {
    change: async () => link.sayHello(),
    restart: async (event) => {
      await off('restarting', () => link.stop())
      if (event.kind === 'restart' && event.downMs) await pause(event.downMs)
      await on()
    },
    lineDown: async () => {
      isLineDown = true
      link.cut()
    },
    lineUp: async () => {
      isLineDown = false
      if (state === undefined) link.start()
    },
    sleep: async (event) => {
      await off('sleeping', () => link.stop({ sleeping: true }))
      if (event.kind !== 'sleep') return
      alarm = setTimeout(() => void inTurn(on), event.wakeAfterMs)
      event.onAsleep?.()
    },
    powerOff: async (event) => {
      clearTimeout(alarm)
      const hasLastWords = event.kind === 'powerOff' && event.hasLastWords
      await off('unpowered', async () => (hasLastWords ? link.stop({ powerOff: true }) : link.cut()))
    },
    powerOn: on,
  }
  const ignore = hardware.listen((event) => {
    inTurn(() => acts[event.kind](event)).catch((error: unknown) => log(`${event.kind}: ${String(error)}`))
  })
  return {
    state: () => state,
    /** Stops following, and waits for the event that is being handled. */
    async stop() {
      ignore()
      clearTimeout(alarm)
      endPause()
      await inTurn(async () => clearTimeout(alarm))
    },
  }
}
