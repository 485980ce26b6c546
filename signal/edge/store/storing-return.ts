// Which sums of an earlier run may go on in this one, and when they are given back. Pure.
//
// The file they stand in is older than the outbox by up to its save interval, so after an end that was not planned it
// does not tell whether a period whose border has passed was emitted: its sums are forgotten. A period that still runs
// cannot have been emitted, and what it had counted until the last save goes on. What a crash can meet:
//
//   killed                                     started again          the sums
//   before the border, saved or not            before the border      go on, but for what came after the last save
//   before the border                          after the border       are forgotten: nobody knows that it was before
//   after the border, not emitted or not kept  after the border       are forgotten
//   after the border, kept, not saved again    after the border       are forgotten: the outbox has told them
//   while the file is replaced                 -                      the old or the new file, each as above
//   after a planned end was taken up           -                      it counts as not planned from then on
//
// So all depends on knowing the platform's time at the start. The time since the machine was started carries it from
// run to run; after a new start of the machine the sums wait for the platform's first word. [DESIGN 9 Exactly once]
import type { SavedRule, StorageRule } from '../../store/storage-rule.ts'
import type { ClockReading } from '../clock.ts'

/** `goOn`: they are given back; `wait`: nobody knows yet; `forget`: they may have been emitted. */
export type Verdict = 'goOn' | 'wait' | 'forget'

/** How the run ended that saved them, and what its clocks showed then. */
export type SavedUnder = { isPlanned: boolean; clock: Pick<ClockReading, 'at' | 'doubtMs'> }

/** Of the sums of a period that ends at `endsAt` by the platform's clock, epoch ms. */
export function verdictOf(
  { isPlanned, clock }: SavedUnder,
  endsAt: number,
  now: Pick<ClockReading, 'at' | 'doubtMs'>,
): Verdict {
  if (isPlanned) return 'goOn'
  // By the box's own clock the period may have been another one, which ended when the platform was heard.
  if (clock.at === null) return 'forget'
  if (now.at === null) return 'wait'
  // The earlier run may have been ahead, this one behind.
  return now.at + now.doubtMs + clock.doubtMs < endsAt ? 'goOn' : 'forget'
}

/** Of the sums of a period that ends at this moment, epoch ms. */
export type VerdictOf = (endsAt: number) => Verdict

/**
 * A rule that is given back what an earlier run had counted, as soon as it is known that it may be. `told` counts what
 * the rule has stored: what was stored meanwhile may have been of the very period that waits.
 */
export function returning(rule: StorageRule, saved: SavedRule, verdictOf: VerdictOf, told: () => number): StorageRule {
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
