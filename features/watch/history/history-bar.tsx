// The request: report, variables, range, comparison and view.
import { Select } from 'antd'
import type { EquipmentId } from '../../../contract/fields.ts'
import { IconAct, PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { SpanField } from '../../../ui/span-field.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { type Asked, type Comparison, comparisons } from './address.ts'
import type { HistoryReport } from './contract.ts'
import type { Shown } from './curve-lines.ts'
import { type Range, ranges, type Span } from './part-span.ts'
import { historyText } from './text.ts'
import { keepRange } from './usual-range.ts'

/** The normal band of a variable, for the share of time within it. */
export type Band = { id: number; normalLow: number | null; normalHigh: number | null }

export type HistoryOf = {
  equipmentId: EquipmentId
  /** Name of the device, for titles and files. */
  name: string
  signals: readonly Band[]
}

export type Scene = {
  zone: string
  asked: Asked
  home: Span
  shown: readonly Shown[]
  change: (next: Partial<Asked>) => void
}

const compareWords = { '': 'compareNone', day: 'compareDay', week: 'compareWeek' } as const

export function HistoryBar({
  zone,
  asked,
  home,
  shown,
  change,
  reports,
  report,
  onChoose,
  onRefresh,
}: Scene & {
  reports: readonly HistoryReport[]
  report: HistoryReport | undefined
  onChoose: () => void
  onRefresh: () => void
}) {
  const t = useText(historyText)
  const narrow = useNarrow()
  const isOpenEnded = asked.range !== 'custom' && asked.range !== 'yesterday'
  const chooseRange = (range: Range) => {
    keepRange(range)
    change({ range, ...(range === 'custom' ? { custom: home } : {}) })
  }
  return (
    <section className="history-bar">
      <Segmented
        label={t('view')}
        value={asked.view}
        options={[
          { value: 'curve', label: t('curve') },
          { value: 'table', label: t('table') },
        ]}
        onChange={(view) => change({ view })}
      />
      <Select
        className="history-report"
        aria-label={t('report')}
        value={report ? Number(report.id) : undefined}
        options={reports.map(({ id, name, removedAt }) => ({
          value: Number(id),
          label: removedAt ? t('removed', { name }) : name,
        }))}
        onChange={(id) => change({ report: id, columns: [] })}
        popupMatchSelectWidth={false}
      />
      {(asked.view === 'curve' || narrow) && (
        <PlainAct icon="chart" onClick={onChoose}>
          {t('variables', { count: shown.length })}
        </PlainAct>
      )}
      {asked.view === 'curve' && (
        <Select<Comparison>
          className="history-compare"
          aria-label={t('compare')}
          value={asked.compare}
          options={comparisons.map((value) => ({ value, label: t(compareWords[value]) }))}
          onChange={(compare) => change({ compare })}
          popupMatchSelectWidth={false}
        />
      )}
      <Segmented
        label={t('range')}
        value={asked.range}
        options={ranges.map((value) => ({ value, label: t(`r${value}`) }))}
        onChange={chooseRange}
      />
      {isOpenEnded && <IconAct icon="refresh" label={t('refresh')} onClick={onRefresh} />}
      {asked.range === 'custom' && (
        <SpanField span={home} zone={zone} onChange={(custom) => change({ range: 'custom', custom })} />
      )}
    </section>
  )
}
