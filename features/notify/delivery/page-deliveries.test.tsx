// The list of sent alarm notifications, for a user whose clock differs from that of the company.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { queryDeliveries } from './contract.ts'
import DeliveriesPage from './page-deliveries.tsx'

afterEach(() => setMe(null))

const createdAt = Date.UTC(2026, 2, 1, 15, 45)
const row = {
  ...{ id: 1, alarmId: 1, alarmName: 'High', level: 'severe', others: 0, equipmentId: 7, equipmentName: 'Pump' },
  ...{ accountName: 'Li', method: 'sms', state: 'waiting', reason: 'retry', tries: 1, createdAt },
  ...{ dueAt: createdAt + 60_000, endedAt: null, readAt: null },
}

function shown(ownZone: string, zone: string): string {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  setLanguage('en')
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', demo: false }
  setMe({ ...me, auths: ['alarm:view'], zone, ownZone })
  const client = new QueryClient()
  const asked = { method: null, state: null, alarmId: null, pageNo: 1, pageSize: limits.pageSize }
  client.setQueryData(queryOf(queryDeliveries, asked).queryKey, { total: 1, rows: [row] } as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <DeliveriesPage />
    </QueryClientProvider>,
  )
}

it('a row has all its times in one zone, which is named because the message has the time of the device', () => {
  const html = shown('UTC', 'Asia/Shanghai')
  expect(html).toContain('2026-03-01 15:45:00')
  expect(html).toContain('next 2026-03-01 15:46:00')
  expect(html).toContain('>Times in UTC<')
})

it('names no zone where user and company have the same clock', () => {
  expect(shown('Asia/Shanghai', 'Asia/Shanghai')).not.toContain('Times in')
})
