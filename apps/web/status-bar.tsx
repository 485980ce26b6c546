import { useEffect, useState } from 'react'
import { formatTime, nothingShown } from '../../ui/format.ts'
import { useLink } from '../../ui/link.ts'
import { useZone } from '../../ui/me.ts'
import { type StatusSlot, statusSlots } from '../../ui/status-bar.ts'
import { useStore } from '../../ui/store.ts'
import { useText } from '../../ui/words.ts'
import { LinkStatus } from './link-banner.tsx'
import { webText } from './text.ts'

export function StatusBar() {
  const slots = useStore(statusSlots)
  return (
    <footer className="status-bar">
      <LinkStatus />
      <Slots slots={slots.filter(({ side }) => side === 'left')} />
      <span className="status-gap" />
      <Slots slots={slots.filter(({ side }) => side === 'right')} />
      <Clock />
    </footer>
  )
}

function Slots({ slots }: { slots: readonly StatusSlot[] }) {
  const t = useText(webText)
  const isUp = useLink().state === 'up'
  return slots.map(({ id, label, value, title, local }) =>
    isUp || local ? (
      <span key={id} title={title}>
        {label} <b>{value}</b>
      </span>
    ) : (
      // A count of the platform is hidden while it cannot be loaded.
      <span key={id} title={t('notCurrent', { value })}>
        {label} <b>{nothingShown}</b>
      </span>
    ),
  )
}

/** The user's time zone, used by the shell and its lists. */
function Clock() {
  const zone = useZone()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    // The timer ends at the next full second, so that the clock never skips a second.
    const timer = setTimeout(() => setNow(Date.now()), 1000 - (now % 1000))
    return () => clearTimeout(timer)
  }, [now])
  return (
    <time>
      {formatTime(now, zone)} {zone}
    </time>
  )
}
