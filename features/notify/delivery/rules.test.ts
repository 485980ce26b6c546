import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { settingsOf } from '../../platform/user-config/rules.ts'
import { decide, type Facts, languageOf, pauseAfter, wordsFor } from './rules.ts'

/** A Monday at noon in Shanghai. */
const now = Date.parse('2026-11-23T12:00:00+08:00')
const later = (text: string) => Date.parse(`2026-11-${text}:00+08:00`)
const facts = (more: Partial<Facts> = {}): Facts => ({
  ...{ method: 'sms', level: 'important', isAcknowledged: false, isShelved: false, isDisabled: false, maySee: true },
  ...{ address: '13800138000', lately: 0, isOff: false, settings: settingsOf(), zone: 'Asia/Shanghai' },
  ...more,
})
const hours = (isSevereHeld: boolean, ownZone: string | null = null) =>
  settingsOf({ alarmHours: { days: [1, 2, 3, 4, 5], from: 14 * 60, to: 22 * 60, isSevereHeld }, ownZone })

describe('whether a message is sent now', () => {
  test.each<[string, Partial<Facts>, ReturnType<typeof decide>]>([
    ['usually', {}, { to: '13800138000' }],
    ['acknowledged meanwhile', { isAcknowledged: true }, { drop: 'acknowledged' }],
    ['silenced meanwhile', { isShelved: true }, { drop: 'shelved' }],
    ['an account that is disabled', { isDisabled: true }, { drop: 'disabled' }],
    ['a device out of sight', { maySee: false }, { drop: 'unseen' }],
    ['without a number', { address: null }, { drop: 'noAddress' }],
    ['where the platform sends none', { isOff: true, address: null }, { drop: 'off' }],
    ['never wanted', { settings: settingsOf({ alarmBySms: 'never' }) }, { drop: 'unwanted' }],
    ['wanted of severe ones alone', { settings: settingsOf({ alarmBySms: 'severe' }) }, { drop: 'unwanted' }],
    ['wanted of important ones', { settings: settingsOf({ alarmBySms: 'important' }) }, { to: '13800138000' }],
    ['another way is not wanted', { settings: settingsOf({ alarmByPhone: 'never' }) }, { to: '13800138000' }],
    ['outside the hours', { settings: hours(false) }, { waitUntil: later('23T14:00') }],
    ['outside the hours, severe', { settings: hours(false), level: 'severe' }, { to: '13800138000' }],
    ['outside the hours, severe held', { settings: hours(true), level: 'severe' }, { waitUntil: later('23T14:00') }],
    [
      'within the hours of another zone of the person',
      { settings: hours(false, 'Asia/Kamchatka') },
      { to: '13800138000' },
    ],
    ['too often', { lately: limits.deliveriesPerHour.sms }, { drop: 'tooMany' }],
    ['often, but severe', { lately: limits.deliveriesPerHour.sms, level: 'severe' }, { to: '13800138000' }],
    ['far too often', { lately: 2 * limits.deliveriesPerHour.sms, level: 'severe' }, { drop: 'tooMany' }],
  ])('%s', (_, more, expected) => expect(decide(facts(more), now)).toEqual(expected))

  test('invalid settings are read as their defaults', () => {
    expect(decide(facts({ settings: settingsOf({ alarmBySms: 'loud', alarmHours: { days: [] } }) }), now)).toEqual({
      to: '13800138000',
    })
  })
})

test('retries have growing intervals, and end', () => {
  const pauses = Array.from({ length: limits.deliveryTries }, (_, index) => pauseAfter(index + 1))
  expect(pauses.slice(0, 4)).toEqual([15_000, 30_000, 60_000, 120_000])
  expect(pauses.at(-1)).toBeUndefined()
  expect(Math.max(...pauses.map((pause) => pause ?? 0))).toBeLessThanOrEqual(900_000)
})

describe('the words', () => {
  const told = {
    ...{ title: 'Severe: Well level high', note: 'Intake: 4.82 m', at: '2026-11-23 12:00:00' },
    ...{ advice: '1. Start pump 2', url: 'https://gh.example/monitor/alarm?alarm=7' },
  }
  test.each([
    ['sms', 'en', 'Gatehouse: Severe: Well level high. Intake: 4.82 m, 2026-11-23 12:00:00'],
    ['sms', 'zh-cn', '【Gatehouse】Severe: Well level high。Intake: 4.82 m，2026-11-23 12:00:00'],
    ['phone', 'en', 'This is Gatehouse. Severe: Well level high. Intake: 4.82 m. Please acknowledge the alarm.'],
  ] as const)('of %s in %s', (method, language, expected) =>
    expect(wordsFor(method, language, told).text).toBe(expected),
  )
  test('for an e-mail include advice and a link', () => {
    const { subject, text } = wordsFor('email', 'en', told)
    expect(subject).toBe('Severe: Well level high')
    expect(text).toContain('What to do:\n1. Start pump 2')
    expect(text).toContain('https://gh.example/monitor/alarm?alarm=7')
  })
  test('fit the limit, and line breaks in names are removed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (text) => {
        const words = wordsFor('sms', 'zh-cn', { ...told, title: text, note: `${text}\r\nBcc: x@y.example` })
        expect([...words.text].length).toBeLessThanOrEqual(limits.smsLength)
        expect(words.subject).not.toMatch(/[\r\n]/)
      }),
    )
  })
})

test.each([
  ['Well level high', 'en'],
  ['井液位 high', 'zh-cn'],
  ['', 'en'],
])('a message for "%s" is in %s', (text, expected) => expect(languageOf(text)).toBe(expected))
