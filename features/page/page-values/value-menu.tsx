// The context menu of a widget, at the pointer.
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import './page-values.css'

/** Distance from the edge of the window. */
const marginPx = 8

export function ValueMenu({
  at,
  label,
  entries,
  onChoose,
  onClose,
}: {
  at: { x: number; y: number }
  label: string
  entries: readonly string[]
  onChoose: (index: number) => void
  onClose: () => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const node = menu.current
    if (!node) return
    const { offsetWidth, offsetHeight } = node
    node.style.left = `${Math.max(marginPx, Math.min(at.x, window.innerWidth - offsetWidth - marginPx))}px`
    node.style.top = `${Math.max(marginPx, Math.min(at.y, window.innerHeight - offsetHeight - marginPx))}px`
    node.querySelector('button')?.focus({ preventScroll: true })
  }, [at])
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) onClose()
    }
    document.addEventListener('pointerdown', onPress, { capture: true })
    return () => document.removeEventListener('pointerdown', onPress, { capture: true })
  }, [onClose])
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      return onClose()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const all = [...(menu.current?.querySelectorAll('button') ?? [])]
    if (step === undefined || all.length === 0) return
    event.preventDefault()
    const now = all.indexOf(document.activeElement as HTMLButtonElement)
    all[(now + step + all.length) % all.length]?.focus()
  }
  return (
    <div ref={menu} role="menu" tabIndex={-1} className="value-menu" aria-label={label} onKeyDown={onKeyDown}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two variables may have one name
        <button key={index} type="button" role="menuitem" onClick={() => onChoose(index)}>
          <span>{entry}</span>
          {index === 0 && <kbd>I</kbd>}
        </button>
      ))}
    </div>
  )
}
