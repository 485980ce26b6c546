import { useEffect, useState } from 'react'
import { formatTime } from '../../ui/format.ts'
import { type StatusSlot, statusSlots } from '../../ui/status-bar.ts'
import { useStore } from '../../ui/store.ts'

export function StatusBar() {
  const slots = useStore(statusSlots)
  return (
    <footer className="status-bar">
      <Slots slots={slots.filter(({ side }) => side === 'left')} />
      <span className="status-gap" />
      <Slots slots={slots.filter(({ side }) => side === 'right')} />
      <Clock />
    </footer>
  )
}

function Slots({ slots }: { slots: readonly StatusSlot[] }) {
  return slots.map(({ id, label, value, title }) => (
    <span key={id} title={title}>
      {label} <b>{value}</b>
    </span>
  ))
}

function Clock() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    // Aimed at the full second, so that the clock never skips one.
    const timer = setTimeout(() => setNow(Date.now()), 1000 - (now % 1000))
    return () => clearTimeout(timer)
  }, [now])
  return <time>{formatTime(now)}</time>
}
