// The rows of a report, newest first, ten per page. On a phone a row is its time, then its values with their names.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { errorText } from '../../../contract/errors.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatTime, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { MomentField } from '../../../ui/moment-field.tsx'
import { type Search, usePlace, withSearch } from '../../../ui/place.tsx'
import { withNote } from '../../../ui/punctuation.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { type HistoryColumn, type HistoryReport, queryReportRows } from './contract.ts'
import { columnWords, type Shown } from './curve-lines.ts'
import { ExportAct } from './export-act.tsx'
import type { HistoryOf, Scene } from './history-bar.tsx'
import { HoleList } from './hole-list.tsx'
import { momentOf } from './part-span.ts'
import { useColumnTitle } from './part-words.ts'
import { historyText } from './text.ts'

type Row = OutputOf<typeof queryReportRows>['rows'][number]

export function TableView({ device, zone, home, report, shown }: Scene & { device: HistoryOf; report: HistoryReport }) {
  const t = useText(historyText)
  const titleOf = useColumnTitle()
  const { path, search, go } = usePlace()
  const list = useList({ rowAt: '' })
  const rowAt = momentOf(list.filters.rowAt)
  const input = { equipmentId: device.equipmentId, reportId: report.id, ...home }
  const page = rowAt === undefined ? { pageNo: list.pageNo } : { at: rowAt }
  const query = useQuery({
    ...queryOf(queryReportRows, { ...input, ...page, pageSize: list.pageSize }),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.rows
  // The newest comes first: the row valid at that time is the first one not after it.
  const found = rowAt === undefined ? undefined : rows?.find(({ time }) => time <= rowAt)?.time
  const narrow = useNarrow()
  const stored = query.data?.columns ?? report.columns
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        key: 'time',
        zone,
        // A summary is stored at the end of its period: midnight belongs to the day before.
        title: t(report.type === 'summary' ? 'periodEnd' : 'time'),
        cell: ({ time }) => (
          <>
            {time === found ? (
              <Found>{formatTime(time, zone)}</Found>
            ) : (
              <time className="rows-time">{formatTime(time, zone)}</time>
            )}
            {report.type === 'summary' && <small className="rows-name rows-end">{t('periodEnd')}</small>}
          </>
        ),
      },
      ...places(stored, narrow ? shown : []).map(
        ([column, index]): Column<Row> => ({
          key: String(column.id),
          title: column.unit ? withNote(titleOf(column), column.unit) : titleOf(column),
          align: 'right',
          cell: (row) => <Cell column={column} title={titleOf(column)} row={row} index={index} />,
        }),
      ),
    ],
    [stored, shown, narrow, report.type, zone, found, t, titleOf],
  )
  return (
    <>
      <section className="rows">
        <DataTable
          columns={columns}
          query={query}
          list={{
            ...list,
            // A time is a position in the table and not a filter.
            filtered: false,
            pageNo: rowAt === undefined ? list.pageNo : (query.data?.pageNo ?? 1),
            setPage: (next) => go(addressOfPage(path, search, next), { replace: true }),
          }}
          keyOf={({ time }) => time}
          label={t('rowsOf', { name: report.name })}
          empty={<EmptyState icon="report">{t('noRows')}</EmptyState>}
          filter={
            <span className="filter-end rows-bar">
              <span className="rows-go">
                <span aria-hidden="true">{t('goToTime')}</span>
                <MomentField
                  label={t('goToTime')}
                  at={rowAt ?? rows?.[0]?.time ?? home.to}
                  zone={zone}
                  max={home.to}
                  onChange={(at) => list.setFilter({ rowAt: String(at) })}
                />
              </span>
              {query.data?.isEstimated && <small>{t('estimated')}</small>}
              <ExportAct name={`${device.name} ${report.name}`} input={input} />
            </span>
          }
        />
      </section>
      <HoleList holes={query.data?.holes ?? []} zone={zone} />
    </>
  )
}

/** Marks the requested time and scrolls it into view once. */
function Found({ children }: { children: string }) {
  const node = useRef<HTMLTimeElement>(null)
  useEffect(() => {
    // Discards the result: some browsers return a promise, which is not a clean-up function.
    void node.current?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <time ref={node} className="rows-time" aria-current="time">
      {children}
    </time>
  )
}

const addressOfPage = (path: string, search: Search, pageNo: number) =>
  withSearch(path, { ...search, rowAt: '', pageNo: pageNo === 1 ? '' : pageNo })

/** The shown columns with their index in a row: on a phone the selected ones, since a hundred would not fit. */
function places(stored: readonly HistoryColumn[], chosen: readonly Shown[]): [HistoryColumn, number][] {
  const all = stored.map((column, index): [HistoryColumn, number] => [column, index])
  const few = all.filter(([{ id }]) => chosen.some(({ column }) => column.id === id))
  return few.length > 0 ? few : all
}

function Cell({ column, title, row, index }: { column: HistoryColumn; title: string; row: Row; index: number }) {
  const t = useText(historyText)
  const language = useLanguage()
  const [value, code] = [row.values[index] ?? null, row.codes[index] ?? 0]
  return (
    <span className="rows-cell">
      <span className="rows-name">{title}</span>
      {code === 0 ? nothingShown : columnWords(column, value)}
      {column.unit && <small className="rows-unit">{column.unit}</small>}
      {code !== 0 && code !== 200 && (
        <span className="value-mark rows-bad" title={withNote(errorText(code, language), code)}>
          {t('bad')}
        </span>
      )}
    </span>
  )
}
