// What a click does that ends with it. [S3 Click event]
import type { Value } from '../../../core/data-type.ts'
import type { Bound } from '../../../widgets/binds.ts'
import { type Click, isMomentary, writtenBy } from '../../../widgets/host/click-event.ts'
import type { PageHost, WriteEnd } from '../../../widgets/host/page-host.ts'

/** A write that is asked for. `isFixed`: the value is only to be confirmed. */
export type AskedWrite = {
  bound: Bound
  preset: string
  isFixed: boolean
  /** Written without a question, see WriteDialog. */
  isUnasked: boolean
  hint: string
  feedback: string
}

type Ways = {
  open: (click: Click) => void
  run: (click: Click) => void
  ask: (asked: AskedWrite) => Promise<WriteEnd>
  press: PageHost['press']
  /** The value that stands now is needed, and not known. */
  refuse: () => void
  /** The click wrote less than its `delay` ago. */
  tooSoon: (click: Click) => void
  /** Monotonic, ms. */
  now: () => number
  standing: (bound: Bound) => Value | null
}

export function actWith({ open, run, ask, press, refuse, tooSoon, now, standing }: Ways): (click: Click) => void {
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
    // An entry of a menu or a picture is clicked and not held: the value stands as long as the key has it stand at least.
    if (isMomentary(click)) return press(click)?.()
    const written = writtenBy(click, standing(bound))
    if (written === undefined) return refuse()
    const isFixed = written !== ''
    void write(click, { bound, preset: written, isFixed, isUnasked: isFixed && !confirm, hint, feedback })
    return undefined
  }
}
