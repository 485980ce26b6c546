// Registers gateways: code and secret are shown once, with the command line that runs the agent. For use by other
// rooms, like every file named part-*.
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import './registry.css'
import { formOf, mutationOf } from '../../../contract/call.ts'
import { type GatewayId, Sn } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { FieldPair, TextField } from '../../../ui/fields.tsx'
import { FormFrame, SideDrawer } from '../../../ui/form.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { BatchDialog, BatchForm } from './batch-form.tsx'
import { type Registered, registerGateway, renewGatewaySecret } from './contract.ts'
import { SecretDialog, type Shown } from './secret-dialog.tsx'
import { registryText } from './text.ts'

type Values = { sn: string; series: string; model: string; remark?: string }

export function RegisterDrawer({ onClose }: { onClose: () => void }) {
  const t = useText(registryText)
  const { mutateAsync } = useMutation(formOf(registerGateway))
  const [shown, setShown] = useState<Shown>()
  const [many, setMany] = useState<readonly Registered[]>()
  const [how, setHow] = useState<'one' | 'many'>('one')
  if (many) return <BatchDialog registered={many} onClose={onClose} />
  if (shown) return <SecretDialog title={t('registered', { sn: shown.sn })} shown={shown} onClose={onClose} />
  const rule = {
    validator: async (_: unknown, value: string | undefined) => {
      if (value && !Sn.safeParse(value).success) throw new Error(t('snWrong'))
    },
  }
  return (
    <SideDrawer open title={t('register')} onClose={onClose}>
      <div className="registry-how">
        <Segmented
          label={t('register')}
          value={how}
          options={[
            { value: 'one', label: t('one') },
            { value: 'many', label: t('many') },
          ]}
          onChange={setHow}
          wide
        />
      </div>
      {how === 'many' ? (
        <BatchForm onDone={setMany} />
      ) : (
        <FormFrame<Values, Shown>
          initial={{ sn: '', series: 'GH', model: 'GH-Linux' }}
          act={t('register')}
          onSubmit={(values) => mutateAsync(values)}
          onDone={setShown}
          onCancel={onClose}
        >
          <p className="registry-note">{t('about')}</p>
          <TextField name="sn" label={t('sn')} note={t('snNote')} required max={32} rules={[rule]} />
          <FieldPair>
            <TextField name="series" label={t('series')} required max={20} />
            <TextField name="model" label={t('model')} required max={40} />
          </FieldPair>
          <TextField name="remark" label={t('remark')} max={limits.remarkLength} />
        </FormFrame>
      )}
    </SideDrawer>
  )
}

/** The button that opens the form. */
export function RegisterAct({ onClick }: { onClick: () => void }) {
  const t = useText(registryText)
  return (
    <Act may="gateway:register" onClick={onClick}>
      {t('register')}
    </Act>
  )
}

export function RenewAct({ id, sn }: { id: GatewayId; sn: string }) {
  const t = useText(registryText)
  const { mutate, isPending } = useMutation(mutationOf(renewGatewaySecret))
  const [secret, setSecret] = useState<string>()
  const ask = async () => {
    const question = { title: t('renewTitle'), act: t('renew'), target: sn, note: t('renewNote'), danger: true }
    if (await confirm(question)) mutate({ id }, { onSuccess: (answer) => setSecret(answer.secret) })
  }
  return (
    <>
      <Act may="gateway:edit" busy={isPending} onClick={() => void ask()}>
        {t('renew')}
      </Act>
      {secret && (
        <SecretDialog title={t('renewed', { sn })} shown={{ sn, secret }} onClose={() => setSecret(undefined)} />
      )}
    </>
  )
}

/**
 * For forms that claim a gateway: shows the new secret and the new code of a gateway that was released before, and then
 * closes the form.
 */
export function useNewSecrets(onClose: () => void) {
  const t = useText(registryText)
  const isHeld = useRef(false)
  const [shown, setShown] = useState<Shown>()
  return {
    take({ sn, secret, code }: { sn: string; secret?: string | undefined; code?: string | undefined }) {
      if (!secret) return
      isHeld.current = true
      setShown({ sn, secret, ...(code ? { code } : {}) })
    },
    close: () => isHeld.current || onClose(),
    dialog: shown && (
      <SecretDialog title={t('claimed', { sn: shown.sn })} note={t('claimedNote')} shown={shown} onClose={onClose} />
    ),
  }
}
