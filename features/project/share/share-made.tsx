// Shows the link of a share and a newly set password, once.
import { OnceDialog, OnceValue } from '../../../ui/once-dialog.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import type { Made } from './share-form.tsx'
import { shareText } from './text.ts'

export function ShareMade({ name, made, onClose }: { name: string; made: Made; onClose: () => void }) {
  const t = useText(shareText)
  const { token, password } = made
  return (
    <OnceDialog
      title={password === undefined ? t('renewedTitle') : t('madeTitle', { name })}
      note={password === undefined ? t('renewedNote') : t('madeNote')}
      once={password === undefined ? t('renewedOnce') : t('madeOnce')}
      width={640}
      onClose={onClose}
    >
      {token !== undefined && (
        <OnceValue term={t('link')} value={`${window.location.origin}${pathOf('/share/{token}', { token })}`} />
      )}
      {password !== undefined && <OnceValue term={t('password')} value={password} />}
    </OnceDialog>
  )
}
