// The sign-in of an account, for the lists of every kind of account: enabled or not, password, second step, and the acts
// that other rooms contribute.
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import './account.css'
import type { Permission } from '../../../contract/permissions.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { EitherWord } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import type { RoomAct } from './part-act.ts'
import { AccountDrawer } from './part-drawer.tsx'
import { roomActs } from './part-room-acts.ts'
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
  onOpen: (what: 'edit' | 'password' | RoomAct) => void
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
  const act = (label: string, reason: string | false, onClick: () => void, other = label) => (
    <Act key={label} kind="link" may={may} why={reason} onClick={onClick}>
      {other === label ? label : <EitherWord shown={label} other={other} />}
    </Act>
  )
  const setOn = () => on.mutate({ id }, { onSuccess: () => toast.good(t('enabledNow', { name })) })
  return (
    <>
      {act(t('edit'), false, () => onOpen('edit'))}
      {act(t('resetPassword'), why || (recoversItself(account) && t('recovers')), () => onOpen('password'))}
      {roomActs.map((each) => act(labelIn(each.label, language), why, () => onOpen(each)))}
      {hasSecondFactor && act(t('resetStepShort'), why, () => void askReset())}
      {disabled
        ? act(t(enable), false, setOn, t('disable'))
        : act(t('disable'), whyNotDisabled, () => void askDisable(), t('enable'))}
      {children}
    </>
  )
}

type FormProps = {
  account: SignInAccount
  calls: SignInCalls
  onClose: () => void
  /** Gets a generated password. */
  onDrawn: (shown: Shown) => void
}

/** Shows the form of an action of `SignInActs` beside the list: the form of the password, or that of another room. */
export function SignInForm({
  what,
  kind,
  ...form
}: FormProps & { what: 'password' | RoomAct; kind: AccountKind | 'enterprise' }) {
  if (what === 'password') return <ResetPasswordForm {...form} />
  return <what.Form kind={kind} account={form.account} onClose={form.onClose} />
}

function ResetPasswordForm({ account: { id, loginname }, calls, ...drawer }: FormProps) {
  const t = useText(accountText)
  const { mutateAsync } = useMutation(calls.resetPassword)
  return (
    <AccountDrawer
      title={t('resetTitle', { name: loginname })}
      act={t('resetPassword')}
      loginname={loginname}
      asksPassword
      initial={{}}
      send={(_, password) => mutateAsync({ id, password })}
      done={() => t('reset', { name: loginname })}
      {...drawer}
    >
      <p className="account-about">{t('resetNote')}</p>
    </AccountDrawer>
  )
}
