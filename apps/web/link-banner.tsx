// The banner above every page while the platform, its database or this computer's network is away: the cause, the age
// of the data on screen, and that the page recovers automatically.
import './link-banner.css'
import { formatAge } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { type LinkState, useLink } from '../../ui/link.ts'
import { useNow } from '../../ui/use-now.ts'
import { useText } from '../../ui/words.ts'
import { webText } from './text.ts'

const titles = {
  noNetwork: 'linkNoNetwork',
  noPlatform: 'linkNoPlatform',
  noDatabase: 'linkNoDatabase',
} as const satisfies Record<Exclude<LinkState, 'up'>, string>

export function LinkBanner() {
  const t = useText(webText)
  const { state, since } = useLink()
  const now = useNow()
  if (state === 'up' || since === null) return null
  // An age, and no time of day: the page below may be by the clock of a device.
  const age = formatAge(now - since, language())
  return (
    <div className="link-banner">
      <Icon name="alarm" size={16} />
      <strong role="alert">{t(titles[state])}</strong>
      <span>{t(state === 'noDatabase' ? 'linkHalfOld' : 'linkOld', { age })}</span>
    </div>
  )
}

/** The state of the connection in the status bar, with its duration. */
export function LinkStatus() {
  const t = useText(webText)
  const { state, since } = useLink()
  const now = useNow()
  if (state === 'up' || since === null) {
    return (
      <span>
        {t('platform')} <b>{t('connected')}</b>
      </span>
    )
  }
  return (
    <span className="status-away">
      <b>{t(titles[state])}</b> {formatAge(now - since, language())}
    </span>
  )
}
