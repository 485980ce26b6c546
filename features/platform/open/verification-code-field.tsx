// The field of a verification code, with the button that sends it.
import { useState } from 'react'
import '../verification/code-field.css'
import { ApiError } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { codeFieldText } from '../verification/code-field-text.ts'

export function CodeField({
  value,
  onChange,
  error,
  onSend,
  isReady = () => true,
}: {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Sends a code; its error is shown at the field. */
  onSend: () => Promise<unknown>
  /** Returns whether a code can be sent; shows the missing address otherwise. */
  isReady?: () => boolean
}) {
  const t = useText(codeFieldText)
  const now = useNow()
  const [sentAt, setSentAt] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  // The clock of the screen ticks once a second, and may be behind the time of sending.
  const waited = sentAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, now - sentAt)
  const left = Math.max(0, Math.ceil((limits.verificationAgainMs - waited) / 1000))
  const send = async () => {
    if (!isReady()) return
    setBusy(true)
    setFault(undefined)
    try {
      await onSend()
      setSentAt(Date.now())
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      setFault(thrown.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="code-field">
      <PlainField
        label={t('code')}
        value={value}
        onChange={onChange}
        error={error ?? fault}
        autoComplete="one-time-code"
        maxLength={limits.verificationDigits}
      >
        <PlainAct kind="link" busy={busy} disabled={left > 0} onClick={() => void send()}>
          {left > 0 ? t('again', { seconds: left }) : t(sentAt === undefined ? 'send' : 'sendAgain')}
        </PlainAct>
      </PlainField>
      {sentAt !== undefined && (
        <p className="code-field-note" role="status">
          {t('sent', { minutes: limits.verificationMs / 60_000 })}
        </p>
      )}
    </div>
  )
}
