// Which alarms are told together, and which are not told at all. Pure.
import { type AlarmMethod, type AlarmStep, alarmMethods } from '../../../contract/equipment-config.ts'
import type { AlarmId } from '../../../contract/fields.ts'
import { nextWithin } from '../../../core/hours.ts'
import type { AlarmChange } from './take-store.ts'

export type RaisedAlarm = AlarmChange & {
  equipmentName: string
  /** Its rule's text, with marks for its values; null: it has none. */
  template: string | null
  methods: readonly AlarmMethod[]
  steps: readonly AlarmStep[]
  isShelved: boolean
  /** An earlier one of its rule was notified and is not acknowledged, and its rule has been raising alarms since then. */
  isRepeated: boolean
}

/** More of one device that come together are told as one. */
const severalFrom = 4

/** Neither silenced nor told a short while before. */
export const isTold = ({ isShelved, isRepeated }: RaisedAlarm): boolean => !isShelved && !isRepeated

/** By what a group is told: by all that its alarms are told by. */
export const methodsOf = (group: readonly RaisedAlarm[]): AlarmMethod[] =>
  alarmMethods.filter((method) => group.some(({ methods }) => methods.includes(method)))

/** In groups that become one message each: a device's backlog, a device's flood, or a single alarm. */
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
export type QueuedStep = { alarmId: AlarmId; dueAt: number; spec: AlarmStep; zone: string }

/** The step of each alarm that is sent first, and when: one that is due outside its hours waits for them. */
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
