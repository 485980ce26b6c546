// What opens over a page gives the focus back when it goes.
import { useLayoutEffect } from 'react'

/** When it is closed, or goes with its page, the focus is back at what opened it. */
export function useFocusBack(open = true): void {
  useLayoutEffect(() => {
    if (!open) return undefined
    const opener = document.activeElement
    return () => {
      // After the panel has let go of the focus; who is somewhere else by then stays there.
      setTimeout(() => {
        const now = document.activeElement
        const isLost = !now || now === document.body || now.closest('.ant-drawer, .ant-modal') !== null
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      })
    }
  }, [open])
}
