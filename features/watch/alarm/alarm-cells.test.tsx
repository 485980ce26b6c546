// The last cell of an alarm row: its acknowledgement, or its next notification.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { LastCell } from './alarm-cells.tsx'
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

/** The two lines of the cell. */
const lines = (more: Partial<AlarmRow>) =>
  [...renderToStaticMarkup(<LastCell row={{ ...open, ...more }} />).matchAll(/title="([^"]*)"/g)].map(
    ([, words]) => words,
  )

test('after the last notification an unacknowledged alarm is called unacknowledged', () => {
  expect(lines({ told: ['push'] })).toEqual(['Unacknowledged', 'notified by push'])
  setLanguage('zh-cn')
  expect(lines({ told: ['push'] })[0]).toBe('未确认')
})

test('before the next notification it names the recipients, as others if they are of another company', () => {
  const at = Date.UTC(2026, 2, 1, 9, 0)
  const next = { at, names: ['Wang'], methods: ['sms' as const] }
  expect(lines({ told: ['push'], next })[0]).toBe('Next: Wang')
  expect(lines({ next })[1]).toMatch(/^by SMS, .*09:00$/)
  expect(lines({ next: { ...next, names: [] } })[0]).toBe('Next: others')
})

test('an acknowledged alarm shows name, time and comment of the acknowledgement', () => {
  const acknowledged = { acknowledgedAt: raisedAt, acknowledgedName: 'Wang', comment: 'Valve closed' }
  const [first, second] = lines({ ...acknowledged, told: ['push'] })
  expect(first).toMatch(/^Wang · .*08:30$/)
  expect(second).toBe('Valve closed')
})
