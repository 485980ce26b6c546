// The password form of a share.
import { useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../../../contract/call.ts'
import { PasswordEntry } from '../../../ui/password-entry.tsx'
import { Go } from '../../../ui/place.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { enterShare, lookAtShare } from './contract.ts'
import { isOfShare } from './ended.ts'
import { shareText } from './text.ts'

export default function Entrance({
  token,
  why,
  onEntered,
}: {
  token: string
  why: string | undefined
  onEntered: (visit: string) => void
}) {
  const t = useText(shareText)
  const state = useQuery({ ...queryOf(lookAtShare, { token }), gcTime: 0 })
  const enter = async (password: string) => {
    const { visit } = await call(enterShare, { token, password })
    onEntered(visit)
  }
  const { error } = state
  if (error)
    return isOfShare(error) ? (
      <LoginFrame about={error.message}>
        <p>{t('closed')}</p>
        <Go to="/login">{t('signIn')}</Go>
      </LoginFrame>
    ) : (
      <ErrorState error={error} onRetry={() => void state.refetch()} />
    )
  if (state.isPending) return <LoginFrame about={t('looking')}>{null}</LoginFrame>
  return (
    <LoginFrame about={t('enterAbout')} {...(why ? { note: why } : {})}>
      <PasswordEntry label={t('password')} act={t('enter')} large onEnter={enter} />
    </LoginFrame>
  )
}
