// Shows the password of an added or reset account once; also used by other rooms.
import { OnceDialog, OnceValue } from '../../../ui/once-dialog.tsx'
import { useText } from '../../../ui/words.ts'
import { accountText } from './text.ts'

export type Shown = { loginname: string; password: string }

export function PasswordOnce({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const t = useText(accountText)
  const { loginname, password } = shown
  return (
    <OnceDialog title={t('onceTitle', { name: loginname })} once={t('once')} onClose={onClose}>
      <OnceValue term={t('loginname')} value={loginname} />
      <OnceValue term={t('password')} note={t('changeNote')} value={password} />
    </OnceDialog>
  )
}
