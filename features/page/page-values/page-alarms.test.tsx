import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import { type Me, setMe } from '../../../ui/me.ts'
import type { PageHost } from '../../../widgets/host/page-host.ts'
import type { AlarmLine } from '../../../widgets/services.ts'
import { alarmScreens } from '../../watch/alarm/contract.ts'
import { AlarmList, PageAlarms } from './page-alarms.tsx'

beforeEach(() => setLanguage('en'))

const day = 86_400_000
const line = (id: number, more: Partial<AlarmLine> = {}): AlarmLine => ({
  ...{
    id,
    level: 'severe',
    raisedAt: 5 * day,
    equipmentId: 7,
    equipmentName: 'Intake',
    name: `alarm ${id}`,
    content: '',
  },
  ...{ kind: 'limit', value: null, unit: null, decimals: null, clearedAt: null },
  ...{ acknowledgedAt: null, acknowledgedName: null, state: 'active', isHeard: true },
  ...more,
})
const told = (rows: AlarmLine[], total: number, isNamed = false) =>
  renderToString(
    <AlarmList open={{ rows, total }} isOld={false} isNamed={isNamed} zone="UTC" now={5 * day + 1000} />,
  ).replaceAll('<!-- -->', '')

test('an alarm has its severity, text and start; among several devices also its device', () => {
  const html = told([line(1, { content: 'Level is 4.9 m' })], 1)
  expect(html).toMatch(/1 open alarm<.*Severe.*Level is 4\.9 m.*since 00:00:00/)
  expect(html).not.toContain('Intake')
  expect(told([line(1)], 1, true)).toContain('alarm 1 · Intake')
})

test('an alarm of another day has its date; cleared or unreachable ones are marked', () => {
  const html = told([line(1, { raisedAt: day }), line(2, { state: 'cleared' }), line(3, { isHeard: false })], 3)
  expect(html).toContain('since 1970-01-02 00:00:00')
  expect(html).toContain('cleared, not acknowledged')
  expect(html).toContain('active when last known')
})

test('an alarm whose condition has cleared is hollow, also while it is latched, and says so', () => {
  expect(told([line(1)], 1)).not.toContain('severity-hollow')
  expect(told([line(1, { state: 'cleared' })], 1)).toContain('severity-hollow')
  const html = told([line(1, { state: 'latched', acknowledgedAt: 6 * day })], 1)
  expect(html).toContain('severity-hollow')
  expect(html).toContain('cleared, latched until it is reset')
})

test('a long list shows three alarms, seven more on request, and the total; an empty one says so', () => {
  const html = told(
    Array.from({ length: 40 }, (_, id) => line(id + 1)),
    1240,
  )
  expect(html.match(/<li>/g)).toHaveLength(10)
  expect(html.indexOf('<details>')).toBeGreaterThan(html.indexOf('alarm 3'))
  expect(html.indexOf('<details>')).toBeLessThan(html.indexOf('alarm 4'))
  expect(html).toContain('1,237 more')
  expect(html).toContain('1,230 more')
  expect(told([], 0)).toContain('No open alarms')
  setLanguage('zh-cn')
  expect(told([], 0)).toContain('没有未处理的报警')
})

test('while the alarms load, a line says so; a page without devices has none', () => {
  const host = { isPast: false } as unknown as PageHost
  setMe({ ...({} as Me), auths: [alarmScreens.page] })
  const html = (ids: number[]) => renderToString(<PageAlarms host={host} equipmentIds={ids} />)
  expect(html([7])).toContain('Loading alarms…')
  expect(html([])).toBe('')
  setMe(null)
})

test('without the permission a message replaces the alarms, and nothing is queried', () => {
  const host = { isPast: false, service: () => expect.unreachable() } as unknown as PageHost
  setMe({ ...({} as Me), auths: ['alarm:view'] })
  const html = () => renderToString(<PageAlarms host={host} equipmentIds={[7]} />)
  expect(html()).toContain('No permission to view the alarm or repair order record')
  setLanguage('zh-cn')
  expect(html()).toContain('没有查看报警或维修工单记录的权限')
  setMe(null)
})
