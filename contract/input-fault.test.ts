import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Language } from './errors.ts'
import { firstFault } from './input-fault.ts'

const faultOf = (schema: z.ZodType, value: unknown, language: Language = 'en') => {
  const { error } = z.object({ id: schema }).safeParse({ id: value })
  return error && firstFault(error, language)
}

test.each([
  [z.number().positive(), 0, 'too small or too short (> 0)'],
  [z.number().min(1), 0, 'too small or too short (≥ 1)'],
  [z.number().lt(10), 10, 'too large or too long (< 10)'],
  [z.string().max(2), 'abc', 'too large or too long (≤ 2)'],
])('the reason has the exact bound, %#', (schema, value, reason) =>
  expect(faultOf(schema, value)).toEqual({ field: 'id', reason }),
)

test('a wrong choice is answered with the allowed values, unless they are many', () => {
  expect(faultOf(z.enum(['int16', 'bool']), 'INT')?.reason).toBe('value not allowed (int16, bool)')
  const many = Array.from({ length: 21 }, (_, at) => `v${at}`)
  expect(faultOf(z.enum(many), 'x')?.reason).toBe('value not allowed')
})

test('Chinese has full-width punctuation', () => {
  expect(faultOf(z.string().max(2), 'abc', 'zh-cn')?.reason).toBe('过大或过长（≤ 2）')
  expect(faultOf(z.enum(['int16', 'bool']), 'INT', 'zh-cn')?.reason).toBe('不允许的取值（int16、bool）')
})
