// Asks the page to explain a value, by a right click, a long press, or the key I on the widget that has the focus or is
// under the pointer. Clicks and held momentary buttons work as before.
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { isMomentary } from './click-event.ts'
import { isOfPage, pageClass } from './face.ts'
import type { Explaining, PageHost } from './page-host.ts'
import type { Placed, Prepared } from './prepare.ts'
import { valueAt, valuesOf } from './value-at.ts'

const longPressMs = 500
/** A finger that moves further is scrolling. */
const stillPx = 10
/** Elements that have their own context menu or accept text. */
const ownMenus = 'input, textarea, select, a[href], video, iframe, [contenteditable]'

/** Events that an embedded page handles already. */
const taken = new WeakSet<Event>()

type Place = { clientX: number; clientY: number }
type Of = { root: RefObject<HTMLDivElement | null>; page: Prepared; host: PageHost; isRunning: boolean }

/** Event handlers for the node around all widgets. */
export function useExplain(of: Of) {
  const latest = useRef(of)
  latest.current = of
  const pointer = useRef<Place>(undefined)
  const swallows = useRef(false)
  const { isRunning } = of
  useEffect(() => {
    if (!isRunning) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'i' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const asked = askedByKey(latest.current, event.target as Element, pointer.current)
      if (!asked || event.defaultPrevented) return
      event.preventDefault()
      latest.current.host.explain?.(asked)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isRunning])
  if (!isRunning || !of.host.explain) return {}
  const explainAt = (event: Place, at: Place | null): Placed | undefined => {
    const placed = placedAt(of, event)
    if (placed) of.host.explain?.(explainingOf(placed, at && { x: at.clientX, y: at.clientY }))
    return placed
  }
  const isTouch = ({ nativeEvent }: MouseEvent) => (nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
  return {
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if ((event.target as Element).closest(ownMenus)) return
      // A finger's long press is handled below. The keyboard's menu key passes the focused node.
      const found = isTouch(event) ? placedAt(of, event) : explainAt(event, event)
      if (!found) return
      event.preventDefault()
      event.stopPropagation()
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      pointer.current = { clientX, clientY }
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      swallows.current = false
      const { pointerType, isPrimary, target } = event
      if (pointerType !== 'touch' || !isPrimary || (target as Element).closest(ownMenus)) return
      const placed = placedAt(of, event)
      // A momentary button is held to write, so a long press does not explain it.
      if (!placed || (placed.click && isMomentary(placed.click))) return
      if (taken.has(event.nativeEvent)) return
      taken.add(event.nativeEvent)
      whenHeld(event, event.currentTarget.ownerDocument, () => {
        swallows.current = true
        explainAt(event, null)
      })
    },
    /** Lifting the finger after a long press is not a click. */
    onClickCapture(event: MouseEvent) {
      if (!swallows.current) return
      swallows.current = false
      event.stopPropagation()
      event.preventDefault()
    },
  }
}

const explainingOf = (placed: Placed, at: Explaining['at']): Explaining => {
  const { type, name, widget } = placed
  return { widget: { type, name, label: widget?.name }, bounds: valuesOf(placed), at }
}

/** Converts to pixels of the page at any zoom. */
function placedAt({ root, page }: Of, { clientX, clientY }: Place): Placed | undefined {
  const node = root.current
  if (!node) return undefined
  const { left, top, width } = node.getBoundingClientRect()
  const scale = node.offsetWidth > 0 ? width / node.offsetWidth : 1
  const isHidden = ({ index }: Placed) =>
    [...node.querySelectorAll(`[data-widget="${index}"]`)]
      .find((each) => isOfPage(node, each))
      ?.hasAttribute('data-hidden')
  return valueAt(
    page.top,
    { x: (clientX - left) / scale, y: (clientY - top) / scale },
    (each) => isHidden(each) ?? false,
  )
}

/** Explains the focused widget or a group around it; without focus, the widget under the pointer. */
function askedByKey(of: Of, target: Element, pointer: Place | undefined): Explaining | undefined {
  const node = of.root.current
  if (!node || target.closest(ownMenus)) return undefined
  if (node.contains(target)) {
    for (
      let at = target.closest('[data-widget]');
      at && node.contains(at);
      at = at.parentElement?.closest('[data-widget]') ?? null
    ) {
      const placed = isOfPage(node, at) ? of.page.all[Number(at.getAttribute('data-widget'))] : undefined
      if (placed && valuesOf(placed).length > 0) return explainingOf(placed, null)
    }
  }
  const isFree = target === target.ownerDocument.body || node.contains(target)
  const isOver =
    pointer && document.elementFromPoint(pointer.clientX, pointer.clientY)?.closest(`.${pageClass}`) === node
  const placed = isFree && isOver ? placedAt(of, pointer) : undefined
  return placed && explainingOf(placed, null)
}

/**
 * Calls `act` once when the finger has rested for the time of a long press; not if it moves, is lifted, or a second
 * finger touches.
 */
function whenHeld({ clientX, clientY }: Place, page: Document, act: () => void): void {
  const heard = new AbortController()
  const end = () => {
    clearTimeout(timer)
    heard.abort()
  }
  const timer = setTimeout(() => {
    end()
    act()
  }, longPressMs)
  const { signal } = heard
  const onMove = (event: globalThis.PointerEvent) => {
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > stillPx) end()
  }
  page.addEventListener('pointermove', onMove, { signal })
  for (const name of ['pointerup', 'pointercancel', 'pointerdown', 'scroll'] as const)
    page.addEventListener(name, end, { signal, capture: true })
}
