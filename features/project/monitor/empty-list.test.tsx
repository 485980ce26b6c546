// The list of devices of an account that sees none.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { nowhere, PlaceContext } from '../../../ui/place.tsx'
import { askedOf, noFilters } from './asked.ts'
import { queryMonitored } from './contract.ts'
import MonitorPage from './page-list.tsx'

afterEach(() => setMe(null))

const counts = { all: 0, online: 0, offline: 0, sleeping: 0, alarm: 0 }

function shown(word: string, ...auths: Permission[]): string {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false }
  setMe({ ...me, dataRange: 'granted', roleType: 'external', orgId: 1, homeOrgId: 1 })
  const client = new QueryClient()
  const asked = askedOf(noFilters, { word, pageNo: 1, pageSize: limits.pageSize })
  client.setQueryData(queryOf(queryMonitored, asked).queryKey, { rows: [], total: 0, counts } as never)
  const search: Record<string, string> = word ? { word } : {}
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PlaceContext value={{ ...nowhere, search }}>
        <MonitorPage />
      </PlaceContext>
    </QueryClientProvider>,
  )
}

test('an account without devices sees the company to ask for them, and no filters', () => {
  const html = shown('', 'monitor:view')
  expect(html).toContain('There are no devices that your account may see.')
  expect(html).toContain('Ask the company that opened your account')
  for (const filter of ['Advanced', 'Export CSV', 'Sleeping']) expect(html).not.toContain(filter)
})

test('filters stay while one is set, and for accounts that may add devices', () => {
  expect(shown('pump', 'monitor:view')).toContain('Sleeping')
  expect(shown('', 'monitor:view', 'equipment:add')).toContain('Sleeping')
})
