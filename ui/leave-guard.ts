// Protects unsaved changes: the page asks for confirmation before it is left, and so does the browser.
import { useCallback, useEffect, useRef } from 'react'
import { confirm } from './confirm.tsx'
import { usePlace } from './place.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

/**
 * Warns before unsaved changes are lost. Pass the name of the unsaved object: `const release = useLeaveGuard(dirty &&
 * name)`. `release` ends the guard immediately, for a page that navigates after saving. With `query` a change of the
 * query counts as leaving too. `note` says what happens to the changes, if they are not simply lost.
 */
export function useLeaveGuard(
  target: string | false | undefined,
  { query = false, note }: { query?: boolean; note?: string } = {},
): () => void {
  const t = useText(uiText)
  const { guard } = usePlace()
  const off = useRef<() => void>(undefined)
  useEffect(() => {
    if (!target) return
    const question = { title: t('leaveTitle'), act: t('leaveAct'), target, note: note ?? t('leaveNote'), danger: true }
    const stop = guard(() => confirm(question), query)
    off.current = stop
    return stop
  }, [target, guard, query, note, t])
  return useCallback(() => off.current?.(), [])
}
