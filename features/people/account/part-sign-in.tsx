// The sign-in of an account, for the lists of every kind of account: enabled or not, password, second step, and the
// actions that other rooms add.
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import './account.css'
import type { Permission } from '../../../contract/permissions.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { toast } from '../../../ui/toast.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import type { BroughtAct } from './part-act.ts'
import { broughtActs } from './part-brought-acts.ts'
import { PasswordFields, type PasswordWay, typedPassword } from './part-fields.tsx'
import type { Shown } from './part-secret-once.tsx'
import { type AccountKind, recoversItself } from './rules.ts'
import { accountText } from './text.ts'

type Sends<I, O = unknown> = { mutationFn: (input: I) => Promise<O>; meta?: Record<string, unknown> }

/** The calls of one kind of account: `mutationOf` for the actions, `formOf` for the password. */
export type SignInCalls = {
  may: Permission
  disable: Sends<{ id: number }>
  enable: Sends<{ id: number }>
  resetSecondFactor: Sends<{ id: number }>
  resetPassword: Sends<{ id: number; password: string | null }, { password: string | null }>
}

/** The fields of an account that the actions need; `lock` is the fingerprint of its device lock. */
type SignInAccount = {
  id: number
  loginname: string
  phone: string | null
  email: string | null
  disabled: boolean
  hasSecondFactor: boolean
  lock: string | null
}

/** The actions of one account in a list; `children` are further ones. */
export function SignInActs({
  account,
  calls: { may, ...calls },
  why = false,
  whyNotDisabled = why,
  enable = 'enable',
  onOpen,
  children,
}: {
  account: SignInAccount
  calls: SignInCalls
  /** The reason why only the plain fields of the account can be changed, or false. */
  why?: string | false
  /** The reason why the account cannot be disabled. */
  whyNotDisabled?: string | false
  /** Text of the button that enables the account. */
  enable?: 'enable' | 'approve'
  onOpen: (what: 'edit' | 'password' | BroughtAct) => void
  children?: ReactNode
}) {
  const t = useText(accountText)
  const language = useLanguage()
  const { id, loginname: name, disabled, hasSecondFactor } = account
  const off = useMutation(calls.disable)
  const on = useMutation(calls.enable)
  const reset = useMutation(calls.resetSecondFactor)
  const askDisable = async () => {
    const question = { title: t('disableTitle'), act: t('disable'), target: name, note: t('disableNote'), danger: true }
    if (await confirm(question)) off.mutate({ id }, { onSuccess: () => toast.good(t('disabledNow', { name })) })
  }
  const askReset = async () => {
    const said = { title: t('resetStepTitle'), act: t('resetStep'), note: t('resetStepNote') }
    if (await confirm({ ...said, target: name, danger: true }))
      reset.mutate({ id }, { onSuccess: () => toast.good(t('stepReset', { name })) })
  }
  const act = (label: string, reason: string | false, onClick: () => void) => (
    <Act key={label} kind="link" may={may} why={reason} onClick={onClick}>
      {label}
    </Act>
  )
  const setOn = () => on.mutate({ id }, { onSuccess: () => toast.good(t('enabledNow', { name })) })
  return (
    <>
      {act(t('edit'), false, () => onOpen('edit'))}
      {act(t('resetPassword'), why || (recoversItself(account) && t('recovers')), () => onOpen('password'))}
      {broughtActs.map((brought) => act(labelIn(brought.label, language), why, () => onOpen(brought)))}
      {hasSecondFactor && act(t('resetStepShort'), why, () => void askReset())}
      {disabled ? act(t(enable), false, setOn) : act(t('disable'), whyNotDisabled, () => void askDisable())}
      {children}
    </>
  )
}

/** The form for a password, or for an action that another room adds. `onDrawn` receives a generated password. */
export function SignInForm({
  what,
  kind,
  account,
  calls,
  onClose,
  onDrawn,
}: {
  what: 'password' | BroughtAct
  kind: AccountKind | 'enterprise'
  account: SignInAccount
  calls: SignInCalls
  onClose: () => void
  onDrawn: (shown: Shown) => void
}) {
  const t = useText(accountText)
  const { mutateAsync } = useMutation(calls.resetPassword)
  const { id, loginname } = account
  if (what !== 'password') return <what.Form kind={kind} account={account} onClose={onClose} />
  return (
    <FormDrawer<{ way: PasswordWay; password?: string }, { password: string | null }>
      open
      title={t('resetTitle', { name: loginname })}
      act={t('resetPassword')}
      initial={{ way: 'draw' }}
      onSubmit={(values) => mutateAsync({ id, password: typedPassword(values) })}
      onDone={({ password }) => {
        if (password === null) toast.good(t('reset', { name: loginname }))
        else onDrawn({ loginname, password })
      }}
      onClose={onClose}
    >
      <p className="account-about">{t('resetNote')}</p>
      <PasswordFields />
    </FormDrawer>
  )
}
