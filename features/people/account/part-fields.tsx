// Form fields of accounts, for this room and others that add accounts.
import { Form } from 'antd'
import { NewPassword } from '../../../contract/new-password.ts'
import { pathsOf } from '../../../core/tree-rules.ts'
import { ChoiceField, FieldPair, SelectField, TextField } from '../../../ui/fields.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useMay } from '../../../ui/me.ts'
import { PasswordMeter } from '../../../ui/password-field.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { type Choices, Email, Loginname, Phone } from './contract.ts'
import { lackWord } from './rules.ts'
import { accountText } from './text.ts'

type Type = { safeParse(value: unknown): { success: boolean } }
const rule = (type: Type, message: string) => ({
  validator: async (_: unknown, value: unknown) => {
    if (value && !type.safeParse(value).success) throw new Error(message)
  },
})

export function LoginnameField() {
  const t = useText(accountText)
  return (
    <TextField
      name="loginname"
      label={t('loginname')}
      required
      max={32}
      note={t('loginnameNote')}
      rules={[rule(Loginname, t('loginnameWrong'))]}
    />
  )
}

/** The phone of an organisation need not be a mobile one. */
export function ContactFields({ phone }: { phone?: string }) {
  const t = useText(accountText)
  return (
    <FieldPair>
      <TextField name="phone" label={phone ?? t('phone')} max={30} rules={[rule(Phone, t('phoneWrong'))]} />
      <TextField name="email" label={t('email')} max={100} rules={[rule(Email, t('emailWrong'))]} />
    </FieldPair>
  )
}

export type PasswordWay = 'draw' | 'type'

/** The first password: generated and shown once, or typed. */
export function PasswordFields() {
  const t = useText(accountText)
  const way = Form.useWatch<PasswordWay | undefined>('way')
  const password = Form.useWatch<string | undefined>('password') ?? ''
  return (
    <>
      <ChoiceField<PasswordWay>
        name="way"
        label={t('password')}
        note={t('passwordNote')}
        options={[
          { value: 'draw', label: t('passwordDraw') },
          { value: 'type', label: t('passwordType') },
        ]}
      />
      {way === 'type' && (
        <>
          <TextField
            name="password"
            label={t('password')}
            required
            password
            rules={[rule(NewPassword, t('passwordWrong'))]}
          />
          <PasswordMeter password={password} />
        </>
      )}
    </>
  )
}

/**
 * Opens the roles in a new tab, so that the form keeps its input, and reloads the roles when the form regains focus.
 */
function NoRoles() {
  const t = useText(accountText)
  const may = useMay()
  return (
    <>
      {t('noRoles')}{' '}
      {may('role:view') && (
        <a href="/manage/orgal/role" target="_blank" rel="noreferrer">
          {t('toRoles')}
        </a>
      )}
    </>
  )
}

/** Role and department. Roles that exceed the caller's permissions are listed with the reason. */
export function PlacingFields({ choices, isStaff = false }: { choices: Choices | undefined; isStaff?: boolean }) {
  const t = useText(accountText)
  const language = useLanguage()
  const shown = useName()
  const roles = (choices?.roles ?? []).map(({ id, name, beyond }) => ({
    value: id as number,
    label:
      beyond.length > 0
        ? t('beyond', {
            name: shown(name),
            what: joinWords([...new Set(beyond.map((lack) => lackWord(lack, language)))]),
          })
        : shown(name),
    disabled: beyond.length > 0,
  }))
  const departments = [...pathsOf(useNamed(choices?.departments, 'name') ?? [])].map(([value, label]) => ({
    value: value as number,
    label,
  }))
  return (
    <>
      <SelectField
        name="roleId"
        label={t('role')}
        options={roles}
        loading={!choices}
        clearable
        placeholder={t('none')}
        note={choices && roles.length === 0 ? <NoRoles /> : t(isStaff ? 'usualStaff' : 'usualRole')}
      />
      <SelectField
        name="departmentId"
        label={t('department')}
        options={departments}
        loading={!choices}
        clearable
        placeholder={t('none')}
      />
    </>
  )
}
