// Permissions, by the pages that they belong to, in words.
import type { Permission } from '../../../contract/permissions.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useNavigationTree } from '../../../ui/navigation-tree.ts'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import { keyWord } from '../../frame/permission-words.ts'
import { placedPermissions, placeOf } from '../../frame/permissions.ts'

export type RightGroup = { page: string; title: string; rights: readonly { key: Permission; word: string }[] }

function useWords() {
  const now = useLanguage()
  const { tree, pages } = useNavigationTree()
  // Pages of two sections may have one name.
  const titleOf = (path: string) => {
    const page = pages.find((each) => each.path === path)
    const section = tree.find(({ entries }) => entries.includes(path))
    return [section?.label[now], (page?.menu?.label ?? page?.title)?.[now] ?? path].filter(Boolean).join(' · ')
  }
  const wordOf = (key: Permission) => keyWord(key, now)
  return { tree, titleOf, wordOf }
}

/** A permission in words, with the page that it belongs to. */
export function useRightWords(): (key: Permission) => string {
  const { titleOf, wordOf } = useWords()
  const words = useText(uiText)
  return (key) => {
    const place = placeOf(key)
    return place ? words('named', { what: titleOf(place.page), name: wordOf(key) }) : key
  }
}

/** Of the permissions that a key can be given. */
export function useRightGroups(held: readonly Permission[]): RightGroup[] {
  const { tree, titleOf, wordOf } = useWords()
  // What is looked at comes before what is done with it.
  const own = placedPermissions
    .filter(({ key }) => held.includes(key))
    .sort((a, b) => Number(b.as === 'view') - Number(a.as === 'view'))
  // As in the navigation; pages beside it come last.
  const named = new Set(own.map(({ page }) => page))
  const paths = [...new Set([...tree.flatMap(({ entries }) => entries), ...named])].filter((page) => named.has(page))
  return paths.map(
    (page): RightGroup => ({
      page,
      title: titleOf(page),
      rights: own.filter((each) => each.page === page).map((each) => ({ key: each.key, word: wordOf(each.key) })),
    }),
  )
}
