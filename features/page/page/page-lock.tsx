// Where a page asks for its password: whoever enters it sees the page for the rest of the session.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import { Icon } from '../../../ui/icon.tsx'
import { PasswordEntry } from '../../../ui/password-entry.tsx'
import { useText } from '../../../ui/words.ts'
import { type Page, validPagePassword } from './contract.ts'
import { pageText } from './text.ts'

export function PageLock({ id }: Pick<Page, 'id'>) {
  const t = useText(pageText)
  // What it opens is read again by itself: a change makes every answer old.
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
