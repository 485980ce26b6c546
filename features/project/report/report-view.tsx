// Shows a custom report over a chosen span, as rows with totals or as curves, and exports it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { callStream, queryOf } from '../../../contract/call.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { Act } from '../../../ui/act.tsx'
import { CurveChart, type CurveLine } from '../../../ui/curve-chart.tsx'
import { fileName } from '../../../ui/download.ts'
import { formatDate, formatSize } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { Card, CardWaiting } from '../../../ui/page-header.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { SpanField } from '../../../ui/span-field.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { dayStart } from '../../../ui/zone.ts'
import { stepsOf } from '../../../widgets/past/custom-lines.ts'
import { CustomNotes, CustomTable } from '../../../widgets/past/custom-table.tsx'
import type { CustomCurves } from '../../../widgets/services.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { saveExport } from '../../watch/open/history-save.ts'
import { type CustomReport, queryCustomCurves, queryCustomRows, saveCustomRows } from './contract.ts'
import { useRowWords } from './row-words.ts'
import { cannotAsk } from './rules.ts'
import { reportText } from './text.ts'
import '../../../widgets/past/past-table.css'

type Span = { from: number; to: number }
const offered = ['1', '2', '7', '30'] as const
type Range = (typeof offered)[number] | 'own'

/** The span and view from the address. */
function useAsked({ bucket, usedZone }: CustomReport) {
  const { path, search, go } = usePlace()
  const [now, setNow] = useState(() => Math.floor(serverClock.now()))
  const isLong = bucket.unit === 'day' || bucket.unit === 'week' || bucket.unit === 'month'
  const range: Range =
    search.range === 'own' ? 'own' : (offered.find((each) => each === search.range) ?? (isLong ? '30' : '2'))
  const [from, to] = (search.span ?? '').split('-').map(Number)
  const span: Span = useMemo(() => {
    if (range === 'own' && from && to) return { from, to }
    const count = range === 'own' ? 2 : Number(range)
    return { from: dayStart(now, usedZone, 1 - count), to: now }
  }, [range, from, to, now, usedZone])
  const change = (next: Record<string, string>) => {
    setNow(Math.floor(serverClock.now()))
    go(withSearch(path, { ...search, page: '', ...next }), { replace: true })
  }
  return { range, span, change, isCurve: search.view === 'curve' }
}

export function ReportView({ report, links }: { report: CustomReport; links: { list: string; edit: string } }) {
  const t = useText(reportText)
  const { go } = usePlace()
  const named = useName()
  const rowWords = useRowWords()
  const { range, span, change, isCurve } = useAsked(report)
  const { id, usedZone, bucket } = report
  const refused = cannotAsk(span, { bucket, zone: usedZone })
  const title = named(report.title)
  return (
    <div className="report-view">
      <header className="report-view-head">
        <Go to={links.list}>{t('all')}</Go>
        <h2>{title}</h2>
        <small>
          {rowWords(bucket)} · {t('inZone', { zone: usedZone })}
        </small>
        <Act may="project:edit" onClick={() => go(links.edit)}>
          {t('edit')}
        </Act>
      </header>
      <div className="report-view-bar">
        <Segmented
          label={t('view')}
          value={isCurve ? 'curve' : 'table'}
          options={[
            { value: 'table', label: t('table') },
            { value: 'curve', label: t('curve') },
          ]}
          onChange={(view) => change({ view })}
        />
        <Segmented<Range>
          label={t('range')}
          value={range}
          options={[
            ...offered.map((value) => ({ value, label: t(`r${value}`) })),
            { value: 'own' as const, label: t('own') },
          ]}
          onChange={(next) => change({ range: next, span: next === 'own' ? `${span.from}-${span.to}` : '' })}
        />
        {range === 'own' && (
          <SpanField span={span} zone={usedZone} onChange={(next) => change({ span: `${next.from}-${next.to}` })} />
        )}
        <Export report={report} span={span} name={title} />
      </div>
      {refused ? (
        <EmptyState icon="clock">
          {refused.error === 'spanTooLong' ? t('tooLong', { days: refused.details.days }) : t('notASpan')}
        </EmptyState>
      ) : isCurve ? (
        <Curves key={id} report={report} span={span} />
      ) : (
        <Table report={report} span={span} />
      )}
    </div>
  )
}

