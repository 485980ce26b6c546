// Performs the action of a click: opens a page or link, runs a script, or requests a write. [S3 Click event]
import type { Value } from '../../../core/data-type.ts'
import type { Bound } from '../../../widgets/binds.ts'
import { type Click, isMomentary, writtenBy } from '../../../widgets/host/click-event.ts'
import type { PageHost, WriteEnd } from '../../../widgets/host/page-host.ts'

/** A requested write. `isFixed`: the value can only be confirmed, not changed. */
export type AskedWrite = {
  bound: Bound
  preset: string
  isFixed: boolean
  /** The value is written without confirmation, see WriteDialog. */
  isUnasked: boolean
  hint: string
  feedback: string
}

type Ways = {
  open: (click: Click) => void
  run: (click: Click) => void
  ask: (asked: AskedWrite) => Promise<WriteEnd>
  press: PageHost['press']
  /** The write depends on the current value, which is unknown. */
  refuse: () => void
  /** The previous write of this click was less than its `delay` ago. */
  tooSoon: (click: Click) => void
  /** Monotonic time in ms. */
  now: () => number
  /** The value of a variable, if its quality is good. */
  goodValue: (bound: Bound) => Value | null
}

export function actWith({ open, run, ask, press, refuse, tooSoon, now, goodValue }: Ways): (click: Click) => void {
  const wroteAt = new WeakMap<Click, number>()
  const write = async (click: Click, asked: AskedWrite) => {
    // An unconfirmed write starts immediately; record it now, so that a double click writes once.
    if (asked.isUnasked) wroteAt.set(click, now())
    const end = await ask(asked)
    if (end !== 'cancelled') wroteAt.set(click, now())
  }
  return (click) => {
    if (click.action === 'script') return run(click)
    if (click.action !== 'write') return open(click)
    const { bound, hint, feedback, confirm, delay } = click
    if (!bound) return undefined
    if (now() - (wroteAt.get(click) ?? Number.NEGATIVE_INFINITY) < delay) return tooSoon(click)
    // A menu entry or a picture cannot be held down: the key is released immediately, and stays on for its minimum time
    // only.
    if (isMomentary(click)) {
      const release = press(click)
      if (release) wroteAt.set(click, now())
      return release?.()
    }
    const written = writtenBy(click, goodValue(bound))
    if (written === undefined) return refuse()
    const isFixed = written !== ''
    void write(click, { bound, preset: written, isFixed, isUnasked: isFixed && !confirm, hint, feedback })
    return undefined
  }
}
