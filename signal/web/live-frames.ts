// When live values are drawn. What comes first after a frame is written and laid out at once, in the time that the browser
// waits for its next frame; what comes after it is written with that frame. So a frame has only to paint, and no more is
// written than two times a frame, however much comes.
import { browserFrames, type Frames } from './frames.ts'

export type Browser = {
  /** Calls when the task that runs has ended. */
  soon(act: () => void): void
  /** Calls with the next frame; answers the act that calls it off. */
  frame(act: () => void): () => void
  /** Has what was written laid out. */
  settle(): void
  /** Calls within a frame: once that frame is painted. */
  painted(done: () => void): void
  visible(): boolean
}

export function createLiveFrames({ soon, frame, settle, painted, visible }: Browser): Frames {
  let isWritten = false
  let isInFrame = false
  return {
    next(draw) {
      if (isWritten || !visible()) {
        return frame(() => {
          isInFrame = true
          draw()
          isInFrame = false
        })
      }
      isWritten = true
      frame(() => {
        isWritten = false
      })
      let isWanted = true
      soon(() => {
        if (!isWanted) return
        draw()
        settle()
      })
      return () => {
        isWanted = false
      }
    },
    painted: (done) => void (isInFrame ? painted(done) : frame(() => painted(done))),
    visible,
  }
}

const { next: frame, painted, visible } = browserFrames()

/** One for all that a window shows: its devices share its frames. */
export const liveFrames: Frames = createLiveFrames({
  ...{ soon: queueMicrotask, frame, painted, visible },
  settle: () => void document.body.offsetHeight,
})
