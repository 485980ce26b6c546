// Limits how often data frames leave one end of a tunnel. Below the limit each is sent immediately; above it they wait
// a moment, and the data collected in the sockets is sent in larger ones.
import { createBucket } from '../cloud/bucket.ts'

/** Limits the rate of frames. `perS`: data frames per second. `onFree`: called when frames may be sent again. */
export function createLeaving(perS: number, onFree: () => void) {
  const bucket = createBucket(perS, perS, () => performance.now())
  let timer: NodeJS.Timeout | undefined
  return {
    mayLeave(): boolean {
      if (timer) return false
      if (bucket.tryTake(1)) return true
      timer = setTimeout(
        () => {
          timer = undefined
          onFree()
        },
        Math.ceil(2000 / perS),
      )
      return false
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
