// The form that adds an account or edits one.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { ChoiceField, FieldPair, TextField } from '../../../ui/fields.tsx'
import { useMe } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { useTranslationNote } from '../../platform/open/translation-note.tsx'
import type { Account, AccountCalls, Choices } from './contract.ts'
import { AccountDrawer } from './part-drawer.tsx'
import { ContactFields, LoginnameField, PlacingFields } from './part-fields.tsx'
import type { Shown } from './part-secret-once.tsx'
import type { AccountKind } from './rules.ts'
import { accountText } from './text.ts'

type Edited = Omit<InputOf<AccountCalls['edit']>, 'id' | 'isAdmin'>
type Values = Edited & { loginname: string; type: 'admin' | 'operation' }

const empty = { name: '', roleId: null, departmentId: null } as const

/** A cleared field has no value, so it is sent as null. */
const sentOf = ({ type, loginname: _, ...fields }: Values) => ({
  ...fields,
  roleId: fields.roleId ?? null,
  departmentId: fields.departmentId ?? null,
  isAdmin: type === 'admin',
})

export function AccountForm({
  calls,
  kind,
  choices,
  account,
  ...drawer
}: {
  calls: AccountCalls
  kind: AccountKind
  choices: Choices | undefined
  account: Account | undefined
  onClose: () => void
  /** Called when the platform has generated a password. */
  onDrawn: (shown: Shown) => void
}) {
  const t = useText(accountText)
  const add = useMutation(formOf(calls.add))
  const edit = useMutation(formOf(calls.edit))
  const note = useTranslationNote(account?.name)
  const isOwn = useMe()?.userId === account?.id
  const { roleType, ...known } = account ?? { ...empty, roleType: 'operation' }
  const initial: Partial<Values> = { ...known, type: roleType === 'admin' ? 'admin' : 'operation' }
  return (
    <AccountDrawer<Values>
      {...drawer}
      width={520}
      title={account ? t('editTitle', { name: account.loginname }) : t('add')}
      loginname={account?.loginname}
      asksPassword={!account}
      initial={initial}
      send={(typed, password) => {
        // Fields that are not shown keep their stored values.
        const sent = sentOf({ ...initial, ...typed })
        if (account) return edit.mutateAsync({ ...sent, id: account.id })
        return add.mutateAsync({ ...sent, loginname: typed.loginname, password })
      }}
      done={({ loginname: name }) => t(account ? 'saved' : 'added', { name })}
    >
      {!account && <LoginnameField />}
      <TextField name="name" label={t('name')} required max={30} note={note} />
      <ContactFields />
      {kind === 'staff' && !isOwn && (
        <ChoiceField
          name="type"
          label={t('kind')}
          options={(['operation', 'admin'] as const).map((value) => ({ value, label: t(value) }))}
        />
      )}
      {!isOwn && <PlacingFields choices={choices} isStaff={kind === 'staff'} />}
      {kind === 'external' && (
        <FieldPair>
          <TextField name="company" label={t('company')} max={50} />
          <TextField name="customerLevel" label={t('customerLevel')} max={20} />
        </FieldPair>
      )}
      <TextField name="address" label={t('address')} max={100} />
      <FieldPair>
        <TextField name="securityZone" label={t('securityZone')} max={30} />
        <TextField name="remark" label={t('remark')} max={limits.accountRemarkLength} />
      </FieldPair>
    </AccountDrawer>
  )
}
