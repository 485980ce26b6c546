import { expect, test } from 'vitest'
import { claim, marqueeAt } from './remind-rules.ts'

test('a title scrolls by whole characters, and starts again', () => {
  const shown = (step: number) => marqueeAt('高𝄞', step).replaceAll('\u00a0', ' ')
  expect([0, 1, 2].map(shown)).toEqual(['高𝄞   ·   ', '𝄞   ·   高', '   ·   高𝄞'])
  expect(shown(9)).toBe(shown(0))
})

test('one window alerts for a message, and another for the next', () => {
  const first = claim(null, '7/1')
  expect(first).toEqual({ isMine: true, kept: '7/1' })
  expect(claim(first.kept, '7/1').isMine).toBe(false)
  expect(claim(first.kept, '7/2')).toEqual({ isMine: true, kept: '7/1 7/2' })
})

test('the stored list is bounded', () => {
  let kept: string | null = null
  for (let i = 0; i < 200; i += 1) kept = claim(kept, String(i)).kept
  expect(kept?.split(' ')).toHaveLength(50)
  expect(claim(kept, '199').isMine).toBe(false)
})
