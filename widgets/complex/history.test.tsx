import { expect, test } from 'vitest'
import { parsed } from '../widget.ts'
import history, { intervalOf } from './history.tsx'

const asked = (data: Record<string, unknown>) => intervalOf(parsed(history, { data }).data as never)

test('all stored rows are shown by default', () => {
  expect(asked({})).toBeUndefined()
  expect(asked({ interval: 2, timeUnit: 'minute' })).toBeUndefined()
})

test('an interval of one row is five hours by default', () => {
  expect(asked({ rows: 'interval' })).toEqual({ every: 5, unit: 'hour' })
  expect(asked({ rows: 'interval', interval: 1.4, timeUnit: 'day' })).toEqual({ every: 1, unit: 'day' })
  expect(asked({ rows: 'interval', interval: 0, timeUnit: 'year' })).toEqual({ every: 5, unit: 'hour' })
})
