// A card above all other content: in the browser's top layer, and within the topmost modal dialog, because only content
// inside a modal dialog can be pressed. Only the confirmation of a write covers the card.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { confirmedWrites } from './confirm.tsx'
import { openModals } from './modal-box.tsx'
import { useStore } from './store.ts'
import './top-card.css'

export function TopCard({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const top = useStore(openModals).at(-1)
  const isCovered = useStore(confirmedWrites) > 0
  const card = useRef<HTMLElement>(null)
  const host = isCovered || !top?.isConnected ? document.body : top
  const turn = useFullScreenTurns()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what enters the top layer later covers what is in it
  useEffect(() => {
    const shown = card.current
    if (isCovered || !shown?.showPopover) return undefined
    shown.showPopover()
    return () => {
      if (shown.isConnected) shown.hidePopover()
    }
  }, [host, isCovered, turn])
  useFocusOfItsOwn(card)
  return createPortal(
    <section
      ref={card}
      className={`top-card ${className}`}
      popover={isCovered ? undefined : 'manual'}
      role="alertdialog"
      aria-label={label}
    >
      {children}
    </section>,
    host,
  )
}

/** Counts changes of full screen: an element in full screen covers the top layer. */
function useFullScreenTurns(): number {
  const [turns, setTurns] = useState(0)
  useEffect(() => {
    const count = () => setTurns((now) => now + 1)
    document.addEventListener('fullscreenchange', count)
    return () => document.removeEventListener('fullscreenchange', count)
  }, [])
  return turns
}

/**
 * Drawers take back a focus that has left them, with a listener of the window: the card stops its focus events before
 * they arrive there.
 */
function useFocusOfItsOwn(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const hide = (event: FocusEvent) => {
      if (event.target instanceof Node && card.current?.contains(event.target)) event.stopPropagation()
    }
    document.addEventListener('focusin', hide)
    return () => document.removeEventListener('focusin', hide)
  }, [card])
}
