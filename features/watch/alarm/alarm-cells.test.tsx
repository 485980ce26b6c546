// Cells of an alarm row: value and state; acknowledgement or next notification.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { LastCell, PhoneCell, StateCell, ValueCell } from './alarm-cells.tsx'
import type { AlarmRow } from './contract.ts'

beforeEach(() => {
  setLanguage('en')
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'UTC', demo: false })
})
afterEach(() => setMe(null))

const raisedAt = Date.UTC(2026, 2, 1, 8, 30)
const open = {
  ...{ id: 1, name: 'High level', content: 'High level', count: 1, firstAt: raisedAt, raisedAt },
  ...{ acknowledgedAt: null, acknowledgedName: null, comment: null, shelf: null, told: [], next: null },
} as unknown as AlarmRow

/** Returns the two lines of the cell. */
const lines = (more: Partial<AlarmRow>) =>
  [...renderToStaticMarkup(<LastCell row={{ ...open, ...more }} />).matchAll(/title="([^"]*)"/g)].map(
    ([, words]) => words,
  )

test('a value whose condition has ended is in the past tense, its state says cleared', () => {
  const html = (more: Partial<AlarmRow>) => {
    const row = { ...open, value: true, decimals: null, unit: null, limitText: null, isHeard: true, ...more }
    return renderToStaticMarkup(<ValueCell row={row} />) + renderToStaticMarkup(<StateCell row={row} />)
  }
  expect(html({ state: 'active' })).toMatch(/>On<.*>Active</)
  expect(html({ state: 'latched' })).toMatch(/>was On<.*>Cleared, latched</)
  expect(html({ state: 'cleared', value: null })).not.toContain('was')
  setLanguage('zh-cn')
  expect(html({ state: 'latched' })).toMatch(/>触发时 是<.*>已恢复，锁存中</)
  expect(html({ state: 'active', texts: '0=normal; 1=fault', limitText: '= fault' })).toMatch(/>fault<.*= fault</)
  expect(html({ state: 'active', texts: '1=fault', limitText: '= 1' })).toContain('= fault')
  expect(html({ state: 'active', limitText: '= 1' })).toContain('= 是')
})

test('after the last notification the cell names its method; the state cell says unacknowledged', () => {
  expect(lines({ told: ['push'] })).toEqual(['Notified by push', ''])
  setLanguage('zh-cn')
  expect(lines({ told: ['push'] })[0]).toMatch(/^已用.*通知$/)
})

test('before the next notification it names the recipients, as others if they are of another company', () => {
  const at = Date.UTC(2026, 2, 1, 9, 0)
  const next = { at, names: ['Wang'], methods: ['sms' as const] }
  expect(lines({ told: ['push'], next })[0]).toBe('Next: Wang')
  expect(lines({ next })[1]).toMatch(/^by SMS, .*09:00$/)
  expect(lines({ next: { ...next, names: [] } })[0]).toBe('Next: others')
})

test('on a phone one line has severity, acknowledgement and the next recipients in words', () => {
  const line = (more: Partial<AlarmRow>) =>
    renderToStaticMarkup(
      <PhoneCell row={{ ...open, level: 'severe', state: 'active', isHeard: true, ...more }} />,
    ).replace(/<[^>]*>/g, '')
  const next = { at: Date.UTC(2026, 2, 1, 9, 0), names: ['Wang'], methods: ['sms' as const] }
  expect(line({ next })).toMatch(/^Severe · Unacknowledged · next: Wang, .*09:00$/)
  expect(line({ state: 'latched' })).toBe('Severe · Cleared, latched · Unacknowledged')
  expect(line({ isHeard: false })).toBe('Severe · Active, last known · Unacknowledged')
  expect(line({ acknowledgedAt: raisedAt, acknowledgedName: 'Li' })).toMatch(/^Severe · Acknowledged · Li · .*08:30$/)
  setLanguage('zh-cn')
  expect(line({ next })).toMatch(/^严重 · 未确认 · .*09:00 通知Wang$/)
})

test('an acknowledged alarm shows name, time and comment of the acknowledgement', () => {
  const acknowledged = { acknowledgedAt: raisedAt, acknowledgedName: 'Wang', comment: 'Valve closed' }
  const [first, second] = lines({ ...acknowledged, told: ['push'] })
  expect(first).toMatch(/^Wang · .*08:30$/)
  expect(second).toBe('Valve closed')
})
