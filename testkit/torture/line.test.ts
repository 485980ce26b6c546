// A serial line at its worst, for a short time: `npm run torture -- --line` runs for ten minutes.
import { expect, test } from 'vitest'
import { tortureLine } from './line.ts'

const mischief = { late: 0.05, lateMs: 250, doubled: 0.05, injected: 0.05, hangUp: 0.005 }

test.each([1, 2])(
  'late, doubled and injected frames never become a good value or a wrong word of a write: seed %i',
  async (seed) => {
    const outcome = await tortureLine({ seed, timeoutMs: 100, mischief, isOver: (good) => good >= 60 })
    expect(outcome.wrong).toEqual([])
    const { late = 0, doubled = 0, injected = 0 } = outcome.strays
    expect(Math.min(late, doubled, injected)).toBeGreaterThan(1)
    expect(outcome.writes.done).toBeGreaterThan(0)
  },
)
