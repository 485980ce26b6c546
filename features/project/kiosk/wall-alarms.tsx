// The open alarms of a wall: not acknowledged first, then the severest, then the newest.
import { formatAge } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { limitWords, raisedValueText } from '../../watch/open/alarm-value-words.ts'
import type { WallAlarm, WallState } from './contract.ts'
import { kioskText } from './text.ts'

/** Maximum number of rows. */
const rows = 4

export function WallAlarms({ state: { alarms, counts }, now }: { state: WallState; now: number }) {
  const t = useText(kioskText)
  const open = counts.severe + counts.important + counts.normal
  const { unacknowledged } = counts
  return (
    <section className="wall-alarms" aria-label={t('alarms')} data-none={open === 0 || undefined}>
      <header>
        <h2>{t('alarms')}</h2>
        <p>{open === 0 ? t('noAlarms') : t('alarmCount', { open, unacknowledged })}</p>
        {open > rows && <p>{t('alarmsMore', { count: open - rows })}</p>}
      </header>
      {open > 0 && (
        <table>
          <tbody>
            {alarms.slice(0, rows).map((alarm) => (
              <Row key={alarm.id} alarm={alarm} now={now} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Row({ alarm, now }: { alarm: WallAlarm; now: number }) {
  const t = useText(kioskText)
  const language = useLanguage()
  const named = useName()
  const { level, name, equipmentName, unit, state, raisedAt, isAcknowledged, count } = alarm
  return (
    <tr data-level={level} data-seen={isAcknowledged || undefined} data-cleared={state !== 'active' || undefined}>
      <td className="wall-level">
        <SeverityMark severity={level} word blink={!isAcknowledged} />
      </td>
      <td className="wall-strong">
        {named(name)}
        {count > 1 && <small> × {count}</small>}
      </td>
      <td>{named(equipmentName)}</td>
      <td className="wall-right">
        <span className="wall-strong">
          {raisedValueText(alarm)} {unit}
        </span>{' '}
        {limitWords(alarm)}
      </td>
      <td className="wall-right">
        <time dateTime={new Date(raisedAt).toISOString()}>{formatAge(now - raisedAt, language)}</time>
        {state !== 'active' && <small> {t('clearedWord')}</small>}
      </td>
      <td className={isAcknowledged ? undefined : 'wall-strong'}>
        {t(isAcknowledged ? 'acknowledged' : 'notAcknowledged')}
      </td>
    </tr>
  )
}