function Table({ report: { id }, span }: { report: CustomReport; span: Span }) {
  const t = useText(reportText)
  const named = useName()
  const list = useList()
  const { pageNo, pageSize, setPageSize } = list
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(queryCustomRows, { reportId: id, ...span, pageNo, pageSize, totals: true }),
    placeholderData: keepPreviousData,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <CardWaiting />
  if (data.rows.length === 0) return <EmptyState icon="clock">{t('empty')}</EmptyState>
  return (
    <section className="card card-flush past-table report-table" aria-busy={isPlaceholderData}>
      <div className="past-table-scroll">
        <CustomTable page={data} words={named} />
      </div>
      <CustomNotes page={data} />
      <Pager {...{ pageNo, pageSize }} total={data.total} onPage={list.setPage} onPageSize={setPageSize} />
    </section>
  )
}

function linesOf(curves: CustomCurves, named: (text: string) => string): CurveLine[] {
  return curves.figures.map(({ key, title, unit, decimals }, at) => {
    const { times, values } = stepsOf(curves, at)
    const own = { times: Float64Array.from(times), values: Float64Array.from(values, (value) => value ?? Number.NaN) }
    return {
      ...{ key, title: named(title), unit, look: at },
      ...{ isStep: true, isState: false, gapMs: Number.POSITIVE_INFINITY, shiftMs: 0 },
      read: () => own,
      words: (value) => valueWords(value, { dataType: 'float32', decimals, unit }),
    }
  })
}

function Curves({ report: { id, title, usedZone }, span }: { report: CustomReport; span: Span }) {
  const t = useText(reportText)
  const named = useName()
  const { data, error, refetch } = useQuery(queryOf(queryCustomCurves, { reportId: id, ...span }))
  const [zoom, setZoom] = useState<Span | null>(null)
  const lines = useMemo(() => (data ? linesOf(data, named) : []), [data, named])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <CardWaiting />
  if (data.times.length === 0) return <EmptyState icon="clock">{t('empty')}</EmptyState>
  const home = { from: Math.min(span.from, data.times[0]!), to: span.to }
  return (
    <Card flush>
      <div className="report-curve">
        <CurveChart
          lines={lines}
          view={zoom ?? home}
          home={home}
          zone={usedZone}
          label={t('curveOf', { name: named(title) })}
          onView={(next, isFinal) => isFinal && setZoom(next)}
        />
      </div>
    </Card>
  )
}

function Export({ report, span, name }: { report: CustomReport; span: Span; name: string }) {
  const t = useText(reportText)
  const [bytes, setBytes] = useState<number>()
  const ending = useRef<AbortController>(undefined)
  const save = async (format: 'csv' | 'xlsx') => {
    const own = new AbortController()
    ending.current = own
    const day = (at: number) => formatDate(at, report.usedZone)
    const file = `${fileName(`${name} ${day(span.from)} ${day(span.to)}`)}.${format}`
    setBytes(0)
    try {
      const open = () => callStream(saveCustomRows, { reportId: report.id, ...span, format }, { signal: own.signal })
      await saveExport(open, file, setBytes)
      toast.good(t('exported', { name: file }))
    } catch (error) {
      // The user closed the save dialog: no error.
      if ((error as Error).name !== 'AbortError') toast.bad(error)
    } finally {
      setBytes(undefined)
    }
  }
  return (
    <span className="report-export">
      {bytes !== undefined ? (
        <>
          <small role="status">{t('exporting', { size: formatSize(bytes) })}</small>
          <PlainAct kind="link" onClick={() => ending.current?.abort()}>
            {t('cancel')}
          </PlainAct>
        </>
      ) : (
        <>
          <span>{t('export')}</span>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Act key={format} kind="link" icon="download" may="history:export" sends onClick={() => void save(format)}>
              {format === 'csv' ? 'CSV' : 'Excel'}
            </Act>
          ))}
        </>
      )}
    </span>
  )
}
