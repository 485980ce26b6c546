// A modal dialog that uses the browser's own: it is open exactly as long as it is rendered, without a closing
// animation, and the focus returns to the element that opened it. A double press counts once, because the second press
// of a double click would otherwise hit a button that was not yet visible at the first.
import { ConfigProvider } from 'antd'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import './modal-box.css'
import { createStore, type Store } from './store.ts'

/** The open modal dialogs, the topmost last. */
export const openModals: Store<readonly HTMLDialogElement[]> = createStore<readonly HTMLDialogElement[]>([])

export function ModalBox({
  label,
  width,
  place,
  onClose,
  children,
}: {
  /** The accessible name, which is read out when the dialog opens. */
  label: string
  width: number
  /**
   * Distance from the corner of the screen, pixels, reduced so that a box of this height fits; undefined: in the
   * middle.
   */
  place?: { left: number; top: number; height: number }
  /** Called on Esc, or on a press outside of the dialog. */
  onClose: () => void
  children: ReactNode
}) {
  const box = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  // The content renders once the dialog is open: only then can a field in it get the focus.
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => {
    const dialog = box.current
    const opener = document.activeElement
    dialog?.showModal()
    if (dialog) openModals.set((now) => [...now, dialog])
    setShown(true)
    return () => {
      openModals.set((now) => now.filter((each) => each !== dialog))
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it is for the mouse; the keyboard has Esc
    <dialog
      ref={box}
      className={place ? 'modal-box modal-box-placed' : 'modal-box'}
      style={{ width, ...(place && placed(width, place)) }}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A browser may close it without asking at the second Esc.
      onClose={() => {
        if (!box.current?.open) onClose()
      }}
      onKeyDownCapture={dropRepeats}
      onClickCapture={dropDoubles}
      onMouseDown={(event) => {
        // In a double click the box may shrink at the first press, so that the second press falls beside it.
        pressedBeside.current = event.target === box.current && event.detail <= 1
      }}
      onClick={(event) => {
        if (pressedBeside.current && event.target === box.current) onClose()
      }}
    >
      {isShown && (
        <ConfigProvider getPopupContainer={() => box.current ?? document.body}>
          <div className="modal-box-inside">{children}</div>
        </ConfigProvider>
      )}
    </dialog>
  )
}

const placed = (width: number, { left, top, height }: { left: number; top: number; height: number }) =>
  ({ '--left': `${left}px`, '--top': `${top}px`, '--wide': `${width}px`, '--high': `${height}px` }) as CSSProperties

function dropRepeats(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

function dropDoubles(event: MouseEvent): void {
  if (event.detail <= 1 || !(event.target as Element).closest('button')) return
  event.preventDefault()
  event.stopPropagation()
}
