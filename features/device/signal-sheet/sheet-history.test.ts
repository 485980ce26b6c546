import { describe, expect, it } from 'vitest'
import { blank, newFrom } from './sheet.ts'
import { type History, type Step, stepHistory } from './sheet-history.ts'

const state = (...names: string[]) => names.map((name, n) => ({ key: newFrom + n, cells: { ...blank, name } }))
const [a, b, c] = [state('a'), state('a', 'b'), state('a', 'b', 'c')]
const start: History = { rows: a!, past: [], future: [] }
const done = (...steps: Step[]) => steps.reduce(stepHistory, start)
const set = (rows: History['rows']): Step => ({ do: 'set', rows })

describe('undo', () => {
  it('goes back and forth', () => {
    expect(done(set(b!), set(c!), { do: 'undo' }).rows).toBe(b)
    expect(done(set(b!), set(c!), { do: 'undo' }, { do: 'undo' }).rows).toBe(a)
    expect(done(set(b!), { do: 'undo' }, { do: 'redo' }).rows).toBe(b)
  })

  it('stops at the ends', () => {
    expect(done({ do: 'undo' }).rows).toBe(a)
    expect(done(set(b!), { do: 'redo' }).rows).toBe(b)
  })

  it('forgets what was undone once something else is done', () => {
    expect(done(set(b!), { do: 'undo' }, set(c!)).future).toEqual([])
  })

  it('does not count a step that changes nothing', () => {
    expect(done(set(a!)).past).toEqual([])
  })

  it('keeps 50 steps', () => {
    const steps = Array.from({ length: 60 }, (_, n) => set(state(String(n))))
    expect(done(...steps).past).toHaveLength(50)
  })

  it('begins anew with a saved version', () => {
    expect(done(set(b!), { do: 'reset', rows: c! })).toEqual({ rows: c, past: [], future: [] })
  })
})
