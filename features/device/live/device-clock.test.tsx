// The page of a device: times in the device's zone, and no present states while it shows the past.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { nowhere, PlaceContext, type Search } from '../../../ui/place.tsx'
import { countAlarms, queryAlarms } from '../../watch/alarm/contract.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { DeviceView } from '../open/live-device.tsx'

const id = 7 as EquipmentId
const raisedAt = Date.UTC(2026, 2, 1, 15, 30)
const row = {
  ...{
    id: 1,
    equipmentId: id,
    equipmentName: 'Pump',
    zone: 'Asia/Shanghai',
    ruleId: 1,
    kind: 'analogue',
    level: 'severe',
  },
  ...{ name: 'High', content: 'High', signalId: 3, mvar: null, unit: 'm', decimals: null, value: 5, limitText: '> 4' },
  ...{ state: 'active', isLatched: false, isHeard: true, raisedAt, clearedAt: null, isBacklog: false },
  ...{ acknowledgedAt: raisedAt + 900_000, acknowledgedName: 'Li', comment: null, shelf: null },
  ...{ count: 1, firstAt: raisedAt, told: [], next: null },
}
const counts = { open: 1, unacknowledged: 0, shelved: 0, cleared: 0 }
const asked = { view: 'open', equipmentId: id, pageNo: 1, pageSize: 10, openedFrom: 'device' } as const

function shownOn(search: Search): string {
  const client = new QueryClient()
  client.setQueryData(queryOf(equipmentInfo, { id }).queryKey, {
    id,
    name: 'Pump',
    zone: 'Asia/Shanghai',
    menuBar: true,
  })
  const active = { severe: 1, important: 2, normal: 0 }
  const open = { ...active, active, unacknowledged: 0, loudest: null, newestAt: null }
  client.setQueryData(queryOf(countAlarms, { equipmentId: id }).queryKey, open)
  client.setQueryData(queryOf(queryAlarms, asked).queryKey, { rows: [row], total: 1, counts })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PlaceContext.Provider value={{ ...nowhere, search }}>
        <DeviceView id={id} />
      </PlaceContext.Provider>
    </QueryClientProvider>,
  )
}

afterEach(() => setMe(null))

it('alarms of a device are shown in its time zone, whatever the zone of the user', () => {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const auths = ['monitor:view', 'alarm:view', 'monitor_equipinfo_menu_alarm'] as const
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', zone: 'UTC', demo: false }
  setMe({ ...me, auths, ownZone: 'UTC' })
  const shown = shownOn({ tab: 'alarm' })
  expect(shown).toContain('title="2026-03-01 23:30:00"')
  expect(shown).toContain('Li · 03-01 23:45')
})

it('a past time has no number of the alarms that are open now', () => {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const auths = ['monitor:view', 'alarm:view', 'monitor_equipinfo_menu_alarm'] as const
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', zone: 'UTC', demo: false, auths, ownZone: 'UTC' })
  const tab = (search: Search) => /Alarms(<span> \d+<\/span>)?/.exec(shownOn(search))?.[1]
  expect(tab({ tab: 'realTime' })).toContain('3')
  expect(tab({ tab: 'realTime', at: String(raisedAt) })).toBeUndefined()
})
