// The form that adds an enterprise account or edits one.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { OrgId } from '../../../contract/fields.ts'
import { TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import {
  ContactFields,
  LoginnameField,
  PasswordFields,
  type PasswordWay,
  typedPassword,
} from '../account/part-fields.tsx'
import type { Shown } from '../account/part-secret-once.tsx'
import { addEnterpriseAccount, type EnterpriseAccount, editEnterpriseAccount } from './contract.ts'
import { enterpriseText } from './text.ts'

type Person = { loginname: string; name: string; phone?: string | null; email?: string | null }
type Values = Person & { way: PasswordWay; password?: string }
type Drawn = { onClose: () => void; onDrawn: (shown: Shown) => void }

export function EnterpriseAccountForm({
  orgId,
  account,
  onClose,
  onDrawn,
}: Drawn & { orgId: OrgId; account?: EnterpriseAccount }) {
  const t = useText(enterpriseText)
  const add = useMutation(formOf(addEnterpriseAccount))
  const edit = useMutation(formOf(editEnterpriseAccount))
  const save = async (values: Values): Promise<Shown | null> => {
    const { loginname, name, phone = null, email = null } = values
    if (account) {
      await edit.mutateAsync({ id: account.id, name, phone, email })
      return null
    }
    const made = await add.mutateAsync({ orgId, loginname, name, phone, email, password: typedPassword(values) })
    return made.password === null ? null : { loginname, password: made.password }
  }
  return (
    <FormDrawer<Values, { shown: Shown | null; name: string }>
      open
      title={account ? account.loginname : t('addAccount')}
      initial={account ?? { way: 'draw' }}
      onSubmit={async (values) => ({ shown: await save(values), name: account?.loginname ?? values.loginname })}
      onDone={({ shown, name }) => {
        if (shown) onDrawn(shown)
        else toast.good(t(account ? 'saved' : 'added', { name }))
      }}
      onClose={onClose}
    >
      {!account && <LoginnameField />}
      <TextField name="name" label={t('person')} required max={30} />
      <ContactFields />
      {!account && <PasswordFields />}
    </FormDrawer>
  )
}
