// Ways to sign in other than the password.
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../../contract/call.ts'
import { setMe } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import type { Assertion } from '../passkey/contract.ts'
import { safeTarget } from './form-rules.ts'
import { loginPasskey, weChatOn } from './part-light-calls.ts'
import { loginText } from './text.ts'

export function OtherWays({ children }: { children: ReactNode }) {
  const t = useText(loginText)
  return (
    <>
      <p className="login-or">{t('or')}</p>
      {children}
    </>
  )
}

/** Signs in with a passkey's assertion, then goes to `to`, or to the target in the address. */
export function useByPasskey(to?: string): (answer: Assertion) => Promise<void> {
  const { search, go } = usePlace()
  return async (answer) => {
    setMe(await call(loginPasskey, { answer }))
    go(safeTarget(to ?? search.to), { replace: true })
  }
}

/** Whether the platform is registered as a WeChat application. */
export function useHasWeChat(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    const asking = new AbortController()
    call(weChatOn, {}, { signal: asking.signal }).then(
      ({ isOn }) => setHas(isOn),
      // The password form works in any case.
      () => undefined,
    )
    return () => asking.abort()
  }, [])
  return has
}
