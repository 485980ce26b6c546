// The operations on one object: action, before and after, result, user and time, newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { call, queryOf } from '../../contract/call.ts'
import { errorText } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatTime } from '../../ui/format.ts'
import { useLanguage } from '../../ui/language.ts'
import { useList } from '../../ui/list.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import { instantOf, localText } from '../../ui/zone.ts'
import { useName } from '../translation/part-name.ts'
import { changesOf, named, ofDrivers } from './changes.ts'
import { actName } from './collected-acts.ts'
import { type OperationRow, queryOperationsOfObject } from './contract.ts'
import { fieldName } from './field-text.ts'
import './operation-log.css'
import type { z } from 'zod'
import { operationLogText } from './text.ts'

type Row = z.output<typeof OperationRow>

const refreshMs = 10_000
const exportRows = 200

/** `from` and `to` are in the address as epoch ms. Times are shown in `zone`, or in the user's if there is none. */
export function OperationLog({ objectId, zone }: { objectId: number; zone?: string | undefined }) {
  const t = useText(operationLogText)
  const list = useList({ from: '', to: '' })
  const { from, to } = list.filters
  const span = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const query = useQuery({
    ...queryOf(queryOperationsOfObject, { objectId, pageNo: list.pageNo, pageSize: limits.pageSize, ...span }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  return (
    <DataTable
      label={t('log')}
      columns={useColumns(zone)}
      query={query}
      list={list}
      keyOf={({ id }) => id}
      filter={<SpanFilter from={from} to={to} zone={zone} onSpan={list.setFilter} />}
      exportName={t('exportName')}
      exportAll={async () =>
        (await call(queryOperationsOfObject, { objectId, pageNo: 1, pageSize: exportRows, ...span })).rows
      }
      empty={<EmptyState icon="log">{t('empty')}</EmptyState>}
    />
  )
}

function SpanFilter({
  from,
  to,
  zone,
  onSpan,
}: {
  from: string
  to: string
  zone: string | undefined
  onSpan: (span: { from: string; to: string }) => void
}) {
  const t = useText(operationLogText)
  // The picker knows only the browser's clock: what it shows and takes is the wall clock of the zone.
  const wall = (at: number) => dayjs(zone ? localText(at, zone) : at)
  const instant = (shown: dayjs.Dayjs) => (zone ? instantOf(shown.format('YYYY-MM-DDTHH:mm'), zone) : shown.valueOf())
  const now = wall(Date.now())
  return (
    <DatePicker.RangePicker
      aria-label={t('span')}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowEmpty={[true, true]}
      placeholder={[t('from'), t('to')]}
      value={[from ? wall(Number(from)) : null, to ? wall(Number(to)) : null]}
      presets={[
        { label: t('day'), value: [now.subtract(1, 'day'), now] },
        { label: t('week'), value: [now.subtract(7, 'day'), now] },
        { label: t('month'), value: [now.subtract(limits.querySpanDays, 'day'), now] },
      ]}
      onChange={(span) =>
        onSpan({ from: span?.[0] ? String(instant(span[0])) : '', to: span?.[1] ? String(instant(span[1])) : '' })
      }
    />
  )
}

function useColumns(zone: string | undefined): Column<Row>[] {
  const t = useText(operationLogText)
  const language = useLanguage()
  const name = useName()
  const changes = ({ before, after }: Row) =>
    changesOf(before, after)
      .map(named(name))
      .map(ofDrivers(language))
      .map(
        ({ field, from, to }) =>
          `${field && field !== 'value' ? `${fieldName(field)}: ` : ''}${before === null ? '' : `${from} → `}${to}`,
      )
      .join('; ')
  // A device with one of its variables: `Intake station 1 / Pump 1 speed`.
  const shownObject = ({ objectName }: Row) => objectName.split(' / ').map(name).join(' / ')
  const actOf = ({ act }: Row) => actName(act, language)
  const result = ({ result: outcome, code }: Row) =>
    code === null || code === 200 ? t(outcome) : `${t(outcome)} (${code})`
  return [
    {
      key: 'at',
      title: t('at'),
      width: 160,
      cell: ({ at }) => <time className="log-time">{formatTime(at, zone)}</time>,
      text: ({ at }) => formatTime(at, zone),
    },
    {
      key: 'act',
      title: t('act'),
      cell: (row) => <span className="log-act">{actOf(row)}</span>,
      text: actOf,
      phone: 'end',
    },
    { key: 'objectName', title: t('object'), cell: shownObject, text: shownObject },
    {
      key: 'change',
      title: t('change'),
      cell: (row) => <span className="log-change">{changes(row)}</span>,
      text: changes,
    },
    {
      key: 'result',
      title: t('result'),
      cell: (row) => (
        <span
          className={`log-result log-${row.result}`}
          title={row.code && row.code !== 200 ? errorText(row.code, language) : undefined}
        >
          {result(row)}
        </span>
      ),
      text: result,
    },
    { key: 'loginname', title: t('who') },
    { key: 'ip', title: t('ip'), phone: 'hide' },
  ]
}
