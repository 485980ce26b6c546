// The list of alarms on the page of a device and the alarm panel show the start of an alarm in the same zone.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import type { AlarmId } from '../../../contract/fields.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import type { AlarmLine } from '../../../widgets/services.ts'
import { usePageClock } from '../../page/page/part-owner-zone.ts'
import { AlarmList } from '../../page/page-values/page-alarms.tsx'
import { AlarmPanel } from './alarm-panel.tsx'
import { alarmInfo } from './contract.ts'

const id = 1 as AlarmId
const raisedAt = Date.UTC(2026, 2, 1, 15, 45, 32)
const device = { equipmentId: 7, equipmentName: 'Pump', zone: 'Asia/Shanghai' }
const shared = {
  ...{ id, level: 'severe', name: 'High', content: 'High', kind: 'analogue', value: 5, unit: 'm', decimals: null },
  ...{ raisedAt, clearedAt: null, acknowledgedAt: null, acknowledgedName: null, state: 'active', isHeard: true },
}
const info = {
  ...{ ...shared, ...device, ruleId: 1, signalId: null, mvar: null, limitText: '> 4', isLatched: false },
  ...{ isBacklog: false, comment: null, shelf: null, count: 1, firstAt: raisedAt, told: [], next: null, advice: null },
  ...{ setPointIds: [], columnId: null, limit: 4, limits: [], notes: [], history: [], same: [], steps: [] },
}

/** Lists the alarms in the time zone of the page, as the page of a device does. */
function OnPage() {
  const zone = usePageClock(device, device.zone)
  const open = { total: 1, rows: [shared as unknown as AlarmLine] }
  return <AlarmList open={open} isOld={false} isNamed={false} zone={zone} now={raisedAt + 86_400_000} />
}

afterEach(() => setMe(null))

it('an alarm starts at the same time on the page of its device and in the alarm panel', () => {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', zone: 'UTC', demo: false }
  setMe({ ...me, auths: ['alarm:view'], ownZone: 'UTC' })
  const client = new QueryClient()
  client.setQueryData(queryOf(alarmInfo, { alarmId: id }).queryKey, info as never)
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <OnPage />
      <AlarmPanel id={id} place={undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  expect(drawn).toContain('since 2026-03-01 23:45:32')
  expect(drawn).toMatch(/raised 03-01 23:45:32.*\(UTC\+8\)/i)
})
