// Form that sets or removes the device lock of an account, for the pages of accounts.
import { Form } from 'antd'
import './device-lock.css'
import { limits } from '../../../contract/limits.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { deviceLockText } from './text.ts'

export type Locked = { loginname: string; lock: string | null }
type Values = { publicKey: string }

export function LockForm({
  account: { loginname: name, lock },
  onSet,
  onClose,
}: {
  account: Locked
  /** A form's mutation; null removes the key. */
  onSet: (publicKey: string | null) => Promise<unknown>
  onClose: () => void
}) {
  const t = useText(deviceLockText)
  const remove = async () => {
    const question = { title: t('removeTitle'), act: t('removeAct'), target: name, note: t('removeNote'), danger: true }
    if (!(await confirm(question))) return
    try {
      await onSet(null)
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
      onSubmit={({ publicKey }) => onSet(publicKey)}
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

/** Fills the field from a file. [S5 Public key] */
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
        maxBytes={limits.publicKeyBytes - 1}
        tooLarge={t('tooLarge')}
        onChange={(file) => void take(file)}
      />
    </div>
  )
}
