// A running page: listens to the cells of all its widgets and writes their looks into the nodes, without React. [DESIGN
// 5 Web]
import { everySecond } from '../../signal/web/use-binding.ts'
import type { CellReading, SignalCell } from '../../signal/web/values.ts'
import type { Bound } from '../binds.ts'
import type { Mode } from '../widget.ts'
import { everyBlink, wantsStill } from './blink.ts'
import { type Face, writeLook } from './face.ts'
import { type Look, lookOf, type Read } from './look.ts'
import type { Placed } from './prepare.ts'
import type { ValueSource } from './source.ts'

type Page = {
  placed: readonly Placed[]
  faceOf: (placed: Placed) => Face | undefined
  source: ValueSource
  mode: Mode
  /** Called for a widget that cannot be drawn; the others continue. */
  onFault: (placed: Placed, error: unknown) => void
}

/** Draws all widgets, and later their changes. Returns the function that stops it. */
export function runPage({ placed, faceOf, source, mode, onFault }: Page): () => void {
  const endings: (() => void)[] = []
  const blinking = new Map<Placed, () => void>()
  let endBlinking: (() => void) | undefined
  let isLit = false
  let isStill = wantsStill()

  const setBlinking = (each: Placed, write: (() => void) | undefined) => {
    if (write) blinking.set(each, write)
    else blinking.delete(each)
    if (blinking.size === 0) {
      endBlinking?.()
      endBlinking = undefined
    } else {
      endBlinking ??= everyBlink((lit) => {
        isLit = lit
        isStill = wantsStill()
        for (const blink of blinking.values()) blink()
      })
    }
  }

  const begin = (each: Placed) => {
    const face = faceOf(each)
    if (!face) return
    const cells = new Map<Bound, SignalCell | undefined>()
    if (mode === 'run' || source.isForEditing) for (const bound of each.bound) cells.set(bound, source.cell(bound))
    const read: Read = (bound) => cells.get(bound)?.read()
    let look: Look | undefined
    let written: Look | undefined
    const write = () => {
      if (!look) return
      const next = look.blink && (isLit || isStill) ? lit(look, look.blink, isStill) : look
      writeLook(face, next, written)
      written = next
    }
    const draw = () => {
      try {
        const before = look?.blink ?? null
        look = lookOf(each, source, read, mode)
        if ((look.blink === null) !== (before === null)) setBlinking(each, look.blink ? write : undefined)
        write()
      } catch (error) {
        onFault(each, error)
      }
    }
    draw()
    if (source.isFixed) return
    const heard = new Set([...cells.values()].filter((cell) => cell !== undefined))
    for (const cell of heard) endings.push(cell.watch(draw))
    if (cells.size > 0) endings.push(everySecond(() => isOlder(cells, source, look) && draw()))
  }

  for (const each of placed) begin(each)
  return () => {
    for (const end of endings) end()
    endBlinking?.()
  }
}

/**
 * Whether a look changes with age alone, without a new reading: a good value becomes stale, and a stale value shows its
 * growing age.
 */
function isOlder(cells: ReadonlyMap<Bound, SignalCell | undefined>, source: ValueSource, look: Look | undefined) {
  if (!look || look.state.quality === 'stale') return true
  for (const [bound, cell] of cells) {
    const reading: CellReading | undefined = cell?.read()
    if (reading && source.freshness(bound, reading) !== look.state.quality) return true
  }
  return false
}

const lit = (look: Look, { vars, isHidden }: NonNullable<Look['blink']>, isStill: boolean): Look => ({
  ...look,
  vars,
  state: { ...look.state, dark: isHidden && !isStill ? '' : null },
})
