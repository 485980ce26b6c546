// The permissions that the user has, by the pages that they belong to, in words.
import type { Permission } from '../../contract/permissions.ts'
import { useLanguage } from '../../ui/language.ts'
import { useMe } from '../../ui/me.ts'
import type { PageRoute } from '../../ui/routes.ts'
import { useText } from '../../ui/words.ts'
import { type PlacedPermission, placedPermissions, placeOf } from '../permissions.ts'
import { apiKeyText } from './text.ts'

const pages = Object.values(
  import.meta.glob<{ default: readonly PageRoute[] }>('../*/routes.ts', { eager: true }),
).flatMap((room) => room.default)

export type RightGroup = { page: string; title: string; rights: readonly { key: Permission; word: string }[] }

const columnWords = { view: 'view', add: 'addWord', edit: 'edit', delete: 'delete', export: 'export' } as const

export function useRights() {
  const t = useText(apiKeyText)
  const now = useLanguage()
  const held = useMe()?.auths ?? []
  const titleOf = (path: string) => {
    const page = pages.find((each) => each.path === path)
    return (page?.menu?.label ?? page?.title)?.[now] ?? path
  }
  const wordOf = ({ as }: PlacedPermission) => (typeof as === 'string' ? t(columnWords[as]) : as[now])
  const own = placedPermissions.filter(({ key }) => held.includes(key))
  const groups = [...new Set(own.map(({ page }) => page))].map(
    (page): RightGroup => ({
      page,
      title: titleOf(page),
      rights: own.filter((each) => each.page === page).map((each) => ({ key: each.key, word: wordOf(each) })),
    }),
  )
  const wordsOf = (key: Permission) => {
    const place = placeOf(key)
    return place ? `${titleOf(place.page)}: ${wordOf(place)}` : key
  }
  return { groups, wordsOf }
}
