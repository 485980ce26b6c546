// The form that adds an enterprise account or edits one.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { OrgId } from '../../../contract/fields.ts'
import { TextField } from '../../../ui/fields.tsx'
import { useText } from '../../../ui/words.ts'
import { AccountDrawer } from '../account/part-drawer.tsx'
import { ContactFields, LoginnameField } from '../account/part-fields.tsx'
import type { Shown } from '../account/part-secret-once.tsx'
import { addEnterpriseAccount, type EnterpriseAccount, editEnterpriseAccount } from './contract.ts'
import { enterpriseText } from './text.ts'

type Values = { loginname: string; name: string; phone?: string | null; email?: string | null }

export function EnterpriseAccountForm({
  orgId,
  account,
  ...drawer
}: {
  orgId: OrgId
  account?: EnterpriseAccount
  onClose: () => void
  onDrawn: (shown: Shown) => void
}) {
  const t = useText(enterpriseText)
  const add = useMutation(formOf(addEnterpriseAccount))
  const edit = useMutation(formOf(editEnterpriseAccount))
  return (
    <AccountDrawer<Values>
      title={account ? account.loginname : t('addAccount')}
      loginname={account?.loginname}
      asksPassword={!account}
      initial={account ?? {}}
      send={({ loginname, name, phone = null, email = null }, password) =>
        account
          ? edit.mutateAsync({ id: account.id, name, phone, email })
          : add.mutateAsync({ orgId, loginname, name, phone, email, password })
      }
      done={({ loginname: name }) => t(account ? 'saved' : 'added', { name })}
      {...drawer}
    >
      {!account && <LoginnameField />}
      <TextField name="name" label={t('person')} required max={30} />
      <ContactFields />
    </AccountDrawer>
  )
}
