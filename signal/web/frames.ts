// The frames of a browser.

/** Exchanged in tests. */
export type Frames = {
  /** Calls soon, before a paint; answers the act that calls it off. */
  next(draw: () => void): () => void
  /** Calls once what was drawn is painted. */
  painted(done: () => void): void
  /** Nobody sees a hidden tab, and its frames come late: it is not measured. */
  visible(): boolean
}

/** The frames of this browser. */
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
