// The user's own lines: logins, also failed ones, and actions.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { queryOwnOperations } from './contract.ts'
import { useLogColumns } from './log-columns.tsx'
import { ActChoice, askedBy, noFilters, ResultChoice, SpanChoice } from './log-filters.tsx'
import { operationLogText } from './text.ts'

const refreshMs = 10_000
const rowsOfPage = 20

export default function OwnLogPage() {
  const t = useText(operationLogText)
  const zone = useZone()
  const list = useList(noFilters, rowsOfPage, 'operation-log')
  const { account: _, objectType: __, ...asked } = askedBy(list)
  const query = useQuery({
    ...queryOf(queryOwnOperations, { ...asked, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  return (
    <>
      <PageHeader
        title={t('ownLog')}
        count={query.data?.total}
        tags={<span className="log-zone">{t('byZone', { zone })}</span>}
      />
      <p className="log-chain">{t('ownAbout')}</p>
      <DataTable
        label={t('ownLog')}
        columns={useLogColumns(zone, ['at', 'act', 'object', 'change', 'result', 'ip'])}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        filterCount={list.filterCount}
        search={t('searchOwn')}
        filter={
          <>
            <ActChoice list={list} />
            <ResultChoice list={list} />
            <SpanChoice list={list} zone={zone} />
          </>
        }
        empty={<EmptyState icon="log">{t('emptyAll')}</EmptyState>}
      />
    </>
  )
}
