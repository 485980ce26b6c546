// Actions on an account in the list; a disabled action shows its reason.
import { useMutation } from '@tanstack/react-query'
import { mutationOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useMe } from '../../../ui/me.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { type Account, type AccountCalls, deleteAccount, rejectAccount } from './contract.ts'
import type { BroughtAct } from './part-act.ts'
import { broughtActs } from './part-brought-acts.ts'
import { type AccountKind, recoversItself } from './rules.ts'
import { accountText } from './text.ts'

export function AccountActs({
  account,
  kind,
  calls,
  onEdit,
  onPassword,
  onBrought,
}: {
  account: Account
  kind: AccountKind
  calls: AccountCalls
  onEdit: () => void
  onPassword: () => void
  onBrought: (act: BroughtAct) => void
}) {
  const t = useText(accountText)
  const language = useLanguage()
  const { id, loginname: name, disabled, hasSecondFactor, isWaiting } = account
  const isOwn = useMe()?.userId === id
  const self = isOwn && t('self')
  const disable = useMutation(mutationOf(calls.disable))
  const enable = useMutation(mutationOf(calls.enable))
  const remove = useMutation(mutationOf(deleteAccount))
  const askDisable = async () => {
    const question = { title: t('disableTitle'), act: t('disable'), target: name, note: t('disableNote'), danger: true }
    if (await confirm(question)) disable.mutate({ id }, { onSuccess: () => toast.good(t('disabledNow', { name })) })
  }
  const askRemove = async () => {
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote'), danger: true }
    if (await confirm(question)) remove.mutate({ id }, { onSuccess: () => toast.good(t('deleted', { name })) })
  }
  const reject = useMutation(mutationOf(rejectAccount))
  const askReject = async () => {
    const question = { title: t('rejectTitle'), act: t('reject'), target: name, note: t('rejectNote'), danger: true }
    if (await confirm(question)) reject.mutate({ id }, { onSuccess: () => toast.good(t('rejected', { name })) })
  }
  const reset = useMutation(mutationOf(calls.resetSecondFactor))
  const askReset = async () => {
    const said = { title: t('resetStepTitle'), act: t('resetStep'), note: t('resetStepNote') }
    if (await confirm({ ...said, target: name, danger: true }))
      reset.mutate({ id }, { onSuccess: () => toast.good(t('stepReset', { name })) })
  }
  const may = calls.edit.may
  return (
    <>
      <Act kind="link" may={may} onClick={onEdit}>
        {t('edit')}
      </Act>
      <Act kind="link" may={may} why={self || (recoversItself(account) && t('recovers'))} onClick={onPassword}>
        {t('resetPassword')}
      </Act>
      {broughtActs.map((act) => (
        <Act key={act.key} kind="link" may={may} why={self} onClick={() => onBrought(act)}>
          {act.label[language]}
        </Act>
      ))}
      {hasSecondFactor && (
        <Act kind="link" may={may} why={self} onClick={() => void askReset()}>
          {t('resetStepShort')}
        </Act>
      )}
      {disabled ? (
        <Act
          kind="link"
          may={may}
          onClick={() => enable.mutate({ id }, { onSuccess: () => toast.good(t('enabledNow', { name })) })}
        >
          {t(isWaiting ? 'approve' : 'enable')}
        </Act>
      ) : (
        <Act kind="link" may={may} why={self} onClick={() => void askDisable()}>
          {t('disable')}
        </Act>
      )}
      {kind === 'external' && isWaiting && (
        <Act kind="link" may={may} onClick={() => void askReject()}>
          {t('reject')}
        </Act>
      )}
      {kind === 'internal' && (
        <Act kind="link" may="account:delete" why={self} onClick={() => void askRemove()}>
          {t('delete')}
        </Act>
      )}
    </>
  )
}
