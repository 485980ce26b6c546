// Full screen of a live view. The whole document goes full screen and the view covers the shell, so that dialogs and
// messages, which live beside it, stay visible. Without the browser's help (a phone) it covers the window at least.
import { useCallback, useEffect, useState } from 'react'
import './full-screen.css'

/** The element in full screen has the class `full-screen`. */
export function useFullScreen(): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => {
      if (!document.fullscreenElement) setFull(false)
    }
    const hearEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open], .ant-modal-wrap, .ant-drawer-open'))
        setFull(false)
    }
    document.addEventListener('fullscreenchange', follow)
    document.addEventListener('keydown', hearEscape)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      document.removeEventListener('keydown', hearEscape)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  const toggle = useCallback(() => {
    setFull((now) => !now)
    if (document.fullscreenElement) void document.exitFullscreen()
    // A browser may refuse full screen, for example without a gesture or in an embedded page; the view covers the
    // window all the same.
    else document.documentElement.requestFullscreen?.().catch(() => undefined)
  }, [])
  return { isFull, toggle }
}
