// Permissions in words, grouped by their pages.
import type { Permission } from '../../../contract/permissions.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useNavigationTree } from '../../../ui/navigation-tree.ts'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import { keyWord } from '../../frame/permission-words.ts'
import { offeredPermissions, placeOf } from '../../frame/permissions.ts'

export type RightGroup = { page: string; title: string; rights: readonly { key: Permission; word: string }[] }

function useWords() {
  const now = useLanguage()
  const { tree, pages } = useNavigationTree()
  // Pages of two sections may have the same name, so the section precedes it.
  const titleOf = (path: string) => {
    const page = pages.find((each) => each.path === path)
    const section = tree.find(({ entries }) => entries.includes(path))
    const parts = [section?.label[now], (page?.menu?.label ?? page?.title)?.[now] ?? path]
    // A section and its page may have the same name.
    return [...new Set(parts.filter(Boolean))].join(' · ')
  }
  const wordOf = (key: Permission) => keyWord(key, now)
  return { tree, titleOf, wordOf }
}

/** A permission in words, with its page. */
export function useRightWords(): (key: Permission) => string {
  const { titleOf, wordOf } = useWords()
  const words = useText(uiText)
  return (key) => {
    const place = placeOf(key)
    return place ? words('named', { what: titleOf(place.page), name: wordOf(key) }) : key
  }
}

/** Permissions that a key can have, grouped by page. */
export function useRightGroups(held: readonly Permission[]): RightGroup[] {
  const { tree, titleOf, wordOf } = useWords()
  // View permissions come before the others.
  const own = offeredPermissions
    .filter(({ key }) => held.includes(key))
    .sort((a, b) => Number(b.as === 'view') - Number(a.as === 'view'))
  // The pages in the order of the navigation; pages outside the navigation come last.
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
