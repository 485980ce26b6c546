// Names the clock of a panel or a list where the user could take its times for another one's.
import { isZoneNamed, offsetName } from '../core/zone.ts'
import { useMe, useUserZone } from './me.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

/**
 * Names the time zone: `Times in Asia/Shanghai (UTC+8)`, `Times in UTC`; nothing if user, organisation and `zone` have
 * the same clock.
 */
export function ZoneNote({ zone }: { zone: string | undefined }) {
  const t = useText(uiText)
  const user = useUserZone()
  const organisation = useMe()?.zone
  if (zone === undefined || !isZoneNamed(zone, { user, ...(organisation && { organisation }) })) return null
  const offset = offsetName(zone, Date.now())
  const named = offset === zone ? zone : t('zoneWithOffset', { zone, offset })
  return <small className="zone-note">{t('timesIn', { zone: named })}</small>
}

/** The offset `(UTC+8)` beside a single time, for places where a note on the whole panel does not fit. */
export function ZoneMark({ zone, at }: { zone: string; at: number }) {
  const user = useUserZone()
  const organisation = useMe()?.zone
  if (!isZoneNamed(zone, { user, ...(organisation && { organisation }) })) return null
  return <small className="zone-note"> ({offsetName(zone, at)})</small>
}
