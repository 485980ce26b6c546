// Button that asks the browser for a passkey's signature. Without antd, like the login; the library loads on demand.
import { useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import type { Assertion, Request } from './contract.ts'
import { askOwnPasskey, askPasskey } from './part-light-calls.ts'
import { cannotUsePasskeys } from './rules.ts'
import { passkeyText } from './text.ts'

/** Hidden if passkeys do not work. `use` sends the answer; its ApiError is passed to `onFault`. */
export function PasskeyAct({
  of,
  kind = 'plain',
  use,
  onFault,
}: {
  of: 'signIn' | 'confirm'
  kind?: 'plain' | 'primary'
  use: (answer: Assertion) => Promise<void>
  onFault: (why: string | undefined) => void
}) {
  const t = useText(passkeyText)
  const [busy, setBusy] = useState(false)
  if (cannotUsePasskeys()) return null
  const ask = async () => {
    setBusy(true)
    onFault(undefined)
    try {
      const request = await call(of === 'signIn' ? askPasskey : askOwnPasskey, {})
      const answer = await signed(request)
      if (answer) await use(answer)
      else onFault(t('cancelled'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <PlainAct kind={kind} icon="key" large={of === 'signIn'} busy={busy} onClick={() => void ask()}>
      {t(of)}
    </PlainAct>
  )
}

/** Returns undefined if the user, the browser or the device refuses. */
async function signed(optionsJSON: Request): Promise<Assertion | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const answer = await startAuthentication({ optionsJSON }).catch(() => undefined)
  if (!answer) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response
  return {
    id: answer.id,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  }
}
