// Shares the event loop between long calculations. Each awaits `nextTurn` between its steps; without a shared queue, ten
// calculations with steps of 8 ms would hold a turn of the loop for 80 ms, and every other caller would wait as long.
import { setImmediate } from 'node:timers'

/** Time for the steps of all calculations together in one turn of the event loop, ms. */
const budgetMs = 8

type StepQueue = {
  /** Resolves when the next step may run: in a later turn of the event loop, first come, first served. */
  next(): Promise<void>
}

/**
 * A queue of steps of long calculations. A turn runs at least one step, and further ones until its time budget is used
 * up.
 */
export function createStepQueue(now: () => number = () => performance.now()): StepQueue {
  const waiting: (() => void)[] = []
  let isArmed = false
  let startedAt = 0

  function startTurn(): void {
    startedAt = now()
    runOne()
  }
  function runOne(): void {
    waiting.shift()?.()
    // The step runs as microtasks; the tick after them runs when the step has awaited something.
    queueMicrotask(() => process.nextTick(afterStep))
  }
  function afterStep(): void {
    if (waiting.length === 0) isArmed = false
    else if (now() - startedAt < budgetMs) runOne()
    else setImmediate(startTurn)
  }

  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (isArmed) return
        isArmed = true
        setImmediate(startTurn)
      }),
  }
}

const steps = createStepQueue()

/** To be awaited between the steps of a long calculation: input and other calculations run meanwhile. */
export const nextTurn = (): Promise<void> => steps.next()
