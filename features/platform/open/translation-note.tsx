// Where names are edited as they were entered: how screens show them, with a link to the translations.
import type { ReactNode } from 'react'
import { useMay } from '../../../ui/me.ts'
import { withSearch } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { translationText } from '../translation/text.ts'
import { useName } from './translation-name.ts'

/** Opens the translations in a tab of its own, so that a form keeps its input. `name`: shows only this one. */
function TranslationLink({ name = '', children }: { name?: string; children: string }) {
  if (!useMay()('equipment:edit')) return null
  return (
    <a href={withSearch('/manage/organisation/translation', { word: name })} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** The note for a stored name, in the language on screen; undefined where the name is shown as it is. */
export function useTranslationNote(name: string | undefined): ReactNode {
  const t = useText(translationText)
  const shown = useName()(name ?? '')
  if (!name || shown === name) return undefined
  return (
    <>
      {t('shownAs', { name: shown })} <TranslationLink name={name}>{t('change')}</TranslationLink>
    </>
  )
}

/** One line for a place where several names are edited; nothing where all of them are shown as they are. */
export function TranslationHint({ names }: { names: readonly string[] }) {
  const t = useText(translationText)
  const shown = useName()
  if (names.every((name) => shown(name) === name)) return null
  return (
    <span>
      {t('greyNames')} <TranslationLink>{t('title')}</TranslationLink>
    </span>
  )
}

/** The translation of a name beside it, in grey; nothing where the name is shown as it is. */
export function TranslatedName({ name }: { name: string }) {
  const shown = useName()(name)
  return shown === name ? null : <small className="translated-name">{shown}</small>
}
