// Rows of a history report as a table. [S3 History table]
import { useState } from 'react'
import { errorText } from '../../contract/errors.ts'
import { formatNumber, nothingShown } from '../../ui/format.ts'
import { useLanguage } from '../../ui/language.ts'
import { Pager } from '../../ui/pager.tsx'
import { withNote } from '../../ui/punctuation.ts'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import { oneSlot } from '../binds.ts'
import { choiceField, numberField, textField, type ValuesOf } from '../fields.ts'
import type { PageHost } from '../host/page-host.ts'
import { cellWords } from '../past/cell-words.ts'
import { CustomRows } from '../past/custom-rows.tsx'
import { ExportButton, PastBar, SpanPick } from '../past/past-bar.tsx'
import { type Chosen, maxMinutes, maxStoredMinutes, momentWords, spanOf } from '../past/span.ts'
import { listFields, rollFields, tableCss, tableStyle } from '../past/table-style.ts'
import { pastText } from '../past/text.ts'
import { usePastMoment } from '../past/use-moment.ts'
import type { ReportColumn, ReportPage, ReportRow } from '../services.ts'
import { useAsked } from '../use-asked.ts'
import { type DrawProps, widget } from '../widget.ts'
import '../past/past-table.css'

/** Row limit of a table without pages: the newest rows. */
const mostRows = 200

const byInterval = { field: 'rows', is: ['interval'] }

const data = {
  dimensionType: choiceField('time', {
    section: 'content',
    label: { en: 'Rows', 'zh-cn': '行' },
    options: [{ value: 'time', label: { en: 'By time', 'zh-cn': '按时间' } }],
  }),
  /**
   * Only for history reports, because a custom report defines its own intervals. [S3 History table: timeUnit, interval]
   */
  rows: choiceField('all', {
    section: 'content',
    label: { en: 'Shows', 'zh-cn': '显示' },
    options: [
      { value: 'all', label: { en: 'All that are stored', 'zh-cn': '全部已存储' } },
      { value: 'interval', label: { en: 'One for each interval', 'zh-cn': '每个间隔一行' } },
    ],
  }),
  interval: numberField(5, {
    ...{ section: 'content', min: 1, max: 1000, when: byInterval },
    label: { en: 'Interval', 'zh-cn': '间隔' },
  }),
  timeUnit: choiceField('hour', {
    ...{ section: 'content', when: byInterval },
    label: { en: 'Unit', 'zh-cn': '单位' },
    options: [
      { value: 'minute', label: { en: 'Minutes', 'zh-cn': '分钟' } },
      { value: 'hour', label: { en: 'Hours', 'zh-cn': '小时' } },
      { value: 'day', label: { en: 'Days', 'zh-cn': '天' } },
    ],
  }),
  ...rollFields,
  // A custom report of days or months can cover a year.
  timeRange: numberField(720, {
    ...{ section: 'content', unit: 'min', min: 1, max: maxStoredMinutes },
    label: { en: 'Time range', 'zh-cn': '时间范围' },
  }),
  format: textField('YYYY-MM-DD HH:mm:ss', { section: 'content', label: { en: 'Time format', 'zh-cn': '时间格式' } }),
  ...listFields(mostRows),
} as const

type Data = ValuesOf<typeof data>
type Of = { equipmentId: number; reportId: number; name: string }

function HistoryTable({ style, data: of, inputs, host, mode }: DrawProps<ValuesOf<typeof tableStyle>, object, Data>) {
  const t = useText(pastText)
  const [bound] = inputs('report')
  const customId = bound?.kind === 'customReport' ? Number(bound.binding.customReportId) : 0
  const [equipmentId, reportId] = [Number(bound?.binding.equipId), Number(bound?.binding.reportId)]
  const isBound = bound?.kind === 'report' && equipmentId > 0 && reportId > 0
  return (
    <div className="past-table" style={tableCss(style)}>
      {mode !== 'run' ? (
        <Sample title={bound?.binding.title} />
      ) : customId > 0 ? (
        <CustomRows key={customId} {...{ of, host, mostRows }} reportId={customId} name={bound?.binding.title ?? ''} />
      ) : isBound ? (
        <Rows key={reportId} of={of} host={host} report={{ equipmentId, reportId, name: bound.binding.title ?? '' }} />
      ) : (
        <WidgetNote>{t('noReport')}</WidgetNote>
      )}
    </div>
  )
}

/** The interval between rows; undefined: all rows. Intervals are whole numbers. */
export const intervalOf = ({ rows, interval, timeUnit }: Pick<Data, 'rows' | 'interval' | 'timeUnit'>) =>
  rows === 'interval' ? { every: Math.max(1, Math.round(interval)), unit: timeUnit } : undefined

