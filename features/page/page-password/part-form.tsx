// The form in which an author sets the password of a page.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf } from '../../../contract/call.ts'
import { SwitchField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { PageRow } from '../page-list/contract.ts'
import { savePagePassword } from './contract.ts'
import { pagePasswordText } from './text.ts'

type Values = { isLocked: boolean; password?: string }

export function PasswordForm({ page: { id, isLocked }, onClose }: { page: PageRow; onClose: () => void }) {
  const t = useText(pagePasswordText)
  const { mutateAsync } = useMutation(formOf(savePagePassword))
  const [asks, setAsks] = useState(isLocked)
  return (
    <FormDrawer<Values, null>
      open
      title={t('passwordTitle')}
      initial={{ isLocked, password: '' }}
      onChange={(values) => setAsks(values.isLocked)}
      onSubmit={(values) => mutateAsync({ id, password: values.isLocked ? (values.password ?? '') : null })}
      onDone={() => toast.good(t(asks ? 'passwordSet' : 'passwordGone'))}
      onClose={onClose}
    >
      <SwitchField name="isLocked" label={t('asksPassword')} note={t('asksPasswordNote')} />
      {asks && (
        <TextField name="password" label={t(isLocked ? 'newPassword' : 'password')} required max={32} password />
      )}
    </FormDrawer>
  )
}
