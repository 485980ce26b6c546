// The pages of a gateway's device, in the gateway panel.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import type { GatewayInfo } from '../../gateway/gateway/contract.ts'
import { queryPages } from './contract.ts'
import section from './gateway-section.tsx'

afterEach(() => setMe(null))

it('save times in a gateway panel are in the zone of the device', () => {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'UTC', demo: false })
  const equipmentId = 7 as EquipmentId
  const savedAt = Date.UTC(2026, 2, 1, 15, 30)
  const page = { id: 4, title: 'Overview', version: 1, startup: true, savedAt, savedBy: 'Li', sort: 1 }
  const client = new QueryClient()
  client.setQueryData(queryOf(queryPages, { equipmentId }).queryKey, [page] as never)
  const gateway = { equipmentId, equipmentName: 'Pump', zone: 'Europe/Berlin' } as GatewayInfo
  const { Show } = section.tabs[0]!
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Show gateway={gateway} />
    </QueryClientProvider>,
  )
  expect(html).toContain('2026-03-01 16:30')
})
