// Registered gateways that are not claimed yet. For use by other rooms, like every file named part-*.
import { useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatTime, nothingShown } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { useZone } from '../../../ui/me.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { queryGateways } from '../gateway/contract.ts'
import { queryUnclaimed, removeUnclaimed, type UnclaimedRow } from './contract.ts'
import { registerText } from './register-text.ts'

const maxRows = 200

/** Number of unclaimed gateways; undefined for users who may not see them. */
function useUnclaimedCount(isAsked: boolean): number | undefined {
  const { data } = useQuery({ ...queryOf(queryUnclaimed, { pageSize: 1 }), enabled: isAsked })
  return isAsked ? data?.total : undefined
}

/** Tabs for the organisation's gateways and for unclaimed ones; the latter only for users who may register. */
export function RegisteredTabs({ isUnclaimed }: { isUnclaimed: boolean }) {
  const t = useText(registerText)
  const { path } = usePlace()
  const ours = useQuery(queryOf(queryGateways, { pageSize: 1 }))
  const unclaimed = useUnclaimedCount(true)
  return (
    <Tabs
      label={t('ours')}
      tabs={[
        { to: path, label: t('ours'), count: ours.data?.total, current: !isUnclaimed },
        { to: withSearch(path, { view: 'unclaimed' }), label: t('unclaimed'), count: unclaimed, current: isUnclaimed },
      ]}
    />
  )
}

export function UnclaimedTable({ onClaim }: { onClaim: (sn: string) => void }) {
  const t = useText(registerText)
  const list = useList()
  const asked = { keyword: list.word, pageNo: list.pageNo, pageSize: list.pageSize }
  const query = useQuery({
    ...queryOf(queryUnclaimed, asked),
    placeholderData: (before) => before,
    refetchInterval: limits.socketReconnectMs,
  })
  const remove = useConfirmed(removeUnclaimed)
  const askRemove = ({ id, sn }: UnclaimedRow) => {
    const question = { title: t('removeTitle'), act: t('remove'), target: sn, note: t('removeNote') }
    return remove({ id }, { ...question, done: t('removed', { sn }) })
  }
  return (
    <DataTable
      label={t('unclaimed')}
      columns={useColumns()}
      query={query}
      list={list}
      keyOf={({ id }) => id}
      search={t('search')}
      exportName={t('exportName')}
      exportAll={async () => (await call(queryUnclaimed, { ...asked, pageNo: 1, pageSize: maxRows })).rows}
      acts={(row) => (
        <>
          <Act kind="link" may="gateway:add" onClick={() => onClaim(row.sn)}>
            {t('claim')}
          </Act>
          <Act kind="link" may="gateway:register" onClick={() => void askRemove(row)}>
            {t('remove')}
          </Act>
        </>
      )}
      empty={<EmptyState icon="gateway">{t('unclaimedNone')}</EmptyState>}
    />
  )
}

function useColumns(): Column<UnclaimedRow>[] {
  const t = useText(registerText)
  const zone = useZone()
  return [
    { key: 'sn', title: t('sn') },
    {
      key: 'state',
      title: t('agent'),
      cell: ({ state }) => <StatusDot state={state}>{t(state === 'online' ? 'connected' : 'waiting')}</StatusDot>,
      text: ({ state }) => state,
    },
    { key: 'model', title: t('model'), cell: ({ series, model }) => `${series} · ${model}`, phone: 'hide' },
    { key: 'remark', title: t('remark'), cell: ({ remark }) => remark ?? nothingShown },
    {
      key: 'registeredAt',
      zone,
      title: t('registeredAt'),
      align: 'right',
      cell: ({ registeredAt }) => formatTime(registeredAt, zone),
      text: ({ registeredAt }) => formatTime(registeredAt, zone),
    },
  ]
}
