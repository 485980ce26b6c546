// Form for a new passkey: asks for its name, then lets the browser create it.
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { errorCode } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { type Attestation, beginPasskey, type Creation, finishPasskey } from './contract.ts'
import { passkeyText } from './text.ts'

type Made = OutputOf<typeof finishPasskey>

export function AddPasskey({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const t = useText(passkeyText)
  const { mutateAsync: add } = useMutation({
    meta: { faults: 'form' },
    mutationFn: async ({ name }: { name: string }) => {
      const answer = await created(await call(beginPasskey, {}))
      if (typeof answer === 'string') throw new ApiError(errorCode('passkeyRefused'), t(answer))
      const made = await call(finishPasskey, { name, answer })
      toast.good(t('added', { name }))
      return made
    },
  })
  return (
    <FormDrawer<{ name: string }, Made>
      open
      title={t('add')}
      initial={{ name: '' }}
      act={t('addAct')}
      onSubmit={add}
      onDone={onMade}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('name')}
        placeholder={t('namePlaceholder')}
        required
        max={limits.passkeyNameLength}
      />
      <p className="passkey-note">{t('nameNote')}</p>
    </FormDrawer>
  )
}

/** The new passkey, or the reason why there is none. */
async function created(optionsJSON: Creation): Promise<Attestation | 'already' | 'notMade'> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const { id, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, response: { clientDataJSON, attestationObject, transports } }
  } catch (error) {
    return error instanceof Error && error.name === 'InvalidStateError' ? 'already' : 'notMade'
  }
}
