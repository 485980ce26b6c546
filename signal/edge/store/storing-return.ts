// Decides which sums of an earlier run continue in this one, and when they are restored. Pure.
//
// The file of sums is older than the outbox by up to its save interval. After an unplanned end it does not show whether
// a period whose end has passed was emitted: its sums are dropped. A period that still runs cannot have been emitted:
// its sums as of the last save continue. Possible crashes:
//
//   killed                                     started again     the sums
//   before the period end, saved or not        before the end    continue, without readings after the last save
//   before the period end                      after the end     are dropped: unknown whether it was emitted
//   after the end, not emitted or not stored   after the end     are dropped
//   after the end, stored, not saved again     after the end     are dropped: the outbox has sent them
//   while the file is replaced                 -                 the old or the new file, each as above
//   after a planned end was taken up           -                 it counts as unplanned from then on
//
// Therefore the decision needs platform time at the start. The time since boot passes platform time from one run of the
// agent to the next; after a reboot the sums wait for the first welcome of the platform. [DESIGN 9 Exactly once]
import type { SavedRule, StorageRule } from '../../store/storage-rule.ts'
import type { ClockReading } from '../clock.ts'

/**
 * `goOn`: the sums are restored; `wait`: platform time is not known yet; `forget`: the sums are dropped, because they
 * may have been sent.
 */
export type Verdict = 'goOn' | 'wait' | 'forget'

/** How the run that saved the sums ended, and its clocks then. */
type SavedUnder = { isPlanned: boolean; clock: Pick<ClockReading, 'at' | 'doubtMs'> }

/** The verdict on the sums of a period that ends at `endsAt` by the platform's clock, epoch ms. */
export function verdictOf(
  { isPlanned, clock }: SavedUnder,
  endsAt: number,
  now: Pick<ClockReading, 'at' | 'doubtMs'>,
): Verdict {
  if (isPlanned) return 'goOn'
  // Counted by the box's own clock the period may be another one, which ended when platform time was learnt.
  if (clock.at === null) return 'forget'
  if (now.at === null) return 'wait'
  // The earlier estimate may have been ahead, the current one behind.
  return now.at + now.doubtMs + clock.doubtMs < endsAt ? 'goOn' : 'forget'
}

/** The verdict on the sums of a period that ends at this moment, epoch ms. */
export type VerdictOf = (endsAt: number) => Verdict

/**
 * Wraps a rule: restores the sums of an earlier run once the verdict allows it. `told` counts the values that the rule
 * has stored. If the rule stores a value before the verdict, the waiting sums may belong to the same period and are
 * dropped.
 */
export function withRestore(
  rule: StorageRule,
  saved: SavedRule,
  verdictOf: VerdictOf,
  told: () => number,
): StorageRule {
  let isWaiting = true
  function giveBack(): void {
    const verdict = verdictOf(saved.endsAt)
    if (verdict === 'goOn') rule.restore(saved)
    isWaiting = verdict === 'wait'
  }
  function after(act: () => void): void {
    const before = told()
    act()
    if (told() > before) isWaiting = false
    if (isWaiting) giveBack()
  }
  giveBack()
  return {
    ...rule,
    onReadings: (readings) => after(() => rule.onReadings(readings)),
    onTime: () => after(rule.onTime),
  }
}
