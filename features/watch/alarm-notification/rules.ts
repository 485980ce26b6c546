// Which alarms are notified, and which of them share one notification. Pure.
import { type AlarmMethod, type AlarmStep, alarmMethods } from '../../../contract/equipment-config.ts'
import type { AlarmId } from '../../../contract/fields.ts'
import { nextWithin } from '../../../core/hours.ts'
import type { AlarmChange } from '../alarm-intake/contract.ts'

export type RaisedAlarm = AlarmChange & {
  equipmentName: string
  /** The text of the rule with placeholders for values; null: it has none. */
  template: string | null
  methods: readonly AlarmMethod[]
  steps: readonly AlarmStep[]
  isShelved: boolean
  /** An earlier alarm of the rule was notified and is not acknowledged, and the rule has raised alarms ever since. */
  isRepeated: boolean
}

/** From this number on, simultaneous alarms of one device share one notification. */
const severalFrom = 4

/** Whether an alarm is notified: its rule is not shelved, and no earlier alarm of the rule suppresses it. */
export const isTold = ({ isShelved, isRepeated }: RaisedAlarm): boolean => !isShelved && !isRepeated

/** The notification methods of all alarms of the group. */
export const methodsOf = (group: readonly RaisedAlarm[]): AlarmMethod[] =>
  alarmMethods.filter((method) => group.some(({ methods }) => methods.includes(method)))

/** Groups that become one message each: the backlog of a device, a flood of a device, or a single alarm. */
export function groupsOf(raised: readonly RaisedAlarm[]): RaisedAlarm[][] {
  const told = raised.filter((alarm) => alarm.methods.length > 0 && isTold(alarm))
  const byDevice = new Map<string, RaisedAlarm[]>()
  for (const alarm of told) {
    const key = `${alarm.equipmentId} ${alarm.isBacklog}`
    byDevice.set(key, [...(byDevice.get(key) ?? []), alarm])
  }
  return [...byDevice.values()].flatMap((group) =>
    group[0]!.isBacklog || group.length >= severalFrom ? [group] : group.map((alarm) => [alarm]),
  )
}

/** A step that has not been sent, with the time zone of its hours. */
type QueuedStep = { alarmId: AlarmId; dueAt: number; spec: AlarmStep; zone: string }

/** The step of each alarm that is sent first, and when: a step due outside its hours waits for them. */
export function firstSteps(steps: readonly QueuedStep[]): Map<AlarmId, QueuedStep & { at: number }> {
  const first = new Map<AlarmId, QueuedStep & { at: number }>()
  for (const step of steps) {
    const { alarmId, dueAt, spec, zone } = step
    const at = spec.hours ? nextWithin(spec.hours, zone, dueAt) : dueAt
    const other = first.get(alarmId)
    if (!other || at < other.at) first.set(alarmId, { ...step, at })
  }
  return first
}
