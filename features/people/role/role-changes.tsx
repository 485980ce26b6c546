// Changes of a role as a list: before saving, and in the log.
import { useLanguage } from '../../../ui/language.ts'
import { useNavigationTree } from '../../../ui/navigation-tree.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import { keyWord, rangeWords } from '../../frame/permission-words.ts'
import { placeOf } from '../../frame/permissions.ts'
import type { RoleChange } from './rules.ts'
import { roleText } from './text.ts'

type Mark = '+' | '−' | '≠'

/** Returns the text of a change: `+ Devices · Edit`. */
function useChangeWords(): (change: RoleChange) => [mark: Mark, words: string] {
  const t = useText(roleText)
  const language = useLanguage()
  const { pages } = useNavigationTree()
  const changed = (what: string, from: string, to: string): [Mark, string] => ['≠', t('change', { what, from, to })]
  return (change) => {
    switch (change.kind) {
      case 'given':
      case 'taken': {
        const page = placeOf(change.key)?.page
        const route = pages.find(({ path }) => path === page)
        const name = labelIn(route?.menu?.label ?? route?.title, language)
        const word = keyWord(change.key, language)
        return [change.kind === 'given' ? '+' : '−', name ? `${name} · ${word}` : word]
      }
      case 'region':
        return [change.added ? '+' : '−', t('region', { name: change.region })]
      case 'allRegions':
        return [change.to ? '+' : '−', t('allRegions')]
      case 'dataRange':
        return changed(
          t('dataRange'),
          labelIn(rangeWords[change.from], language),
          labelIn(rangeWords[change.to], language),
        )
      default:
        return changed(t(change.kind), change.from || '–', change.to || '–')
    }
  }
}

export function ChangeList({ changes }: { changes: readonly RoleChange[] }) {
  const words = useChangeWords()
  return (
    <ul className="role-changes">
      {changes.map((change) => {
        const [mark, text] = words(change)
        return (
          <li key={text}>
            <b>{mark}</b>
            {text}
          </li>
        )
      })}
    </ul>
  )
}
