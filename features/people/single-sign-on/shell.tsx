// Confirms a session by a new sign-in at the provider, in a separate window, so that the page keeps its state.
import { useEffect, useState } from 'react'
import './confirm.css'
import { call } from '../../../contract/call.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { shellPart } from '../../../ui/shell-part.ts'
import { useText } from '../../../ui/words.ts'
import { bringConfirmWay } from '../login/part-confirm-ways.tsx'
import { onConfirmed } from './confirmed.ts'
import { signOnWay } from './contract.ts'
import { signOnText } from './text.ts'

/** Short name of the provider by which the account signs in, or null. */
function useSlug(): string | null {
  const [slug, setSlug] = useState<string | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    call(signOnWay, {}, { signal: asking.signal }).then(
      (way) => setSlug(way.slug),
      // The password field works in any case.
      () => undefined,
    )
    return () => asking.abort()
  }, [])
  return slug
}

function ConfirmBySignOn({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const t = useText(signOnText)
  const slug = useSlug()
  const [state, setState] = useState<'waiting' | 'blocked'>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: heard as long as it is shown
  useEffect(() => onConfirmed(() => onDone(true)), [])
  if (slug === null) return null
  const open = () => {
    const opened = window.open(`/sso/${slug}/confirm`, '_blank', 'popup,width=520,height=680')
    setState(opened ? 'waiting' : 'blocked')
  }
  return (
    <div className="sign-on-confirm">
      <PlainAct onClick={open}>{t('confirmAct')}</PlainAct>
      {state && <p role="status">{t(state === 'waiting' ? 'confirmWaiting' : 'confirmBlocked')}</p>}
    </div>
  )
}

function BringWay() {
  useEffect(() => bringConfirmWay(ConfirmBySignOn), [])
  return null
}

export default shellPart({ Watch: BringWay })
