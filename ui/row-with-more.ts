// A row wider than the window scrolls sideways: it fades where entries are hidden, and shows its selected entry.
import { type RefObject, useEffect } from 'react'
import './row-with-more.css'

/**
 * Tolerance in px: the last entry has this much room beside it, so that this much can be out of view without hiding
 * anything.
 */
const roomPx = 16

/**
 * Marks the sides at which entries of `row` are scrolled out of view, and centres the entry with `aria-current` at first
 * and after each change of the row's width, e.g. when a phone is turned. `entries`: names of the entries; `selected`: the
 * name of the current one, undefined if none is.
 */
export function useRowWithMore(row: RefObject<HTMLElement | null>, entries: string, selected?: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries are other elements
  useEffect(() => {
    const bar = row.current
    if (!bar) return undefined
    const mark = () => {
      bar.toggleAttribute('data-more-before', bar.scrollLeft > roomPx)
      bar.toggleAttribute('data-more-after', bar.scrollLeft + bar.clientWidth < bar.scrollWidth - roomPx)
    }
    let width = -1
    // The entries are observed too, because a count that loads later makes the row longer.
    const sizes = new ResizeObserver(() => {
      if (selected !== undefined && bar.clientWidth !== width) centreCurrent(bar)
      width = bar.clientWidth
      mark()
    })
    for (const each of [bar, ...bar.children]) sizes.observe(each)
    bar.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      bar.removeEventListener('scroll', mark)
    }
  }, [row, entries, selected])
}

function centreCurrent(bar: HTMLElement): void {
  const current = bar.querySelector('[aria-current]')
  if (!current) return
  const [at, frame] = [current.getBoundingClientRect(), bar.getBoundingClientRect()]
  bar.scrollLeft += at.left + at.width / 2 - (frame.left + frame.width / 2)
}
