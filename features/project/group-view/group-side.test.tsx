// The tree of groups with the open alarms of each group and the groups below it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { nowhere, PlaceContext } from '../../../ui/place.tsx'
import { queryGroupAlarms } from '../monitor/contract.ts'
import { GroupSide } from './group-side.tsx'

afterEach(() => setMe(null))

function shown(): string {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const auths = ['monitor:view', 'alarm:view'] as const
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false })
  const client = new QueryClient()
  const alarms = [
    { groupId: 2, severe: 1, important: 0, normal: 2 },
    { groupId: null, severe: 0, important: 0, normal: 4 },
  ]
  client.setQueryData(queryOf(queryGroupAlarms, {}).queryKey, alarms as never)
  const lines = [
    { id: 1, name: 'North', level: 0, count: 9 },
    { id: 2, name: 'Hall', level: 1, count: 5 },
  ]
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PlaceContext value={nowhere}>
        <GroupSide lines={lines as never} ungrouped={3} groupId={1 as never} deviceId={undefined} />
      </PlaceContext>
    </QueryClientProvider>,
  )
}

test('each severity has its own number, in the group and in the group above it', () => {
  const links = shown().split('<a ').slice(1)
  const marks = links.map((link) =>
    [...link.matchAll(/severity severity-(\w+)[^>]*>.*?<\/svg><span[^>]*>\w+<\/span>(\d+)/g)].map(
      ([, severity, count]) => `${severity} ${count}`,
    ),
  )
  expect(marks).toEqual([['severe 1', 'normal 2'], ['severe 1', 'normal 2'], ['normal 4']])
})
