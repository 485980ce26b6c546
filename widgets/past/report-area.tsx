// The columns of a history report as curves over time, each in a palette colour, reloaded periodically.
import { useMemo, useState } from 'react'
import type { Binding } from '../../contract/page-document.ts'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import type { PageHost } from '../host/page-host.ts'
import { useAsked } from '../use-asked.ts'
import type { AreaPlot } from './area-plot.ts'
import type { AreaOf } from './custom-area.tsx'
import { curveLine } from './live-lines.ts'
import { MovingCurves } from './moving-curves.tsx'
import { PastBar, SpanPick } from './past-bar.tsx'
import { type Chosen, maxMinutes, spanOf } from './span.ts'
import { storedInput } from './stored-input.ts'
import { pastText } from './text.ts'
import { usePastMoment } from './use-moment.ts'

type Props = { of: AreaOf; host: PageHost; binding: Binding; plot: AreaPlot }

const renewMs = 60_000
const points = 1000

export function ReportArea({ of, host, binding, plot }: Props) {
  const t = useText(pastText)
  const own = Math.min(of.timeRange, maxMinutes)
  const [chosen, setChosen] = useState<Chosen>({ minutes: own })
  const moment = usePastMoment(host, own)
  const isRolling = moment === null && 'minutes' in chosen
  const [equipmentId, reportId] = [Number(binding.equipId), Number(binding.reportId)]
  const asked = useAsked({
    host,
    service: 'history',
    key: JSON.stringify([equipmentId, reportId, chosen, moment]),
    ask: async (history, ending) =>
      (await history.report?.({ equipmentId, reportId, points, ...spanOf(chosen, host.now()) }, ending)) ?? null,
    ...(isRolling ? { everyMs: renewMs } : {}),
  })
  const { data } = asked
  const curves = data?.curves
  const inputs = useMemo(() => (curves ?? []).map(({ columnId }) => storedInput('report', columnId)), [curves])
  const isEmpty = curves?.every(({ times }) => times.length === 0)
  return (
    <div className="past-chart">
      {of.timeFilter && (
        <PastBar>
          <SpanPick own={own} chosen={chosen} now={host.now} zone={host.clock} onChoose={setChosen} />
        </PastBar>
      )}
      {curves && curves.length > 0 && (
        <MovingCurves
          {...{ inputs, curves, plot }}
          lineOf={(index, line) => {
            const title = host.words(curves[index]?.title ?? '')
            const look = { key: String(index), title, ink: undefined, look: index, isArea: inputs.length === 1 }
            return curveLine(look, curves[index], null, line)
          }}
          span={() => spanOf(chosen, host.now())}
          isLive={false}
          zone={host.clock}
          timeFormat={of.timeFormat}
          canToggle={of.dataSelect}
          hasRange={of.showXRange}
          label={host.words(binding.title ?? '')}
        />
      )}
      <AskedNote asked={asked} />
      {data && data.total > data.curves.length && (
        <small>{t('someColumns', { count: data.curves.length, total: data.total })}</small>
      )}
      {data === null ? <WidgetNote>{t('noSuchReport')}</WidgetNote> : isEmpty && <WidgetNote>{t('noRows')}</WidgetNote>}
    </div>
  )
}
