// Schedules the drawing of live values. The first drawing after a frame is written and laid out immediately, in the
// time that the browser waits for its next frame; later ones are written with that frame. So a frame only has to paint,
// and there are at most two writes per frame, however many values arrive.
import { browserFrames, type Frames } from './frames.ts'

type Browser = {
  /** Calls back when the current task has ended. */
  soon(act: () => void): void
  /** Calls back with the next frame; returns the function that cancels it. */
  frame(act: () => void): () => void
  /** Forces the layout of the written values. */
  settle(): void
  /** Called within a frame: calls back once that frame is painted. */
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

/** The frames of the window, shared by all its devices. */
export const liveFrames: Frames = createLiveFrames({
  ...{ soon: queueMicrotask, frame, painted, visible },
  settle: () => void document.body.offsetHeight,
})
