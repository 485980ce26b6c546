// Returns the focus when something that opened over a page closes.
import { useLayoutEffect } from 'react'

/** When the element is closed, or removed with its page, the focus returns to the element that opened it. */
export function useFocusBack(open = true): void {
  useLayoutEffect(() => {
    if (!open) return undefined
    const opener = document.activeElement
    return () => {
      // Runs after the panel has released the focus; a focus that has moved elsewhere by then stays there.
      setTimeout(() => {
        const now = document.activeElement
        const isLost = !now || now === document.body || now.closest('.ant-drawer, .ant-modal') !== null
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      })
    }
  }, [open])
}
