// Asks for the password again, or for a passkey, when an action needs it, then continues the action.
import { useEffect, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { shellPart } from '../../../ui/shell-part.ts'
import { useStore } from '../../../ui/store.ts'
import { useText } from '../../../ui/words.ts'
import { type Assertion, queryPasskeys } from '../passkey/contract.ts'
import { PasskeyAct } from '../passkey/part-passkey-act.tsx'
import { cannotUsePasskeys } from '../passkey/rules.ts'
import { confirmPasskey, confirmPassword } from './contract.ts'
import { ConfirmWays } from './part-confirm-ways.tsx'
import { answer, waiting } from './part-confirms.ts'
import { loginText } from './text.ts'

function PasswordDialog() {
  const t = useText(loginText)
  const isAsked = useStore(waiting).length > 0
  if (!isAsked) return null
  return (
    <ModalBox label={t('confirmTitle')} width={400} onClose={() => answer(false)}>
      <PasswordForm />
      <ConfirmWays onDone={answer} />
    </ModalBox>
  )
}

/** Whether the account has a passkey that can be used here. */
function useHasPasskey(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    if (cannotUsePasskeys()) return
    const asking = new AbortController()
    call(queryPasskeys, {}, { signal: asking.signal }).then(
      (passkeys) => setHas(passkeys.some(({ isBlocked }) => !isBlocked)),
      // The password field works in any case.
      () => undefined,
    )
    return () => asking.abort()
  }, [])
  return has
}

function PasswordForm() {
  const t = useText(loginText)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const hasPasskey = useHasPasskey()
  const [fault, setFault] = useState<string>()
  const byPasskey = async (signed: Assertion) => {
    try {
      await call(confirmPasskey, { answer: signed })
      answer(true)
    } catch (error) {
      if (error instanceof ApiError && error.code === errorCode('sessionLost')) return answer(false)
      throw error
    }
  }
  const send = async () => {
    if (password === '') return setError(t('passwordRequired'))
    setBusy(true)
    try {
      await call(confirmPassword, { password })
      answer(true)
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      if (fault.code === errorCode('sessionLost')) return answer(false)
      setError(fault.message)
      setBusy(false)
    }
  }
  return (
    <form
      className="confirm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2>{t(hasPasskey ? 'confirmTitleAny' : 'confirmTitle')}</h2>
      <p className="confirm-note">{t(hasPasskey ? 'confirmNoteAny' : 'confirmNote')}</p>
      <PlainField
        label={t('password')}
        type="password"
        value={password}
        onChange={(value) => {
          setPassword(value)
          setError(undefined)
        }}
        error={error}
        autoComplete="current-password"
        autoFocus
        maxLength={200}
      />
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <div className="confirm-acts">
        {hasPasskey && <PasskeyAct of="confirm" use={byPasskey} onFault={setFault} />}
        <PlainAct onClick={() => answer(false)}>{t('cancel')}</PlainAct>
        <PlainAct kind="primary" submit busy={busy}>
          {t('confirmAct')}
        </PlainAct>
      </div>
    </form>
  )
}

export default shellPart({ Watch: PasswordDialog })
