// Notifications of alarms: recipient, channel and outcome.
import { useQuery } from '@tanstack/react-query'
import { AlarmId } from '../../../contract/fields.ts'
import './delivery.css'
import { Select } from 'antd'
import { queryOf } from '../../../contract/call.ts'
import { alarmMethods } from '../../../contract/equipment-config.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatTime } from '../../../ui/format.ts'
import { type ListState, useList } from '../../../ui/list.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type Delivery, deliveryStates, queryDeliveries } from './contract.ts'
import { deliveryText } from './text.ts'
import { outcomeWords } from './words.ts'

const refreshMs = 5_000
const alarmPage = '/monitor/alarm'
type Filters = { method: string; state: string }
const defaults: Filters = { method: '', state: '' }

export default function DeliveriesPage() {
  const t = useText(deliveryText)
  const { search } = usePlace()
  const list = useList<Filters>(defaults)
  const { method, state } = list.filters
  const query = useQuery({
    ...queryOf(queryDeliveries, {
      method: alarmMethods.find((each) => each === method) ?? null,
      state: deliveryStates.find((each) => each === state) ?? null,
      alarmId: AlarmId.safeParse(search.alarm).data ?? null,
      ...{ pageNo: list.pageNo, pageSize: list.pageSize },
    }),
    placeholderData: (before) => before,
    refetchInterval: refreshMs,
  })
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.total} above={{ to: alarmPage, label: t('alarms') }} />
      <p className="delivery-about">{t('about')}</p>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        filter={<Choices list={list} />}
        filterCount={list.filterCount}
        exportName="alarm-deliveries"
        empty={
          <EmptyState icon="mail" isRanged>
            {t('empty')}
          </EmptyState>
        }
      />
    </>
  )
}

function Choices({ list }: { list: ListState<Filters> }) {
  const t = useText(deliveryText)
  const choice = (
    key: keyof Filters,
    all: string,
    among: readonly (typeof alarmMethods | typeof deliveryStates)[number][],
  ) => (
    <Select
      className="delivery-choice"
      aria-label={all}
      value={list.filters[key]}
      options={[{ value: '', label: all }, ...among.map((value) => ({ value, label: t(value) }))]}
      onChange={(value: string) => list.setFilter({ [key]: value })}
    />
  )
  return (
    <>
      {choice('method', t('anyMethod'), alarmMethods)}
      {choice('state', t('anyOutcome'), deliveryStates)}
    </>
  )
}

function useColumns(): Column<Delivery>[] {
  const t = useText(deliveryText)
  const name = useName()
  const zone = useZone()
  const clock = (at: number) => formatTime(at, zone)
  const alarmName = ({ alarmName, others }: Delivery) =>
    others > 0 ? t('andOthers', { name: name(alarmName), count: others }) : name(alarmName)
  const outcome = (row: Delivery) => outcomeWords(t, row, clock)
  return [
    { key: 'createdAt', zone, title: t('at'), width: 170, cell: ({ createdAt }) => clock(createdAt), phone: 'end' },
    {
      key: 'alarmName',
      title: t('alarm'),
      cell: (row) => (
        <span className="delivery-alarm">
          <SeverityMark severity={row.level} />
          <Go to={withSearch(alarmPage, { view: 'history', alarm: row.alarmId })} className="row-name">
            {alarmName(row)}
          </Go>
        </span>
      ),
      text: alarmName,
      phone: 'title',
    },
    { key: 'equipmentName', title: t('device'), cell: ({ equipmentName }) => name(equipmentName), phone: 'hide' },
    { key: 'accountName', title: t('person'), cell: ({ accountName }) => name(accountName), phone: 'note' },
    {
      key: 'method',
      title: t('method'),
      cell: ({ method }) => t(method),
      text: ({ method }) => t(method),
      phone: 'note',
    },
    {
      key: 'state',
      title: t('outcome'),
      cell: (row) => <span className={`delivery-outcome delivery-${row.state}`}>{outcome(row)}</span>,
      text: outcome,
      phone: 'note',
    },
  ]
}
