// Timers of the simulated box, by name.

/** Named timers, at most one per name; they do not keep the process running. */
export function createTimers() {
  const timers = new Map<string, NodeJS.Timeout>()
  const stop = (name: string) => {
    clearTimeout(timers.get(name))
    timers.delete(name)
  }
  return {
    /** Stops the timer of this name, if there is one. */
    stop,
    /** Calls `act` after `ms`, in place of an earlier timer of this name. */
    after(name: string, ms: number, act: () => void) {
      stop(name)
      const timer = setTimeout(() => {
        timers.delete(name)
        act()
      }, ms)
      timer.unref()
      timers.set(name, timer)
    },
  }
}

/** The timers of one simulated box. */
export type Timers = ReturnType<typeof createTimers>
