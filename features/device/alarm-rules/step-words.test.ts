import { expect, test } from 'vitest'
import type { AlarmRule, AlarmStep } from '../../../contract/equipment-config.ts'
import { alarmRuleText } from './text.ts'
import { delayWords, notifiedWords, stepWords } from './words.ts'

const t = alarmRuleText.in('en')

test.each<[object, string]>([
  [{}, '—'],
  [{ methods: ['push'] }, 'Push'],
  [
    {
      methods: ['push', 'sms'],
      steps: [
        { afterMin: 2, methods: ['sms', 'phone'] },
        { afterMin: 10, methods: ['phone'] },
      ],
    },
    'Push + SMS, after 2 min SMS + Phone call, after 10 min Phone call',
  ],
  [{ steps: [{ afterMin: 5, methods: ['email'] }] }, 'after 5 min E-mail'],
])('a rule with %j notifies by %s', (rule, expected) => expect(notifiedWords(t, rule as AlarmRule)).toBe(expected))

test.each<[object, string]>([
  [{ afterMin: 0, accountIds: [3], methods: ['sms'] }, 'immediately: People #3, SMS'],
  [
    { afterMin: 5, accountIds: [3], roleIds: [7], methods: ['push', 'phone'], hours: { from: 420, to: 1320 } },
    'after 5 min: People #3 · Roles #7, Push · Phone call · 07:00–22:00',
  ],
])('a step %j reads', (step, expected) => expect(stepWords(t, step as AlarmStep)).toBe(expected))

test('delays are called as in the form of a rule', () => {
  const delays = (onDelayS: number, offDelayS: number) => delayWords(t, { onDelayS, offDelayS } as AlarmRule)
  expect([delays(0, 0), delays(10, 0), delays(5, 60)]).toEqual(['—', 'On-delay 10 s', 'On-delay 5 s · Off-delay 60 s'])
})

test('a step in Chinese has Chinese punctuation', () => {
  const step = { afterMin: 5, accountIds: [3], methods: ['sms'], hours: { from: 420, to: 1320 } }
  expect(stepWords(alarmRuleText.in('zh-cn'), step as unknown as AlarmStep)).not.toMatch(/[,:] /)
})
