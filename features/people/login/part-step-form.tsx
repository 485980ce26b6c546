// The second step of a login: the code of an app, a recovery code, or a passkey.
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { lightCodes } from '../../../contract/light-codes.ts'
import { setMe } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { PasskeyAct } from '../passkey/part-passkey-act.tsx'
import { cannotUsePasskeys } from '../passkey/rules.ts'
import { type StepAsked, safeTarget } from './form-rules.ts'
import { OtherWays, useByPasskey } from './other-ways.tsx'
import { FaultLine } from './part-fault-line.tsx'
import { loginCode } from './part-light-calls.ts'
import { loginText } from './text.ts'

/**
 * The form of the second step. `onBack` returns to the first step, with the reason unless the user chose to go back.
 * `to`: the page that opens after the login.
 */
export function StepForm({
  step: { ticket, hasApp, hasPasskey },
  to,
  onBack,
}: {
  step: StepAsked
  to?: string
  onBack: (why?: string) => void
}) {
  const t = useText(loginText)
  const { search, go } = usePlace()
  const [code, setCode] = useState('')
  const [error, setError] = useState<{ at: 'code' | 'form'; text: string }>()
  const [busy, setBusy] = useState(false)
  const byPasskey = useByPasskey(to)
  const mayUsePasskey = hasPasskey && !cannotUsePasskeys()
  const setFault = (text: string | undefined) => setError(text === undefined ? undefined : { at: 'form', text })
  const send = async () => {
    setBusy(true)
    try {
      setMe(await call(loginCode, { ticket, code }))
      go(safeTarget(to ?? search.to), { replace: true })
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      if (fault.code === lightCodes.stepGone) return onBack(fault.message)
      setError({ at: fault.code === lightCodes.codeWrong ? 'code' : 'form', text: fault.message })
      setCode('')
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (code.trim()) void send()
    else setError({ at: 'code', text: t('stepRequired') })
  }
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <p className="login-note">{t(hasApp ? 'stepNote' : mayUsePasskey ? 'stepNotePasskey' : 'stepNoteRecovery')}</p>
      {mayUsePasskey && !hasApp && (
        <>
          <PasskeyAct of="signIn" kind="primary" use={byPasskey} onFault={setFault} />
          <p className="login-or">{t('or')}</p>
        </>
      )}
      <PlainField
        label={t(hasApp ? 'stepCode' : 'stepRecovery')}
        value={code}
        onChange={(value) => {
          setCode(value)
          setError(undefined)
        }}
        error={error?.at === 'code' ? error.text : undefined}
        autoComplete="one-time-code"
        autoFocus={hasApp || !mayUsePasskey}
        maxLength={40}
      />
      <FaultLine text={error?.at === 'form' ? error.text : undefined} />
      <PlainAct kind={hasApp || !mayUsePasskey ? 'primary' : 'plain'} large submit busy={busy}>
        {t(busy ? 'signingIn' : hasApp || !mayUsePasskey ? 'signIn' : 'signInByCode')}
      </PlainAct>
      {mayUsePasskey && hasApp && (
        <OtherWays>
          <PasskeyAct of="signIn" use={byPasskey} onFault={setFault} />
        </OtherWays>
      )}
      <PlainAct kind="link" onClick={() => onBack()}>
        {t('otherAccount')}
      </PlainAct>
    </form>
  )
}
