// The operations on one object: action, before and after, result, user and time, newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../../../contract/call.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { queryOperationsOfObject } from '../operation-log/contract.ts'
import { useLogColumns } from '../operation-log/log-columns.tsx'
import { SpanFilter } from '../operation-log/span-filter.tsx'
import { operationLogText } from '../operation-log/text.ts'

const refreshMs = 10_000
const exportRows = 200

/**
 * The operation log. `from` and `to` are in the address as epoch ms. Times are shown in `zone`, or in the user's zone.
 */
export function OperationLog({ objectId, zone: own }: { objectId: number; zone?: string | undefined }) {
  const t = useText(operationLogText)
  const here = useZone()
  const zone = own ?? here
  const list = useList({ from: '', to: '' })
  const { from, to } = list.filters
  const span = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const query = useQuery({
    ...queryOf(queryOperationsOfObject, { objectId, pageNo: list.pageNo, pageSize: list.pageSize, ...span }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  return (
    <DataTable
      label={t('log')}
      columns={useLogColumns(zone, ['at', 'act', 'object', 'change', 'result', 'loginname', 'ip'], false)}
      query={query}
      list={list}
      keyOf={({ id }) => id}
      filter={<SpanFilter from={from} to={to} zone={zone} onSpan={list.setFilter} />}
      filterCount={list.filterCount}
      exportName={t('exportName')}
      exportAll={async () =>
        (await call(queryOperationsOfObject, { objectId, pageNo: 1, pageSize: exportRows, ...span })).rows
      }
      empty={<EmptyState icon="log">{t('empty')}</EmptyState>}
    />
  )
}
