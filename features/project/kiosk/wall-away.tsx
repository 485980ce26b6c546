// A warning in large letters while the connection is lost, with the start of the outage.
import { formatAge, formatClock } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { kioskText } from './text.ts'

/** The screen during an outage. `at`: the start of the outage in platform time. */
export function WallAway({ at, zone }: { at: number; zone: string }) {
  const t = useText(kioskText)
  const language = useLanguage()
  const { state, since } = useLink()
  const now = useNow()
  if (state === 'up' || since === null) return null
  const age = formatAge(now - since, language)
  return (
    <div className="wall-away" role="alert">
      <Icon name="alarm" size={48} />
      <strong>{t(state)}</strong>
      <span>{t('awaySince', { time: formatClock(at, zone).slice(0, 5), age })}</span>
    </div>
  )
}
