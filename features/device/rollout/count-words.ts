// The numbers of the text `counts`: the devices of a rollout by what became of them. Pure.
import type { RolloutInfo } from './contract.ts'
import { shownState } from './rules.ts'

type Cells = readonly { devices: readonly Parameters<typeof shownState>[0][] }[]

/**
 * `unsent`: devices without a gateway now, on which the template is saved. A device counts as in the note of its wave.
 * All other numbers add up with it to `all`.
 */
export function countWords({ counts, waves }: Pick<RolloutInfo, 'counts'> & { waves: Cells }) {
  const { complete, rolledBack: back, takingBack, failed, waiting, sent, watching, skipped } = counts
  const unsentOf = (state: 'complete' | 'watching') =>
    waves.flatMap(({ devices }) => devices).filter((cell) => cell.state === state && shownState(cell) === 'savedOnly')
      .length
  const [unsentComplete, unsentWatching] = [unsentOf('complete'), unsentOf('watching')]
  return {
    complete: complete - unsentComplete,
    unsent: unsentComplete + unsentWatching,
    ...{ back, failed, skipped },
    open: waiting + sent + watching - unsentWatching + takingBack,
    all: complete + back + failed + waiting + sent + watching + takingBack + skipped,
  }
}
