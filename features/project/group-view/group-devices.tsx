// The devices of a group and of its subgroups.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import type { GroupId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { inOrder } from '../../../core/device-order.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { useLink } from '../../../ui/link.ts'
import { useList } from '../../../ui/list.ts'
import { SeverityCounts, StatusDot } from '../../../ui/marks.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, NoMatch } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { queryAllMonitoredByGroup } from '../monitor/contract.ts'
import { configurationPath, devicePath, listPath } from './places.ts'
import { groupViewText } from './text.ts'

const refreshMs = 10_000
type Row = OutputOf<typeof queryAllMonitoredByGroup>[number]

export function GroupDevices({ groupId, name: group }: { groupId: GroupId; name: string }) {
  const t = useText(groupViewText)
  const name = useName()
  const { go } = usePlace()
  const list = useList({}, limits.pageSize, 'group-view')
  const [display] = useSetting('equipDisplay')
  const query = useQuery({
    ...queryOf(queryAllMonitoredByGroup, { groupId }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const data = useMemo(() => query.data && inOrder(query.data, name), [query.data, name])
  const stateOf = ({ state }: Row) => t(state ?? 'unbound')
  const isUp = useLink().state === 'up'
  const stateNow = ({ state }: Row) => t(state === null ? 'unbound' : isUp ? state : 'unknown')
  const columns: Column<Row>[] = [
    {
      ...{ key: 'name', sort: true, title: t('device') },
      cell: (row) => (
        <span className="group-view-device">
          {row.state ? <StatusDot state={row.state} /> : <i className="group-view-none" title={t('noGateway')} />}
          {name(row.name)}
          <SeverityCounts counts={row.alarms} label={t('inAlarm')} />
        </span>
      ),
      text: (row) => name(row.name),
    },
    { ...{ key: 'state', sort: true, title: t('state'), width: 110 }, cell: stateNow, text: stateOf },
    {
      ...{ key: 'sn', sort: true, title: t('sn') },
      cell: ({ sn }) => sn ?? t('noGateway'),
      text: ({ sn }) => sn ?? '',
    },
  ]
  return (
    <>
      <PageHeader title={group} count={query.data?.length} />
      <AsOf query={query} />
      <DataTable<Row>
        label={t('devicesOf', { name: group })}
        columns={columns}
        query={{ ...query, data }}
        list={list}
        keyOf={({ id }) => id}
        to={(row) => devicePath(groupId, row, display)}
        acts={({ id }) => (
          <span className="group-view-acts">
            <Go to={listPath(groupId, id)}>{t('lists')}</Go>
            <Go to={configurationPath(groupId, id)}>{t('page')}</Go>
          </span>
        )}
        search={t('search')}
        exportName={t('exportName')}
        empty={
          list.word ? (
            <NoMatch onClear={list.clear} />
          ) : (
            <EmptyState icon="device" act={<PlainAct onClick={() => go('/monitor/eg/list')}>{t('showAll')}</PlainAct>}>
              {t('noDevices')}
            </EmptyState>
          )
        }
      />
    </>
  )
}
