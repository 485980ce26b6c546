import { describe, expect, it } from 'vitest'
import { createTurn } from './in-turn.ts'

describe('a queue of acts', () => {
  it('runs them in order and never two at a time', async () => {
    const inTurn = createTurn()
    const seen: string[] = []
    const act = (name: string, ms: number) =>
      inTurn(async () => {
        seen.push(`${name} begins`)
        await new Promise((resolve) => setTimeout(resolve, ms))
        seen.push(`${name} ends`)
        return name
      })
    expect(await Promise.all([act('slow', 20), act('fast', 0)])).toEqual(['slow', 'fast'])
    expect(seen).toEqual(['slow begins', 'slow ends', 'fast begins', 'fast ends'])
  })

  it('go on after one that failed, whose failure is its caller’s', async () => {
    const inTurn = createTurn()
    const failed = inTurn(() => Promise.reject(new Error('no')))
    const next = inTurn(async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})
