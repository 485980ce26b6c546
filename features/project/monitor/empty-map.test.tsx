// The map of a device list without places.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { nowhere, PlaceContext } from '../../../ui/place.tsx'
import { askedOf, noFilters } from './asked.ts'
import { queryAllForMap, queryMonitored } from './contract.ts'
import MonitorPage from './page-list.tsx'

afterEach(() => setMe(null))

const counts = { all: 0, online: 0, offline: 0, sleeping: 0, alarm: 0 }

/** Renders the empty map. `total`: number of devices that match the filter; none of them has a location. */
function shown(total: number, word: string): string {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const auths = ['monitor:view', 'equipment:add'] as const
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false })
  const client = new QueryClient()
  const asked = askedOf(noFilters, { word, pageNo: 1, pageSize: limits.pageSize })
  const { pageNo: _, pageSize: __, ...filter } = asked
  client.setQueryData(queryOf(queryMonitored, asked).queryKey, { rows: [], total, counts } as never)
  client.setQueryData(queryOf(queryAllForMap, filter).queryKey, [] as never)
  const search: Record<string, string> = { view: 'map', ...(word && { word }) }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PlaceContext.Provider value={{ ...nowhere, search }}>
        <MonitorPage />
      </PlaceContext.Provider>
    </QueryClientProvider>,
  )
}

it('without any device it shows that, not the message about filters', () => {
  expect(shown(0, '')).toContain('There are no devices yet.')
  expect(shown(0, '')).not.toContain('matches the filter')
})

it('a filter without matches shows that', () => expect(shown(0, 'pump')).toContain('Nothing matches the filter.'))

it.each(['', 'pump'])('counts the devices without a place, filtered by “%s”', (word) =>
  expect(shown(3, word)).toContain('3 devices have no position and are not on the map'),
)
