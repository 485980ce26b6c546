// A note beside a field that edits a name: screens show its translation instead.
import { useText } from '../../../ui/words.ts'
import { translationText } from '../translation/text.ts'
import { useName } from './translation-name.ts'

/** The note for a stored name, in the language on screen; undefined where the name is shown as it is. */
export function useTranslationNote(name: string | undefined): string | undefined {
  const t = useText(translationText)
  const shown = useName()(name ?? '')
  return name && shown !== name ? t('shownAs', { name: shown }) : undefined
}
