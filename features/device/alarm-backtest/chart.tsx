// The chart of a backtest: the variable, the times of active alarms, the limit and its dead band.
import { formatNumber, formatTime } from '../../../ui/format.ts'
import type { BacktestAlarm, BacktestCurve } from './contract.ts'
import { across, countMarks, pathOf, type Span, scaleOf, ticksOf, upward, valueTicks, within } from './plot.ts'

type Props = {
  curve: BacktestCurve
  alarms: readonly BacktestAlarm[]
  span: Span
  zone: string
  label: string
  /** Known data ends here; alarms still active are drawn up to this instant. */
  until: number
  limit?: number | undefined
  /** Values at which the alarm clears: as edited, and as suggested. */
  back?: number | undefined
  suggestedBack?: number | undefined
  /** The hour that is enlarged below the chart. */
  worst?: Span | undefined
  isHour?: boolean
  /** Labels of 0 and 1 for a boolean variable. */
  states?: readonly [off: string, on: string] | undefined
}

export function BacktestChart({
  curve,
  span,
  zone,
  label,
  until,
  limit,
  back,
  suggestedBack,
  worst,
  isHour,
  states,
  ...of
}: Props) {
  const alarms = within(of.alarms, span)
  const marks = [limit, ...(isHour ? [back, suggestedBack] : [])].filter((mark) => mark !== undefined)
  const scale = scaleOf(curve, marks)
  const y = (value: number) => upward(value, scale)
  const x = (at: number) => across(at, span)
  const values = states ? [0, 1] : valueTicks(scale)
  const told = (value: number) => states?.[value] ?? formatNumber(value)
  const isTwo = isHour === true && limit !== undefined && suggestedBack !== undefined && suggestedBack !== limit
  const isLower = isTwo && suggestedBack < limit
  /** If two numbers would overlap, they are moved apart. */
  const isClose = isTwo && Math.abs(y(suggestedBack) - y(limit)) < 12
  const side = (isUpper: boolean) => (isClose ? ` backtest-value-${isUpper ? 'above' : 'below'}` : '')
  return (
    <div className={isHour ? 'backtest-plot backtest-hour' : 'backtest-plot'}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
        {alarms.map(({ raisedAt, clearedAt }) => {
          const [left, right] = [x(raisedAt), x(clearedAt ?? until)]
          return (
            <g key={raisedAt}>
              <rect className="backtest-active" x={left} y="0" width={Math.max(0.25, right - left)} height="100" />
              <line className="backtest-active-top" x1={left} x2={Math.max(left + 0.25, right)} y1="0" y2="0" />
            </g>
          )
        })}
        {values.map((value) => (
          <line key={value} className="backtest-grid" x1="0" x2="100" y1={y(value)} y2={y(value)} />
        ))}
        {isHour && limit !== undefined && back !== undefined && back !== limit && (
          <rect
            className="backtest-band"
            x="0"
            width="100"
            y={Math.min(y(limit), y(back))}
            height={Math.abs(y(limit) - y(back))}
          />
        )}
        <path className="backtest-line" d={pathOf(curve, span, scale, states && Math.min(until, span.to))} />
        {limit !== undefined && <line className="backtest-limit" x1="0" x2="100" y1={y(limit)} y2={y(limit)} />}
        {isHour && suggestedBack !== undefined && (
          <line className="backtest-suggested" x1="0" x2="100" y1={y(suggestedBack)} y2={y(suggestedBack)} />
        )}
        {worst && (
          <rect
            className="backtest-worst"
            x={x(worst.from) - 0.4}
            width={x(worst.to) - x(worst.from) + 0.8}
            y="0"
            height="100"
          />
        )}
      </svg>
      {!isHour &&
        countMarks(alarms, span).map(({ at, count }) => (
          <span key={at} className="backtest-count" style={{ left: `${x(at)}%` }}>
            {formatNumber(count)}
          </span>
        ))}
      {ticksOf(span, offsetOf(span.from, zone)).map(({ at, isDay }) => (
        <span key={at} className="backtest-tick" style={{ left: `${x(at)}%` }}>
          {isDay ? formatTime(at, zone).slice(5, 10) : formatTime(at, zone).slice(11, 16)}
        </span>
      ))}
      {values
        // Scale labels near the label of a limit are omitted.
        .filter((value) => marks.every((mark) => Math.abs(y(mark) - y(value)) > (isHour ? 11 : 7)))
        .map((value) => (
          <span key={value} className="backtest-value" style={{ top: `${y(value)}%` }}>
            {told(value)}
          </span>
        ))}
      {limit !== undefined && (
        <span className={`backtest-value backtest-value-limit${side(isLower)}`} style={{ top: `${y(limit)}%` }}>
          {formatNumber(limit)}
        </span>
      )}
      {isTwo && (
        <span className={`backtest-value${side(!isLower)}`} style={{ top: `${y(suggestedBack)}%` }}>
          {formatNumber(suggestedBack)}
        </span>
      )}
    </div>
  )
}

/** Offset of the zone from UTC at an instant, ms. */
const offsetOf = (at: number, zone: string): number =>
  Date.parse(`${formatTime(at, zone).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
