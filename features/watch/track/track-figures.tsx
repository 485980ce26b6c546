// Distance, moving time, stopped time and unknown time.
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import { useText } from '../../../ui/words.ts'
import type { Span } from '../history/part-span.ts'
import type { Track } from './contract.ts'
import { type Drawn, unknownOf } from './drawn.ts'
import { trackText } from './text.ts'
import { useTrackWords } from './use-words.ts'

export function TrackFigures({ track, drawn, span }: { track: Track; drawn: Drawn; span: Span }) {
  const t = useText(trackText)
  const words = useTrackWords()
  const { drivenM, movingMs, stoppedMs, total, times, speeds } = track
  const unknownMs = unknownOf(drawn, span).reduce((sum, { from, to }) => sum + to - from, 0)
  const known = speeds.filter((speed) => speed !== null)
  const figures = [
    { label: t('distance'), value: words.metres(drivenM), note: t('distanceNote') },
    { label: t('moving'), value: words.lasting(movingMs) },
    { label: t('stopped'), value: words.lasting(stoppedMs) },
    { label: t('unknown'), value: words.lasting(unknownMs), note: t('unknownNote') },
    { label: t('topSpeed'), value: known.length > 0 ? words.speed(Math.max(...known)) : nothingShown },
    {
      label: t('positions'),
      value: formatNumber(total),
      note:
        times.length < total
          ? t('thinned', { shown: formatNumber(times.length), total: formatNumber(total) })
          : undefined,
    },
  ]
  return (
    <dl className="track-figures">
      {figures.map(({ label, value, note }) => (
        <div key={label} title={note}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
