// F6 moves the focus to the next part of the designer, Shift+F6 back, past the hundreds of widgets in the palette.
import { useEffect } from 'react'

const parts = ['.designer-bar', '.designer-side', '.designer-stage', '.designer-panel']
const inside = 'button:not([aria-disabled="true"]), input, textarea, select, [tabindex="0"]'

/** The search field of a part gets the focus first. */
const firstIn = (part: Element): HTMLElement | null =>
  part.querySelector<HTMLElement>('[data-first] input') ??
  part.querySelector<HTMLElement>('input[type="search"], input[type="text"]') ??
  part.querySelector<HTMLElement>(inside)

export function useParts(): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || document.querySelector('dialog[open]')) return
      const all = parts.flatMap((part) => document.querySelector<HTMLElement>(part) ?? [])
      const now = all.findIndex((part) => part.contains(document.activeElement))
      const count = all.length
      const next = all[(now + (event.shiftKey ? -1 : 1) + count) % count]
      if (!next) return
      event.preventDefault()
      ;(next.tabIndex === 0 ? next : firstIn(next))?.focus()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
