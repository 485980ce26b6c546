// Statistics of all readings in the visible range, independent of the reduced curve.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { ColumnId } from '../../../contract/fields.ts'
import type { CurveLine } from '../../../ui/curve-chart.tsx'
import { shareWithin } from '../../../ui/curve-data.ts'
import { Swatch } from '../../../ui/curve-legend.tsx'
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import { IconAct } from '../../../ui/plain.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import type { Asked } from './address.ts'
import { type HistoryColumn, queryAggregates } from './contract.ts'
import { columnWords, type Shown } from './curve-lines.ts'
import type { Band, HistoryOf } from './history-bar.tsx'
import type { Span } from './part-span.ts'
import { useColumnTitle } from './part-words.ts'
import { historyText } from './text.ts'
import '../../../ui/data-table.css'

const figures = ['min', 'max', 'average', 'delta', 'sum'] as const
/** A summary's delta starts at the end of the previous period; this delta covers the visible range. */
const wordOf = (figure: (typeof figures)[number]) => (figure === 'delta' ? 'change' : figure)

export function Statistics({
  device,
  view,
  shown,
  lines,
  change,
}: {
  device: HistoryOf
  view: Span
  shown: readonly Shown[]
  lines: readonly CurveLine[]
  change: (next: Partial<Asked>) => void
}) {
  const t = useText(historyText)
  const titleOf = useColumnTitle()
  const { data, error, refetch } = useQuery({
    ...queryOf(queryAggregates, {
      equipmentId: device.equipmentId,
      columnIds: shown.map(({ column }) => ColumnId.parse(column.id)),
      ...view,
    }),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section className="data-table statistics">
      <table aria-label={t('statistics')} aria-busy={!data}>
        <thead>
          <tr>
            <th scope="col">{t('statistics')}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col" className="cell-right">
                {t(wordOf(figure))}
              </th>
            ))}
            <th scope="col" className="cell-right">
              {t('readings')}
            </th>
            <th scope="col" className="cell-right">
              {t('inRange')}
            </th>
            <th scope="col" aria-label=" " />
          </tr>
        </thead>
        <tbody>
          {shown.map(({ column }, look) => {
            const of = data?.series.find(({ columnId }) => columnId === column.id)
            const [count, good] = [of?.count[0] ?? 0, of?.good[0] ?? 0]
            const line = lines.find(({ key }) => key === String(column.id))
            return (
              <tr key={column.id}>
                <td className="phone-title">
                  <span className="statistics-name">
                    <Swatch look={look} />
                    {titleOf(column)}
                    {column.unit && <small>{column.unit}</small>}
                  </span>
                </td>
                {figures.map((figure) => (
                  <td key={figure} className="cell-right" data-label={t(wordOf(figure))}>
                    {figureWords(column, figure, of?.[figure][0])}
                  </td>
                ))}
                <td className="cell-right" data-label={t('readings')}>
                  {of ? formatNumber(count) : nothingShown}
                  {count > good && <span className="statistics-bad">{t('badCount', { count: count - good })}</span>}
                </td>
                <td className="cell-right" data-label={t('inRange')}>
                  <InRange
                    line={line}
                    view={view}
                    band={device.signals.find(({ id }) => id === Number(column.signalId))}
                  />
                </td>
                <td className="cell-acts phone-end">
                  <IconAct
                    icon="close"
                    label={t('remove', { name: titleOf(column) })}
                    disabled={shown.length === 1}
                    onClick={() =>
                      change({
                        columns: shown.map((each) => Number(each.column.id)).filter((id) => id !== Number(column.id)),
                      })
                    }
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Bools have no meaningful average; the sum of levels is shown although it rarely has a meaning. */
function figureWords(
  column: HistoryColumn,
  figure: (typeof figures)[number],
  value: number | null | undefined,
): string {
  if (value === null || value === undefined) return nothingShown
  if (column.dataType === 'bool')
    return figure === 'sum' || figure === 'delta' ? nothingShown : formatNumber(value, figure === 'average' ? 2 : 0)
  const decimals = column.decimals ?? (figure === 'average' ? 2 : null)
  return columnWords({ ...column, decimals, dataType: 'float32' }, value)
}

function InRange({ line, view, band }: { line: CurveLine | undefined; view: Span; band: Band | undefined }) {
  const t = useText(historyText)
  const [low, high] = [band?.normalLow ?? null, band?.normalHigh ?? null]
  if (!line || (low === null && high === null)) return nothingShown
  const share = shareWithin(line.read(), view, { low, high, gapMs: line.gapMs })
  if (share === undefined) return nothingShown
  const note = t('inRangeNote', { low: low ?? '−∞', high: high ?? '∞' })
  return <span title={note}>{`${formatNumber(share * 100, 1)} %`}</span>
}
