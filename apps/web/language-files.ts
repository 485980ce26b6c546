// The language files of this build by their code: `languages/de.json` is `de`. The browser loads a file when its language is
// shown.
import type { LanguageFile } from '../../ui/language.ts'

const files = import.meta.glob<{ default: LanguageFile | null }>('../../languages/*.json')

export const languageFiles = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load] as const),
)
