// The operation log of the organisation, with the verification of its chain.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { callStream, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { saveSentFile } from '../../../ui/download.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { ChainState } from './chain-state.tsx'
import { exportOperations, queryOperations } from './contract.ts'
import { useLogColumns } from './log-columns.tsx'
import { ActChoice, askedBy, KindChoice, noFilters, ResultChoice, SpanChoice, UserChoice } from './log-filters.tsx'
import { operationLogText } from './text.ts'

const refreshMs = 10_000
const rowsOfPage = 20

export default function LogPage() {
  const t = useText(operationLogText)
  const zone = useZone()
  const list = useList(noFilters, rowsOfPage, 'operation-log')
  const asked = askedBy(list)
  const query = useQuery({
    ...queryOf(queryOperations, { ...asked, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const save = useMutation({
    mutationFn: async () => {
      const answer = callStream(exportOperations, { ...asked, zone, format: 'csv' })
      const name = await saveSentFile(`${t('exportName')}.csv`, answer)
      toast.good(t('exported', { name }))
    },
  })
  return (
    <>
      <PageHeader
        title={t('log')}
        count={query.data?.total}
        tags={<span className="log-zone">{t('byZone', { zone })}</span>}
      >
        <Act icon="download" may="log:view" busy={save.isPending} onClick={() => save.mutate()}>
          {t('export')}
        </Act>
      </PageHeader>
      <ChainState zone={zone} />
      <DataTable
        label={t('log')}
        columns={useLogColumns(zone, ['seq', 'at', 'loginname', 'act', 'object', 'change', 'result', 'ip'])}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        filterCount={list.filterCount}
        search={t('search')}
        filter={
          <>
            <ActChoice list={list} />
            <KindChoice list={list} />
            <UserChoice list={list} />
            <ResultChoice list={list} />
            <SpanChoice list={list} zone={zone} />
          </>
        }
        empty={<EmptyState icon="log">{t('emptyAll')}</EmptyState>}
      />
    </>
  )
}
