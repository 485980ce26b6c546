// Forms that need a code: new recovery codes, and switching the second step off.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { endSecondFactor, renewRecoveryCodes } from './contract.ts'
import { secondFactorText } from './text.ts'

export function RenewDrawer({
  hasApp,
  onCodes,
  onClose,
}: {
  /** The account has an app, so a code is required. */
  hasApp: boolean
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const t = useText(secondFactorText)
  const { mutateAsync: renew } = useMutation(formOf(renewRecoveryCodes))
  return (
    <FormDrawer<{ code?: string }, OutputOf<typeof renewRecoveryCodes>>
      open
      title={t('renewTitle')}
      initial={hasApp ? { code: '' } : {}}
      act={t('renewAct')}
      onSubmit={renew}
      onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
      onClose={onClose}
    >
      <p className="factor-note">{t('renewNote')}</p>
      {hasApp && <TextField name="code" label={t('code')} required max={40} />}
    </FormDrawer>
  )
}

export function EndDrawer({ onEnded, onClose }: { onEnded: () => void; onClose: () => void }) {
  const t = useText(secondFactorText)
  const { mutateAsync: end } = useMutation(formOf(endSecondFactor))
  const done = () => {
    toast.good(t('ended'))
    onEnded()
  }
  return (
    <FormDrawer<{ password: string; code: string }>
      open
      title={t('endTitle')}
      initial={{ password: '', code: '' }}
      act={t('end')}
      onSubmit={end}
      onDone={done}
      onClose={onClose}
    >
      <p className="factor-note">{t('endNote')}</p>
      <TextField name="password" label={t('password')} required password max={200} />
      <TextField name="code" label={t('code')} required max={40} />
    </FormDrawer>
  )
}
