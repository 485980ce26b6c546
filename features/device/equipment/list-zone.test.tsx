// The list of devices, for a user whose clock differs from that of the company.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { queryEquipments } from './contract.ts'
import EquipmentPage from './page-list.tsx'

afterEach(() => setMe(null))

const row = {
  ...{ id: 7, name: 'Pump', number: null, groupId: null, groupName: null, gatewayId: null, sn: null, state: null },
  ...{ display: 'list', signalCount: 0, driverCount: 0, image: null, warrantyUntil: null, warranty: null },
  ...{ createdAt: Date.UTC(2026, 2, 1, 20), createdBy: 'Li' },
}
const asked = {
  ...{ keyword: '', groupId: null, ungrouped: false, mine: false, bound: null, warranty: null },
  ...{ pageNo: 1, pageSize: limits.pageSize },
}

it.each([
  ['UTC', 'UTC', '2026-03-01', false],
  ['UTC', 'Asia/Shanghai', '2026-03-01', true],
])('for a user in %s of a company in %s shows %s, with its zone: %s', (ownZone, zone, day, isNamed) => {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', demo: false }
  setMe({ ...me, auths: ['equipment:view'], zone, ownZone })
  const client = new QueryClient()
  client.setQueryData(queryOf(queryEquipments, asked).queryKey, { total: 1, rows: [row] } as never)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EquipmentPage />
    </QueryClientProvider>,
  )
  expect(html).toContain(day)
  expect(html.includes('>Times in UTC<')).toBe(isNamed)
})
