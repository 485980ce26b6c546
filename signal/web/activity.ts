// Time since the user's last activity. Mouse, keyboard and touch count equally. [S4] [DESIGN 9 Economy mode]

export type Activity = { idleMs(): number; stop(): void }

const moves = ['mousemove', 'mousedown', 'wheel', 'keydown', 'touchstart', 'touchmove'] as const

type Target = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

export function watchActivity(target: Target = document, now: () => number = Date.now): Activity {
  let movedAt = now()
  const move = () => {
    movedAt = now()
  }
  // Captured, so that a dialog that stops propagation of its events still counts.
  for (const name of moves) target.addEventListener(name, move, { capture: true, passive: true })
  return {
    idleMs: () => now() - movedAt,
    stop() {
      for (const name of moves) target.removeEventListener(name, move, { capture: true })
    },
  }
}
