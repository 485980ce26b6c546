// What a click does that ends with it. [S3 Click event]
import type { Value } from '../../core/data-type.ts'
import type { Bound } from '../../widgets/binds.ts'
import { type Click, isMomentary, writtenBy } from '../../widgets/host/click-event.ts'
import type { PageHost } from '../../widgets/host/page-host.ts'

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
  ask: (asked: AskedWrite) => unknown
  press: PageHost['press']
  /** The value that stands now is needed, and not known. */
  refuse: () => void
  standing: (bound: Bound) => Value | null
}

export function actWith({ open, run, ask, press, refuse, standing }: Ways): (click: Click) => void {
  return (click) => {
    if (click.action === 'script') return run(click)
    if (click.action !== 'write') return open(click)
    const { bound, hint, feedback, confirm } = click
    if (!bound) return undefined
    // An entry of a menu or a picture is clicked and not held: the value stands as long as the key has it stand at least.
    if (isMomentary(click)) return press(click)?.()
    const written = writtenBy(click, standing(bound))
    if (written === undefined) return refuse()
    const isFixed = written !== ''
    ask({ bound, preset: written, isFixed, isUnasked: isFixed && !confirm, hint, feedback })
    return undefined
  }
}
