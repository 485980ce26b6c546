// The current time, for ages on screen: one timer for all of them.
import { createStore, useStore } from './store.ts'

const seconds = createStore(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

const watch = (listener: () => void): (() => void) => {
  const leave = seconds.watch(listener)
  watchers += 1
  timer ??= setInterval(() => seconds.set(Date.now()), 1000)
  return () => {
    leave()
    watchers -= 1
    if (watchers > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const ticking = { ...seconds, watch }

/** Epoch ms, updated every second. */
export const useNow = (): number => useStore(ticking)
