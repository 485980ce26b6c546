// The action that sets or removes the device lock of an account, in every list of accounts.
import { useMutation } from '@tanstack/react-query'
import { Form } from 'antd'
import type { ComponentProps } from 'react'
import './device-lock.css'
import { formOf } from '../../../contract/call.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { labelOf, useText } from '../../../ui/words.ts'
import type { RoomAct } from '../account/part-act.ts'
import { setEnterpriseLock, setLockExternal, setLockInternal, setLockStaff } from './accounts-contract.ts'
import { lockLimits } from './limits.ts'
import { deviceLockText } from './text.ts'

type Values = { publicKey: string }
type Props = ComponentProps<RoomAct['Form']>

const callOf = {
  internal: setLockInternal,
  external: setLockExternal,
  staff: setLockStaff,
  enterprise: setEnterpriseLock,
} satisfies Record<Props['kind'], Endpoint>

function LockForm({ kind, account: { id, loginname: name, lock }, onClose }: Props) {
  const { mutateAsync } = useMutation(formOf(callOf[kind]))
  const set = (publicKey: string | null) => mutateAsync({ id, publicKey })
  const t = useText(deviceLockText)
  const remove = async () => {
    const question = { title: t('removeTitle'), act: t('removeAct'), target: name, note: t('removeNote'), danger: true }
    if (!(await confirm(question))) return
    try {
      await set(null)
      toast.good(t('removed', { name }))
      onClose()
    } catch (error) {
      toast.bad(error)
    }
  }
  return (
    <FormDrawer<Values>
      open
      width={520}
      title={t('title', { name })}
      act={t('set')}
      initial={{ publicKey: '' }}
      onSubmit={({ publicKey }) => set(publicKey)}
      onDone={() => toast.good(t('wasSet', { name }))}
      onClose={onClose}
    >
      <p className="lock-about">{t('about')}</p>
      {lock && (
        <div className="lock-now">
          <span>{t('now')}</span>
          <code>{lock}</code>
          <PlainAct kind="danger" onClick={() => void remove()}>
            {t('remove')}
          </PlainAct>
        </div>
      )}
      <TextField name="publicKey" label={t('publicKey')} required area note={t('keyNote')} />
      <KeyFile />
    </FormDrawer>
  )
}

/** A button that fills the field of the public key from a file. [S5 Public key] */
function KeyFile() {
  const t = useText(deviceLockText)
  const form = Form.useFormInstance<Values>()
  const take = async (file: File) => {
    form.setFieldValue('publicKey', await file.text())
    await form.validateFields(['publicKey']).catch(() => undefined)
  }
  return (
    <div className="lock-file">
      <FileInput
        label={t('choose')}
        act={t('choose')}
        accept=".pub,.pem"
        maxBytes={lockLimits.fileBytes - 1}
        tooLarge={t('tooLarge')}
        onChange={(file) => void take(file)}
      />
    </div>
  )
}

export default { key: 'deviceLock', label: labelOf(deviceLockText, 'lock'), Form: LockForm } satisfies RoomAct
