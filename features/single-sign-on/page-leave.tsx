// The direct link of a company: goes on to its provider at once. In the window that confirms a session, the session's own
// provider asks to sign in anew.
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import { Go, usePlace, withSearch } from '../../ui/place.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import { LoginFrame } from '../login/part-frame.tsx'
import { beginSignOn, confirmSignOn } from './contract.ts'
import { SignOnFault } from './sign-on-fault.tsx'
import { signOnText } from './text.ts'

export default function LeavePage() {
  const t = useText(signOnText)
  const { params, path, search } = usePlace()
  const [fault, setFault] = useState<string>()
  const isConfirming = path.endsWith('/confirm')
  const leave = async () => {
    setFault(undefined)
    try {
      const { url } = isConfirming
        ? await call(confirmSignOn, {})
        : await call(beginSignOn, { slug: params.slug ?? '', to: search.to ?? '/' })
      window.location.replace(url)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
  }
  const hasLeft = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    void leave()
  }, [])
  return (
    <LoginFrame title={t('title')} about={t(fault === undefined ? 'leaving' : 'failed')}>
      {fault !== undefined && (
        <div className="login-form">
          <SignOnFault text={fault} />
          <PlainAct kind="primary" large onClick={() => void leave()}>
            {t('again')}
          </PlainAct>
          {!isConfirming && (
            <p className="login-forgotten">
              <Go to={withSearch('/login', { to: search.to })}>{t('otherWay')}</Go>
            </p>
          )}
        </div>
      )}
    </LoginFrame>
  )
}
