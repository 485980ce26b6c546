// The versions of a page of the list; only these need the whole page.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { SideDrawer } from '../../../ui/form.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { pageInfo } from '../page/contract.ts'
import { PageVersions } from '../page-versions/part-page-versions.tsx'
import type { PageRow } from './contract.ts'
import { useRefreshPages } from './row-acts.tsx'
import { pageListText } from './text.ts'

export function RowVersions({
  page: { id },
  zone,
  onClose,
}: {
  page: PageRow
  zone: string | null
  onClose: () => void
}) {
  const t = useText(pageListText)
  const { data, error, refetch } = useQuery(queryOf(pageInfo, { id }))
  const refreshList = useRefreshPages()
  const refresh = async () => {
    await Promise.all([refetch(), refreshList()])
  }
  if (data) return <PageVersions page={data} zone={zone} onRestored={refresh} onClose={onClose} />
  return (
    <SideDrawer open title={t('versions')} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
    </SideDrawer>
  )
}
