// How often frames of data may leave one end of a tunnel. While there are enough to spare each leaves at once; then they
// wait a moment, and what waits in the sockets leaves in larger ones.
import { createBucket } from '../cloud/bucket.ts'

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
