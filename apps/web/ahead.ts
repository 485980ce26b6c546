// Runs before the rest of the program: if the browser has a stored sign-in, it sends the first page's requests while
// the page's code is loading.
import { type Ahead, askAhead } from '../../contract/ahead.ts'
import { baseOf, browserLanguages, firstLanguage } from '../../ui/first-language.ts'
import { readKept } from '../../ui/kept.ts'
import { languageFiles } from './language-files.ts'

const files = import.meta.glob<{ default: readonly Ahead[] }>('../../features/*/*/ahead.ts', { eager: true })

const ahead: readonly Ahead[] = Object.values(files).flatMap((file) => file.default)

if (readKept('signedIn') === '1') {
  const language = firstLanguage(readKept('langs'), browserLanguages(), Object.keys(languageFiles))
  askAhead(ahead, window.location.href, baseOf(language))
}
