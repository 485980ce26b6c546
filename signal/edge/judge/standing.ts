// Tells the platform which alarms stand, once a connection and when the configuration changed: whatever was lost on the
// way, both agree afterwards. It is told when everything that happened before is committed. [DESIGN 9 Kinds of batch]
import type { BoundConfig } from '../../../contract/gateway-config.ts'
import type { Up } from '../../../contract/topics.ts'
import type { Clock } from '../clock.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Judging } from './judging.ts'
import type { AlarmKeeping } from './keeping.ts'

export type StandingDeps = {
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

export type StandingTeller = {
  /** It is to be told, as soon as that can be. */
  ask(): void
  /** Something was committed, or connected: perhaps now. */
  look(): void
}

export function createStandingTeller({ outbox, judging, keeping, bound, clock, link }: StandingDeps): StandingTeller {
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
    // What is lost on the way is asked for by the next connection.
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
