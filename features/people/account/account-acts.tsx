// Actions on an account in the list; a disabled action shows its reason.
import { useMutation } from '@tanstack/react-query'
import { mutationOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useMe } from '../../../ui/me.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { type Account, deleteAccount, rejectAccount } from './contract.ts'
import type { RoomAct } from './part-act.ts'
import { SignInActs, type SignInCalls } from './part-sign-in.tsx'
import type { AccountKind } from './rules.ts'
import { accountText } from './text.ts'

export function AccountActs({
  account,
  kind,
  calls,
  onOpen,
}: {
  account: Account
  kind: AccountKind
  calls: SignInCalls
  onOpen: (what: 'edit' | 'password' | RoomAct) => void
}) {
  const t = useText(accountText)
  const { id, loginname: name, isWaiting } = account
  const isOwn = useMe()?.userId === id
  const self = isOwn && t('self')
  const remove = useMutation(mutationOf(deleteAccount))
  const askRemove = async () => {
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote'), danger: true }
    if (await confirm(question)) remove.mutate({ id }, { onSuccess: () => toast.good(t('deleted', { name })) })
  }
  const reject = useMutation(mutationOf(rejectAccount))
  const askReject = async () => {
    const question = { title: t('rejectTitle'), act: t('reject'), target: name, note: t('rejectNote'), danger: true }
    if (await confirm(question)) reject.mutate({ id }, { onSuccess: () => toast.good(t('rejected', { name })) })
  }
  return (
    <SignInActs account={account} calls={calls} why={self} enable={isWaiting ? 'approve' : 'enable'} onOpen={onOpen}>
      {kind === 'external' && isWaiting && (
        <Act kind="link" may={calls.may} onClick={() => void askReject()}>
          {t('reject')}
        </Act>
      )}
      {kind === 'internal' && (
        <Act kind="link" may="account:delete" why={self} onClick={() => void askRemove()}>
          {t('delete')}
        </Act>
      )}
      {kind === 'external' && !isWaiting && (
        <Act kind="link" may={calls.may} why={t('onlyInternal')}>
          {t('delete')}
        </Act>
      )}
    </SignInActs>
  )
}
