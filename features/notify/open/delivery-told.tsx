// Notifications of one alarm: the newest deliveries, and the next recipients.
import { useQuery } from '@tanstack/react-query'
import type { AlarmId } from '../../../contract/fields.ts'
import '../delivery/delivery.css'
import { queryOf } from '../../../contract/call.ts'
import type { AlarmMethod } from '../../../contract/equipment-config.ts'
import { formatClock } from '../../../ui/format.ts'
import { useZone } from '../../../ui/me.ts'
import { Go, withSearch } from '../../../ui/place.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryDeliveries } from '../delivery/contract.ts'
import { deliveryText } from '../delivery/text.ts'
import { methodWords, toldLines } from '../delivery/words.ts'

const shown = 20

/** The next notification step of an alarm, as the list of alarms returns it. */
type NextTold = { at: number; names: readonly string[]; methods: readonly AlarmMethod[] }

/** Names of channels within a sentence: `push`, `SMS, phone call`. */
export function useMethodWords(): (methods: readonly AlarmMethod[]) => string {
  const t = useText(deliveryText)
  return (methods) => methodWords(t, methods)
}

export function Told({ alarmId, next }: { alarmId: AlarmId; next: NextTold | null }) {
  const t = useText(deliveryText)
  const wordsOf = useMethodWords()
  const named = useName()
  const zone = useZone()
  const { data } = useQuery({
    ...queryOf(queryDeliveries, { alarmId, pageNo: 1, pageSize: shown }),
    refetchInterval: 5_000,
  })
  if (!data || (data.total === 0 && !next)) return null
  const clock = (at: number) => formatClock(at, zone).slice(0, 5)
  return (
    <section className="alarm-part">
      <header>
        <h3>{t('told')}</h3>
        {next && (
          <span>
            {t('next', {
              name: joinWords(next.names.map(named)),
              method: wordsOf(next.methods),
              at: clock(next.at),
            })}
          </span>
        )}
      </header>
      <ul className="delivery-told">
        {toldLines(t, data.rows, clock, named).map(({ id, at, words }) => (
          <li key={id}>
            <time>{at}</time>
            <span>{words}</span>
          </li>
        ))}
      </ul>
      {data.total > shown && (
        <Go to={withSearch('/monitor/alarm/told', { alarm: alarmId })}>
          {t('all')} {data.total}
        </Go>
      )}
    </section>
  )
}
