// Sends the list of active alarms once per connection and after a change of the configuration, so that platform and
// gateway agree even after losses. It waits until all earlier events are committed. [DESIGN 9 Kinds of batch]
import type { BoundConfig } from '../../../contract/gateway-config.ts'
import type { Up } from '../../../contract/topics.ts'
import type { Clock } from '../clock.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Judging } from './judging.ts'
import type { AlarmKeeping } from './keeping.ts'

type ActiveAlarmDeps = {
  outbox: Pick<Outbox, 'place'>
  judging: Pick<Judging, 'standing'>
  keeping: Pick<AlarmKeeping, 'isSettled'>
  bound: () => Pick<BoundConfig, 'equipmentId' | 'bindingId'> | undefined
  clock: Pick<Clock, 'platform'>
  link: {
    readonly isWelcome: boolean
    send(name: 'standing', payload: Omit<Up['standing'], 'session'>): Promise<boolean>
  }
}

export type ActiveAlarmReport = {
  /** Requests a report; it is sent as soon as possible. */
  ask(): void
  /** Sends a requested report if that is possible now; called after commits. */
  look(): void
}

export function createActiveAlarmReport({
  outbox,
  judging,
  keeping,
  bound,
  clock,
  link,
}: ActiveAlarmDeps): ActiveAlarmReport {
  let isAsked = false

  function look(): void {
    const owner = bound()
    const at = clock.platform()
    const place = outbox.place('event')
    if (!isAsked || !link.isWelcome || !owner || at === undefined) return
    if (!keeping.isSettled || (place && place.acked < place.last)) return
    isAsked = false
    const { equipmentId, bindingId } = owner
    const alarms = judging.standing().map(({ ruleId, alarm }) => ({ ruleId, alarm }))
    // A lost message is not repeated; the next connection sends the list again.
    void link.send('standing', {
      epoch: place?.epoch ?? null,
      seq: place?.acked ?? 0,
      equipmentId,
      bindingId,
      at,
      alarms,
    })
  }

  return {
    ask() {
      isAsked = true
      look()
    },
    look,
  }
}
