// The stages of a value from the gateway to the screen. Pure.
import type { CellReading } from '../../../signal/web/values.ts'

export type Stage = { key: 'platform' | 'browser' | 'drawn'; ms: number; share: number }

/** A stage is seen however short it is. */
const leastShare = 0.06

/** What each took, with its share of the bar; nothing for a value that was loaded: nobody knows. */
export function stagesOf({ time, receivedAt, toldAt, drawnAt }: CellReading): Stage[] | undefined {
  if (time === null || receivedAt === null || toldAt === undefined) return undefined
  const marks = [
    { key: 'platform', at: receivedAt },
    { key: 'browser', at: toldAt },
    ...(drawnAt === null ? [] : [{ key: 'drawn', at: drawnAt } as const]),
  ] as const
  let before = time
  // Clocks agree to some ms: nothing takes less than none.
  const took = marks.map(({ key, at }) => {
    const ms = Math.max(0, Math.round(at - before))
    before = Math.max(before, at)
    return { key, ms }
  })
  const whole = took.reduce((sum, { ms }) => sum + ms, 0)
  return took.map((each) => ({ ...each, share: whole === 0 ? 1 : Math.max(leastShare, each.ms / whole) }))
}
