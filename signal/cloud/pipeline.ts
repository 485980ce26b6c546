// The steps of a batch through the platform, in order. A new step is a separate file, listed here.
import type { Historian } from '../history/historian.ts'
import { accept } from './accept.ts'
import type { Batch, Step } from './batch.ts'
import { judge } from './judge.ts'
import type { Judging } from './judging.ts'
import type { LiveTable } from './live-table.ts'
import type { MvarJudging } from './mvar-judging.ts'
import { publish, type Watchers } from './publish.ts'
import { type OnLanding, remember } from './remember.ts'

/** Parts of the platform that the steps use. */
export type PipelineParts = {
  live: LiveTable
  watchers: Watchers
  historian: Pick<Historian, 'land'>
  onLanding: OnLanding
  judging: Pick<Judging, 'take'>
  mvarJudging: Pick<MvarJudging, 'take'>
}

export const pipeline = ({
  live,
  watchers,
  historian,
  onLanding,
  judging,
  mvarJudging,
}: PipelineParts): readonly Step[] => [
  accept(live),
  judge(judging, mvarJudging),
  remember(historian, onLanding),
  publish(watchers),
]

/** Runs a batch through the steps; an empty batch ends the run. */
export async function run(steps: readonly Step[], batch: Batch): Promise<void> {
  let current = batch
  for (const step of steps) {
    if (current.ids.length === 0) return
    const next = step(current)
    current = next instanceof Promise ? await next : next
  }
}
