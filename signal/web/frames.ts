// Animation frames of a browser.

/** The frame clock of the browser; replaced in tests. */
export type Frames = {
  /** Calls back before the next paint; returns the function that cancels it. */
  next(draw: () => void): () => void
  /** Calls back after the current drawing has been painted. */
  painted(done: () => void): void
  /** False for a hidden tab, whose frames are late and are therefore not measured. */
  visible(): boolean
}

/** The frame clock of this browser. */
export function browserFrames(): Frames {
  return {
    next(draw) {
      const id = requestAnimationFrame(draw)
      return () => cancelAnimationFrame(id)
    },
    painted(done) {
      // A message posted within a frame is delivered after that frame's paint.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        done()
      }
      port2.postMessage(null)
    },
    visible: () => document.visibilityState === 'visible',
  }
}
