// The panel of a gateway and the tab of its device show the same times, in the zone of the device.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { nowhere, PlaceContext } from '../../../ui/place.tsx'
import { equipmentInfo } from '../../device/equipment/contract.ts'
import { DeviceView } from '../../device/open/live-device.tsx'
import { type GatewayInfo, gatewayInfo } from './contract.ts'
import { GatewaySections } from './gateway-panel.tsx'

const id = 7 as EquipmentId
const quota = { used: 0, total: 1 }
const quotas = { signals: quota, drivers: quota, reports: quota, alarms: quota, stored: quota, mappings: quota }
const gateway: GatewayInfo = {
  ...{ id: 3 as GatewayId, sn: 'EG-3', series: 'EG', model: 'EG', firmware: null, networkType: null, moduleSn: null },
  ...{ signalStrength: null, state: 'online', mode: 'standard', vpn: false, equipmentId: id, equipmentName: 'Pump' },
  ...{ consistency: 'match', alarms: null, alarmStatus: null, remark: null, zone: 'Asia/Shanghai' },
  ...{ lanIp: null, mac: null, claimedAt: null, platformHash: null, gatewayHash: null, clockOffsetMs: null },
  ...{ onlineSince: Date.UTC(2026, 2, 1, 15, 30), lastSeenAt: Date.UTC(2026, 2, 1, 17, 45), quotas, sync: null },
}

beforeEach(() => {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', demo: false }
  setMe({ ...me, auths: ['monitor:view', 'gateway:view'], zone: 'UTC', ownZone: 'UTC' })
})
afterEach(() => setMe(null))

function drawn(part: ReactNode, search: Record<string, string> = {}): string {
  const client = new QueryClient()
  const device = { id, name: 'Pump', zone: 'Asia/Shanghai', menuBar: true }
  client.setQueryData(queryOf(equipmentInfo, { id }).queryKey, device as never)
  client.setQueryData(queryOf(gatewayInfo, { equipmentId: id }).queryKey, gateway)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PlaceContext.Provider value={{ ...nowhere, search }}>{part}</PlaceContext.Provider>
    </QueryClientProvider>,
  )
}

/** The text of the entry with this label. */
const entry = (html: string, label: string) => {
  const [, after] = html.split(`${label}<`)
  return /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(after ?? '')?.[0]
}

it('shows when a gateway connected in the zone of its device, in its panel and in the tab of the device', () => {
  const panel = drawn(<GatewaySections gateway={gateway} onClose={() => undefined} />)
  const tab = drawn(<DeviceView id={id} />, { tab: 'gateway' })
  for (const html of [panel, tab])
    expect([entry(html, 'Online since'), entry(html, 'Last seen')]).toEqual([
      ...['2026-03-01 23:30:00', '2026-03-02 01:45:00'],
    ])
  for (const html of [panel, tab]) expect(html).toContain('Times in Asia/Shanghai (UTC+8)')
})
