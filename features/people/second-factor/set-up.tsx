// Setup of an app: its secret as QR code and text, and a field for the first code.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { Copyable } from '../../../ui/key-values.tsx'
import { useText } from '../../../ui/words.ts'
import { type beginSecondFactor, finishSecondFactor } from './contract.ts'
import { QrCode } from './qr-code.tsx'
import { secondFactorText } from './text.ts'

export function SetUp({
  begun: { secret, uri },
  onCodes,
  onCancel,
}: {
  begun: OutputOf<typeof beginSecondFactor>
  onCodes: (codes: readonly string[]) => void
  onCancel: () => void
}) {
  const t = useText(secondFactorText)
  const { mutateAsync: finish } = useMutation(formOf(finishSecondFactor))
  return (
    <div className="factor-set-up">
      <div className="factor-scan">
        <p>{t('scan')}</p>
        <QrCode text={uri} label={t('qr')} />
      </div>
      <div>
        <p>{t('orType')}</p>
        <p className="factor-key">
          <Copyable text={secret}>
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </Copyable>
        </p>
        <FormFrame<{ code: string }, OutputOf<typeof finishSecondFactor>>
          initial={{ code: '' }}
          act={t('switchOn')}
          onCancel={onCancel}
          onSubmit={finish}
          onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
        >
          <TextField name="code" label={t('enterCode')} required max={10} />
        </FormFrame>
      </div>
    </div>
  )
}
