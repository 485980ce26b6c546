import { expect, test } from 'vitest'
import { attentionOf, shortCount } from './attention.ts'

const paths = ['/monitor/eg/list', '/monitor/alarm']

test('open alarms count with the worst severity, the number of devices does not', () => {
  const badges = { '/monitor/alarm': { count: 3, severity: 'severe' }, '/monitor/eg/list': { count: 11 } } as const
  expect(attentionOf(paths, badges)).toEqual({ count: 3, severity: 'severe' })
  expect(attentionOf(['/monitor/eg/list'], badges)).toEqual({ count: 0, severity: undefined })
})

test('without open alarms there is no severity', () => {
  expect(attentionOf(paths, { '/monitor/alarm': { count: 0, severity: 'severe' } })).toEqual({ count: 0 })
  expect(attentionOf(paths, {})).toEqual({ count: 0 })
})

test('a count of three digits is shortened', () => expect([99, 100].map(shortCount)).toEqual(['99', '99+']))
