// The form that adds an account or edits one.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { ChoiceField, FieldPair, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useMe } from '../../../ui/me.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useTranslationNote } from '../../platform/open/translation-note.tsx'
import type { Account, AccountCalls, Choices } from './contract.ts'
import {
  ContactFields,
  LoginnameField,
  PasswordFields,
  type PasswordWay,
  PlacingFields,
  typedPassword,
} from './part-fields.tsx'
import type { Shown } from './part-secret-once.tsx'
import type { AccountKind } from './rules.ts'
import { accountText } from './text.ts'

type Common = {
  calls: AccountCalls
  kind: AccountKind
  choices: Choices | undefined
  onClose: () => void
  /** Called when the platform has generated a password. */
  onDrawn: (shown: Shown) => void
}

type Edited = Omit<InputOf<AccountCalls['edit']>, 'id' | 'isAdmin'>
type Values = Edited & { loginname: string; type: 'admin' | 'operation'; way: PasswordWay; password?: string }

const empty = { name: '', roleId: null, departmentId: null } as const

/** A cleared field has no value, so it is sent as null. */
const sentOf = ({ type, way: _, password: __, loginname: ___, ...fields }: Values) => ({
  ...fields,
  roleId: fields.roleId ?? null,
  departmentId: fields.departmentId ?? null,
  isAdmin: type === 'admin',
})

export function AccountForm({ calls, kind, choices, account, onClose, onDrawn }: Common & { account?: Account }) {
  const t = useText(accountText)
  const add = useMutation(formOf(calls.add))
  const edit = useMutation(formOf(calls.edit))
  const note = useTranslationNote(account?.name)
  const isOwn = useMe()?.userId === account?.id
  const { roleType, ...known } = account ?? { ...empty, roleType: 'operation' }
  const initial: Partial<Values> = { ...known, type: roleType === 'admin' ? 'admin' : 'operation', way: 'draw' }
  const save = async (typed: Values): Promise<Shown | null> => {
    // Fields that are not shown keep their stored values.
    const values = { ...initial, ...typed }
    const { loginname } = values
    if (account) {
      await edit.mutateAsync({ ...sentOf(values), id: account.id })
      return null
    }
    const made = await add.mutateAsync({ ...sentOf(values), loginname, password: typedPassword(values) })
    return made.password === null ? null : { loginname, password: made.password }
  }
  const done = (shown: Shown | null, name: string) => {
    if (shown) onDrawn(shown)
    else toast.good(t(account ? 'saved' : 'added', { name }))
  }
  return (
    <FormDrawer<Values, { shown: Shown | null; name: string }>
      open
      width={520}
      title={account ? t('editTitle', { name: account.loginname }) : t('add')}
      initial={initial}
      onSubmit={async (values) => ({ shown: await save(values), name: account?.loginname ?? values.loginname })}
      onDone={({ shown, name }) => done(shown, name)}
      onClose={onClose}
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
      {!account && <PasswordFields />}
    </FormDrawer>
  )
}
