// The symbol of an alarm: filled while active, hollow afterwards, blinking until it is acknowledged.
import type { AlarmLevel } from '../../../contract/equipment-config.ts'
import { useLink } from '../../../ui/link.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import type { AlarmRow } from './contract.ts'
import './alarm-shape.css'

export function AlarmShape({
  alarm: { level, state, acknowledgedAt, shelf },
  word = false,
  soft = false,
}: {
  alarm: Pick<AlarmRow, 'level' | 'state' | 'acknowledgedAt' | 'shelf'>
  word?: boolean
  soft?: boolean
}) {
  const isUp = useLink().state === 'up'
  const waits = acknowledgedAt === null && shelf === null
  return (
    <span className={state === 'active' ? 'alarm-shape' : 'alarm-shape alarm-shape-hollow'}>
      <SeverityMark severity={level} word={word} soft={soft} blink={waits && isUp} />
    </span>
  )
}

/** The style of the bar at the edge of a row. */
export const edgeOf = (alarm: { level: AlarmLevel; acknowledgedAt: number | null; shelf: unknown }): string =>
  alarm.acknowledgedAt === null && alarm.shelf === null ? ` alarm-waits alarm-edge-${alarm.level}` : ''
