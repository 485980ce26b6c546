// Actions on an account in the list; a disabled action shows its reason.
import { Act } from '../../../ui/act.tsx'
import { useMe } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
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
  const remove = useConfirmed(deleteAccount)
  const askRemove = () => {
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote') }
    return remove({ id }, { ...question, done: t('deleted', { name }) })
  }
  const reject = useConfirmed(rejectAccount)
  const askReject = () => {
    const question = { title: t('rejectTitle'), act: t('reject'), target: name, note: t('rejectNote') }
    return reject({ id }, { ...question, done: t('rejected', { name }) })
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