/** The table in the designer: a grid with dashes in place of values. */
function Sample({ title }: { title: string | undefined }) {
  const t = useText(pastText)
  const columns = [t('time'), title || nothingShown, nothingShown]
  return (
    <div className="past-table-scroll">
      <table>
        <thead>
          <tr>
            {columns.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns that have no names
              <th key={index}>{each}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {['a', 'b', 'c'].map((row) => (
            <tr key={row}>
              {columns.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns that have no names
                <td key={index}>{nothingShown}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Rows({ of, host, report }: { of: Data; host: PageHost; report: Of }) {
  const t = useText(pastText)
  const own = Math.min(of.timeRange, maxMinutes)
  const [chosen, setChosen] = useState<Chosen>({ minutes: own })
  const [pageNo, setPageNo] = useState(1)
  const moment = usePastMoment(host, own)
  const pageSize = of.page ? of.pageSize : mostRows
  const { equipmentId, reportId } = report
  const interval = intervalOf(of)
  // Only the first page of a live table moves with the time, so that a later page stays in place while a user reads it.
  const isRolling = moment === null && 'minutes' in chosen && pageNo === 1
  const asked = useAsked({
    host,
    service: 'reports',
    key: JSON.stringify([equipmentId, reportId, interval, chosen, pageNo, pageSize, moment]),
    ask: (reports, ending) =>
      reports.rows({ equipmentId, reportId, interval, ...spanOf(chosen, host.now()), pageNo, pageSize }, ending),
    ...(isRolling ? { everyMs: of.rollTime * 1000 } : {}),
  })
  const save: Parameters<typeof ExportButton>[0]['onSave'] = async (onBytes, ending) => {
    const reports = await host.service('reports')
    const name = report.name || t('time')
    await reports?.save(
      { equipmentId, reportId, interval, ...spanOf(chosen, host.now()), name, zone: host.clock, onBytes },
      ending,
    )
  }
  const choose = (next: Chosen) => {
    setChosen(next)
    setPageNo(1)
  }
  return (
    <>
      {(of.filterTime || of.exportExcel) && (
        <PastBar>
          {of.filterTime && <SpanPick own={own} chosen={chosen} now={host.now} zone={host.clock} onChoose={choose} />}
          {of.exportExcel && (
            <ExportButton may="history:export" why={t('noExport')} isOff={!asked.data?.rows.length} onSave={save} />
          )}
        </PastBar>
      )}
      <div className="past-table-scroll" data-old={asked.state === 'failed' ? '' : undefined}>
        <AskedNote asked={asked} />
        {asked.data?.rows.length === 0 && <WidgetNote>{t('noRows')}</WidgetNote>}
        {asked.data && asked.data.rows.length > 0 && (
          <Table page={asked.data} format={of.format} host={host} name={report.name} />
        )}
      </div>
      {asked.data && asked.data.rows.length > 0 && (
        <Foot page={asked.data} pageNo={pageNo} pageSize={pageSize} isPaged={of.page} onPage={setPageNo} />
      )}
    </>
  )
}

function Foot({
  page: { total, isEstimated, rows },
  pageNo,
  pageSize,
  isPaged,
  onPage,
}: {
  page: ReportPage
  pageNo: number
  pageSize: number
  isPaged: boolean
  onPage: (pageNo: number) => void
}) {
  const t = useText(pastText)
  if (isPaged) return <Pager pageNo={pageNo} pageSize={pageSize} total={total} onPage={onPage} />
  if (rows.length >= total && !isEstimated) return null
  return <p className="past-table-count">{t('latest', { count: formatNumber(rows.length) })}</p>
}

type Drawn = { page: ReportPage; format: string; host: PageHost; name: string }

function Table({ page: { columns, rows }, format, host, name }: Drawn) {
  const t = useText(pastText)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <table aria-label={name || undefined} tabIndex={0}>
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              title={host.words(column.title)}
              data-number={isNumber(column) ? '' : undefined}
            >
              {host.words(column.title)} {column.unit && <small>{column.unit}</small>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.time}>
            <td>
              <time dateTime={new Date(row.time).toISOString()}>{momentWords(row.time, format, host.clock)}</time>
            </td>
            {columns.map((column, index) => (
              <Cell key={column.id} column={column} row={row} index={index} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isNumber = ({ dataType, texts }: ReportColumn): boolean => dataType !== 'string' && dataType !== 'bool' && !texts

function Cell({ column, row, index }: { column: ReportColumn; row: ReportRow; index: number }) {
  const t = useText(pastText)
  const language = useLanguage()
  const code = row.codes[index] ?? 0
  const { words, state } = cellWords(column, row.values[index] ?? null, code)
  return (
    <td data-number={isNumber(column) ? '' : undefined} title={words || undefined}>
      {state === 'bad' ? (
        <span data-bad="" title={withNote(errorText(code, language), code)}>
          {t('bad')}
        </span>
      ) : (
        words
      )}
    </td>
  )
}

export default widget({
  family: 'complex',
  word: 'History',
  name: { en: 'History table', 'zh-cn': '历史报表' },
  size: { width: 560, height: 400 },
  style: tableStyle,
  data,
  binds: { report: oneSlot({ en: 'History report', 'zh-cn': '历史报表' }, ['report', 'customReport']) },
  Draw: HistoryTable,
})
