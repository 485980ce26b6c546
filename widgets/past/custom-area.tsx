// The columns of a custom report as areas over time, reloaded periodically.
import { useMemo, useState } from 'react'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import type { PageHost } from '../host/page-host.ts'
import type { CustomCurves } from '../services.ts'
import { useAsked } from '../use-asked.ts'
import type { Input } from '../widget.ts'
import { curvesOf } from './custom-lines.ts'
import { curveLine } from './live-lines.ts'
import { MovingCurves } from './moving-curves.tsx'
import { PastBar, SpanPick } from './past-bar.tsx'
import { type Chosen, daysOf, maxMinutes, spanOf } from './span.ts'
import { storedInput } from './stored-input.ts'
import { pastText } from './text.ts'
import { usePastMoment } from './use-moment.ts'

export type AreaOf = {
  timeRange: number
  timeFormat: string
  showXRange: boolean
  timeFilter: boolean
  dataSelect: boolean
}
type Props = { of: AreaOf; host: PageHost; reportId: number; plot: Parameters<typeof MovingCurves>[0]['plot'] }

const renewMs = 60_000

/** Figures cover whole buckets, so they have no live value. */
const inputsOf = (curves: CustomCurves | undefined): Input[] =>
  (curves?.figures ?? []).map((_, signalId) => storedInput('customReport', signalId))

export function CustomArea({ of, host, reportId, plot }: Props) {
  const t = useText(pastText)
  const own = Math.min(of.timeRange, maxMinutes)
  const [chosen, setChosen] = useState<Chosen>({ minutes: own })
  const moment = usePastMoment(host, own)
  const isRolling = moment === null && 'minutes' in chosen
  const asked = useAsked({
    host,
    service: 'customReports',
    key: JSON.stringify([reportId, chosen, moment]),
    ask: (reports, ending) => reports.curves({ reportId, ...spanOf(chosen, host.now()) }, ending),
    ...(isRolling ? { everyMs: renewMs } : {}),
  })
  const { data } = asked
  const inputs = useMemo(() => inputsOf(data), [data])
  const curves = useMemo(() => data && curvesOf(data), [data])
  const titleOf = (index: number) => host.words(data?.figures[index]?.title ?? '')
  /** Whole buckets, even if the chosen time range cuts one. */
  const span = () => {
    const { from, to } = spanOf(chosen, host.now())
    return { from: Math.min(from, data?.times[0] ?? from), to }
  }
  return (
    <div className="past-chart">
      {of.timeFilter && (
        <PastBar>
          <SpanPick
            {...{ own, chosen }}
            now={host.now}
            zone={data?.zone ?? host.clock}
            days={daysOf(data)}
            onChoose={setChosen}
          />
        </PastBar>
      )}
      {curves && (
        <MovingCurves
          {...{ inputs, curves, plot, span }}
          lineOf={(index, line) =>
            curveLine(
              { key: String(index), title: titleOf(index), ink: undefined, look: index, isArea: inputs.length === 1 },
              curves[index],
              null,
              line,
            )
          }
          isLive={false}
          zone={data?.zone ?? host.clock}
          timeFormat={of.timeFormat}
          canToggle={of.dataSelect}
          hasRange={of.showXRange}
          label={host.words(data?.title ?? '')}
        />
      )}
      <AskedNote asked={asked} absent={t('noPage')} />
      {data?.times.length === 0 && <WidgetNote>{t('noCustomRows')}</WidgetNote>}
    </div>
  )
}
