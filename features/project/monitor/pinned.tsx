// A pinned variable: name, ten minutes, value; and the age of a device's last data.
import type { z } from 'zod'
import { errorText } from '../../../contract/errors.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { drawnRange, holdMsOf, steps } from '../../../signal/web/trend.ts'
import { formatAge, isJustNow } from '../../../ui/format.ts'
import { language, useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { withNote } from '../../../ui/punctuation.ts'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { uiText } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { ValueText } from '../../../ui/value-text.tsx'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { PinnedSignal } from './contract.ts'
import { isFresh } from './slow-streams.ts'
import { monitorText } from './text.ts'

type Pinned = z.output<typeof PinnedSignal>

/** The list is refreshed every five seconds at most, and its devices may send once a minute. */
const holdMs = holdMsOf(60)

/** Whether the values of a row are current; never without a connection to the platform. */
function useFresh(row: Heard): boolean {
  const now = useNow() + serverClock.offsetMs()
  return useLink().state === 'up' && isFresh(row, now)
}
type Heard = Parameters<typeof isFresh>[0]

export function PinnedValue({ signal, row }: { signal: Pinned; row: Heard }) {
  const language = useLanguage()
  const stands = useFresh(row)
  const title = useName()(signal.title)
  const { trend, value, unit, code, time } = signal
  const isBad = time !== null && code !== 200
  const points = steps(trend, Math.max(time ?? 0, serverClock.now()), holdMs)
  const range = drawnRange(points, signal.range ?? undefined)
  return (
    <span className={stands ? 'pinned' : 'pinned pinned-old'}>
      <span className="pinned-name" title={title}>
        {title}
      </span>
      <Sparkline points={points} {...(range && { range })} faint={!stands || isBad} />
      <ValueText
        value={
          value === null
            ? null
            : valueWords(value, { dataType: 'float32', decimals: signal.decimals, texts: signal.texts })
        }
        unit={unit ?? undefined}
        state={isBad ? 'bad' : 'good'}
        {...(isBad ? { reason: withNote(errorText(code, language), code) } : {})}
      />
    </span>
  )
}

const longMs = 60 * 60_000

/** Time of the latest update; red after an hour, because someone should check the site. */
export function Updated({ at, row }: { at: number | null; row: Heard }) {
  const t = useText(monitorText)
  const ui = useText(uiText)
  const now = useNow() + serverClock.offsetMs()
  const stands = useFresh(row)
  const age = at === null ? null : now - at
  const kind = stands || age === null ? 'fresh' : age > longMs ? 'lost' : 'old'
  return (
    <span className={`updated updated-${kind}`}>
      {age === null ? t('notYet') : isJustNow(age) ? ui('justNow') : t('ago', { age: formatAge(age, language()) })}
    </span>
  )
}
