// Stores the draft of unsaved work with a delay after each change, and immediately when the page is left.
import { useEffect, useState } from 'react'

const keepAfterMs = 800

/** Stores the newest draft after a delay, or immediately when flushed. */
export function laterKeeper<D>(keepDraft: (draft: D) => void, afterMs: number) {
  let pending: { draft: D; timer: ReturnType<typeof setTimeout> } | undefined
  const forget = (): void => {
    clearTimeout(pending?.timer)
    pending = undefined
  }
  const flush = (): void => {
    const draft = pending?.draft
    forget()
    if (draft !== undefined) keepDraft(draft)
  }
  return {
    keep(draft: D): void {
      forget()
      pending = { draft, timer: setTimeout(flush, afterMs) }
    },
    forget,
    flush,
  }
}

/**
 * Stores the draft a moment after each change. `draft`: undefined while everything is saved, or while the user has not
 * decided about an older draft.
 */
export function useDraftKeeping<D>(keepDraft: (draft: D) => void, draft: D | undefined): void {
  const [keeper] = useState(() => laterKeeper(keepDraft, keepAfterMs))
  useEffect(() => (draft === undefined ? keeper.forget() : keeper.keep(draft)), [keeper, draft])
  // When the page is left, the last change may be younger than the delay.
  useEffect(() => {
    window.addEventListener('pagehide', keeper.flush)
    return () => {
      window.removeEventListener('pagehide', keeper.flush)
      keeper.flush()
    }
  }, [keeper])
}
