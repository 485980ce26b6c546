// The stages of a value from the gateway to the screen. Pure.
import type { CellReading } from '../../../signal/web/values.ts'

type Stage = { key: 'platform' | 'browser' | 'drawn'; ms: number; share: number }

/** Minimum width of a stage, as a share. */
const leastShare = 0.06

/** The duration of each stage, with its share of the bar; `undefined` for a loaded value, whose times are unknown. */
export function stagesOf({ time, receivedAt, toldAt, drawnAt }: CellReading): Stage[] | undefined {
  if (time === null || receivedAt === null || toldAt === undefined) return undefined
  const marks = [
    { key: 'platform', at: receivedAt },
    { key: 'browser', at: toldAt },
    ...(drawnAt === null ? [] : [{ key: 'drawn', at: drawnAt } as const]),
  ] as const
  let before = time
  // Clocks differ by some ms: negative durations become 0.
  const took = marks.map(({ key, at }) => {
    const ms = Math.max(0, Math.round(at - before))
    before = Math.max(before, at)
    return { key, ms }
  })
  const whole = took.reduce((sum, { ms }) => sum + ms, 0)
  return took.map((each) => ({ ...each, share: whole === 0 ? 1 : Math.max(leastShare, each.ms / whole) }))
}
