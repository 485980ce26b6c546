// The current value of a rule's variable, and the limit on its scale.
import type { AlarmLevel, Signal } from '../../../contract/equipment-config.ts'
import { good } from '../../../core/data-type.ts'
import { useCell } from '../../../signal/web/use-binding.ts'
import { formatNumber } from '../../../ui/format.ts'
import { percentOf, RangeBar } from '../../../ui/range-bar.tsx'
import { useText } from '../../../ui/words.ts'
import { LiveCell, type LiveValues } from '../open/live-value.tsx'
import { alarmRuleText } from './text.ts'

type Props = { signal: Signal; values: LiveValues | undefined; limit?: number | undefined; level?: AlarmLevel }

export function NowBar({ signal, values, limit, level = 'important' }: Props) {
  const t = useText(alarmRuleText)
  const { dataType, decimals = null, unit = null, texts = null } = signal
  const scale = scaleOf(signal, limit)
  return (
    <div className="alarm-now">
      {scale && <Bar signal={signal} values={values} scale={scale} limit={limit} level={level} />}
      {values && (
        <span className="alarm-now-value">
          {t('now')} <LiveCell id={signal.id} written={{ dataType, decimals, unit, texts }} values={values} />
        </span>
      )}
    </div>
  )
}

/** The scale: the range of the variable, or else the range of its normal values and the limit. */
function scaleOf({ min, max, normalLow, normalHigh, valueLow, valueHigh }: Signal, limit: number | undefined) {
  const known = [min ?? valueLow ?? normalLow, max ?? valueHigh ?? normalHigh]
  const [low, high] = known
  if (low === undefined || high === undefined || !(high > low)) return undefined
  return { low: Math.min(low, limit ?? low), high: Math.max(high, limit ?? high) }
}

type Scale = { low: number; high: number }

function Bar({ signal, values, scale, limit, level }: Props & { scale: Scale; level: AlarmLevel }) {
  const reading = useCell(values?.source.subscribe(signal.id))
  const value = reading.code === good && typeof reading.value === 'number' ? reading.value : null
  const { low, high } = scale
  return (
    <span className="alarm-scale">
      <small>{formatNumber(low)}</small>
      <span className="alarm-bar">
        <RangeBar
          value={value}
          min={low}
          max={high}
          {...(signal.normalLow === undefined ? {} : { low: signal.normalLow })}
          {...(signal.normalHigh === undefined ? {} : { high: signal.normalHigh })}
          width="100%"
        />
        {limit !== undefined && (
          <i className={`rule-limit rule-limit-${level}`} style={{ left: `${percentOf(limit, low, high)}%` }} />
        )}
      </span>
      <small>
        {formatNumber(high)} {signal.unit}
      </small>
    </span>
  )
}
