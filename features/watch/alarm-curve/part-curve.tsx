// The curve of an alarm's variable from half an hour before it was raised, from stored or calculated history, with the
// limit and the active period.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { ColumnId, type MvarId, type ProjectId } from '../../../contract/fields.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { formatClock } from '../../../ui/format.ts'
import { useLink } from '../../../ui/link.ts'
import { useMay, useZone } from '../../../ui/me.ts'
import { Bar } from '../../../ui/states.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import type { AlarmInfo } from '../alarm/contract.ts'
import { queryHistory } from '../history/contract.ts'
import { queryMvarHistory } from '../mvar/contract.ts'
import type { Course } from './part-now.tsx'
import { curveOf, type Drawn, passedLimit, type Span, type Stored, spanOf, withoutBad } from './rules.ts'
import { alarmCurveText } from './text.ts'
import './alarm-curve.css'

const size = { width: 372, height: 150, right: 40, bottom: 18, top: 8, letter: 7 }
const points = 400
const refreshMs = 15_000

/** `limit`: the limit that was passed, in words. */
type Of = { alarm: AlarmInfo; limit: string | null; course: Course | undefined }

export function AlarmCurve({ alarm, ...of }: Of) {
  const may = useMay()
  // A boolean variable has no curve.
  if (typeof alarm.value === 'boolean' || !may('history:view')) return null
  const { mvar } = alarm
  if (alarm.signalId !== null) return <StoredCurve {...of} alarm={alarm} />
  // If the caller cannot see the project, the alarm contains only the value.
  if (!mvar || mvar.id === null || mvar.projectId === null || !may('project:view')) return null
  return <CalculatedCurve {...of} alarm={alarm} projectId={mvar.projectId} id={mvar.id} />
}

function useSpan(alarm: AlarmInfo) {
  const { since } = useLink()
  const now = useNow() + serverClock.offsetMs()
  // While the platform is unreachable, the curve ends at the latest contact, because the state of the alarm since then
  // is unknown.
  const heard = since === null ? now : since + serverClock.offsetMs()
  return spanOf(alarm, Math.ceil(heard / refreshMs) * refreshMs)
}

function StoredCurve({ alarm, ...of }: Of) {
  const t = useText(alarmCurveText)
  const { columnId, equipmentId } = alarm
  const span = useSpan(alarm)
  const { data, error } = useQuery({
    ...queryOf(queryHistory, {
      equipmentId,
      columnIds: columnId === null ? [] : [ColumnId.parse(columnId)],
      points,
      ...span,
    }),
    enabled: columnId !== null,
    placeholderData: (before) => before,
  })
  if (columnId === null) return <p className="alarm-no-curve">{t('noCurve')}</p>
  if (!data) return <NotYet error={error} />
  const series = data.series[0]
  return <Drawing {...{ alarm, span, ...of }} stored={series && { ...series, from: data.from }} />
}

function CalculatedCurve({ alarm, projectId, id, ...of }: Of & { projectId: ProjectId; id: MvarId }) {
  const span = useSpan(alarm)
  const { data, error } = useQuery({
    ...queryOf(queryMvarHistory, { projectId, id, points, ...span }),
    placeholderData: (before) => before,
  })
  if (!data) return <NotYet error={error} />
  return <Drawing {...{ alarm, span, ...of }} stored={withoutBad(data)} />
}

/** Shows an error as an error, not as missing values. */
const NotYet = ({ error }: { error: Error | null }) =>
  error ? <p className="alarm-no-curve">{error.message}</p> : <Bar width="100%" height={150} />

function Drawing({ alarm, limit, course, span, stored }: Of & { span: Span; stored: Stored | undefined }) {
  const t = useText(alarmCurveText)
  const line = course?.ahead && { from: course.heading, to: course.ahead }
  const drawn = stored && curveOf(stored, { ...alarm, limit: passedLimit(alarm) }, span, size, line)
  return drawn ? <Plot {...{ drawn, alarm, limit }} /> : <p className="alarm-no-curve">{t('noValues')}</p>
}

function Plot({ drawn, alarm, limit }: Pick<Of, 'alarm' | 'limit'> & { drawn: Drawn }) {
  const t = useText(alarmCurveText)
  const zone = useZone()
  const { path, last, raisedX, clearedX, limitY, ticks, from, right, ahead } = drawn
  const { width, height, bottom, top } = size
  const [end, floor] = [width - right, height - bottom]
  const stoodTo = alarm.state === 'active' && !alarm.isHeard ? last.x : clearedX
  return (
    <svg
      className={`alarm-curve alarm-curve-${alarm.level}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('curve', { name: alarm.name })}
    >
      {ticks.map(({ y, text }) => (
        <g key={text}>
          <line className="alarm-grid" x1={0} x2={end} y1={y} y2={y} />
          <text x={width} y={y + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <rect className="alarm-stood" x={raisedX} width={Math.max(1, stoodTo - raisedX)} y={top} height={floor - top} />
      {limitY !== null && (
        <g className="alarm-limit">
          <line x1={0} x2={end} y1={limitY} y2={limitY} />
          <text x={2} y={limitY - 4}>
            {limit}
          </text>
        </g>
      )}
      <line className="alarm-event" x1={raisedX} x2={raisedX} y1={top} y2={floor} />
      <path d={path} />
      {ahead && <line className="alarm-ahead" x1={ahead.from.x} x2={ahead.to.x} y1={ahead.from.y} y2={ahead.to.y} />}
      <circle cx={ahead?.from.x ?? last.x} cy={ahead?.from.y ?? last.y} r={3.4} />
      <line className="alarm-grid" x1={0} x2={end} y1={floor} y2={floor} />
      <text x={0} y={height - 3}>
        {formatClock(from, zone).slice(0, 5)}
      </text>
      <text
        className="alarm-event-time"
        x={Math.min(end - 24, Math.max(58, raisedX))}
        y={height - 3}
        textAnchor="middle"
      >
        {formatClock(alarm.raisedAt, zone)}
      </text>
    </svg>
  )
}
