// A row wider than the window, or a list taller than its box, scrolls: it fades where entries are hidden, and shows its
// selected entry.
import { type RefObject, useEffect } from 'react'
import './row-with-more.css'

/**
 * Tolerance in px: the last entry has this much room beside it, so that this much can be out of view without hiding
 * anything.
 */
const roomPx = 16

const sideways = {
  position: 'scrollLeft',
  box: 'clientWidth',
  whole: 'scrollWidth',
  start: 'left',
  size: 'width',
  before: 'data-more-before',
  after: 'data-more-after',
} as const
const upright = {
  position: 'scrollTop',
  box: 'clientHeight',
  whole: 'scrollHeight',
  start: 'top',
  size: 'height',
  before: 'data-more-above',
  after: 'data-more-below',
} as const
type Axis = typeof sideways | typeof upright

/**
 * Marks the sides at which entries of `row` are scrolled out of view. Centres the entry with `aria-current`, or with the
 * checked radio button, at first, when `entries` change, and after each change of the row's width, e.g. when a phone is
 * turned. `entries`: names of the entries; `selected`: the name of the current one, undefined if none is.
 */
export const useRowWithMore = (row: RefObject<HTMLElement | null>, entries: string, selected?: string): void =>
  useMarks(sideways, row, entries, selected)

/** The same for a list that scrolls up and down. */
export const useListWithMore = (list: RefObject<HTMLElement | null>, entries: string, selected?: string): void =>
  useMarks(upright, list, entries, selected)

function useMarks(axis: Axis, row: RefObject<HTMLElement | null>, entries: string, selected?: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries are other elements
  useEffect(() => {
    const bar = row.current
    if (!bar) return undefined
    const mark = () => {
      bar.toggleAttribute(axis.before, bar[axis.position] > roomPx)
      bar.toggleAttribute(axis.after, bar[axis.position] + bar[axis.box] < bar[axis.whole] - roomPx)
    }
    let size = -1
    // The entries too: a count that loads later makes the row longer.
    const sizes = new ResizeObserver(() => {
      if (selected !== undefined && bar[axis.box] !== size) centreCurrent(bar, axis)
      size = bar[axis.box]
      mark()
    })
    for (const each of [bar, ...bar.children]) sizes.observe(each)
    bar.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      bar.removeEventListener('scroll', mark)
    }
  }, [axis, row, entries, selected])
}

function centreCurrent(bar: HTMLElement, { position, start, size }: Axis): void {
  const current = bar.querySelector('[aria-current]') ?? bar.querySelector(':checked')?.closest('label')
  if (!current) return
  const [at, frame] = [current.getBoundingClientRect(), bar.getBoundingClientRect()]
  bar[position] += at[start] + at[size] / 2 - (frame[start] + frame[size] / 2)
}
