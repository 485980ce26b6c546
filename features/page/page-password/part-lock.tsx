// The password prompt of a page: entering it opens the page for the rest of the session.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import { Icon } from '../../../ui/icon.tsx'
import { PasswordEntry } from '../../../ui/password-entry.tsx'
import { useText } from '../../../ui/words.ts'
import type { Page } from '../page/contract.ts'
import { validPagePassword } from './contract.ts'
import { pagePasswordText } from './text.ts'
import './page-password.css'

export function PageLock({ id }: Pick<Page, 'id'>) {
  const t = useText(pagePasswordText)
  // The page reloads automatically: a mutation invalidates all queries.
  const { mutateAsync } = useMutation(formOf(validPagePassword))
  return (
    <section className="page-lock" aria-label={t('pageLocked')}>
      <Icon name="lock" size={28} />
      <p>{t('lockedAbout')}</p>
      <PasswordEntry
        label={t('password')}
        act={t('enterPassword')}
        onEnter={(password) => mutateAsync({ id, password })}
      />
    </section>
  )
}
