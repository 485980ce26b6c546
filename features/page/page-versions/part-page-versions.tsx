// The versions of a page, for the drawer that lists, compares and restores them.
import { useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../../../contract/call.ts'
import { useText } from '../../../ui/words.ts'
import { type Versioned, VersionsDrawer } from '../../platform/open/versioned-list.tsx'
import { type Page, pageInfo } from '../page/contract.ts'
import { useOwnerZone } from '../page/part-owner-zone.ts'
import { shownOf, viewOf } from './content-view.ts'
import { queryPageVersions, restorePage } from './contract.ts'
import { PageCompare } from './page-compare.tsx'
import { pageVersionsText } from './text.ts'

export function PageVersions({
  page: { id, title, version: newest, equipmentId },
  zone,
  onRestored,
  onClose,
}: {
  page: Page
  /** Time zone of the page's device. */
  zone: string | null
  onRestored: () => Promise<unknown>
  onClose: () => void
}) {
  const t = useText(pageVersionsText)
  const lines = useQuery(queryOf(queryPageVersions, { id }))
  const of: Versioned = {
    ...{ key: [queryPageVersions.path, id], name: title, newest, lines, viewOf, may: 'page:edit', why: false },
    zone: useOwnerZone({ equipmentId }, zone),
    note: t('restoreNote'),
    picture: (before, after) => <PageCompare before={before} after={after} />,
    read: async (version) => shownOf(await call(pageInfo, { id, version })),
    restore: async (version, message) => {
      await call(restorePage, { id, version: newest, restore: version, message })
      await onRestored()
    },
  }
  return <VersionsDrawer of={of} onClose={onClose} />
}
