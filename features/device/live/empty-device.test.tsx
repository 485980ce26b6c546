// A device without variables, for accounts with and without permission to edit it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { ApiError, queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { gatewayInfo } from '../../gateway/gateway/contract.ts'
import type { DeviceState, Watching } from '../open/live-monitoring.ts'
import { RealTime } from '../open/live-real-time.tsx'
import { aroundOf } from './rules.ts'
import { CommandTab } from './tab-command.tsx'
import { GatewayTab } from './tab-gateway.tsx'

const id = 7 as EquipmentId
const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
const drawn = (node: ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={client}>{node}</QueryClientProvider>)

beforeEach(() => {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => setMe(null))

const signIn = (auths: readonly Permission[], isVisitor = false) =>
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false, isVisitor })

function tabs(signals: readonly { internal: boolean }[]): string[] {
  const state = { signals, signalsFault: null } as unknown as DeviceState
  const watching = { source: { subscribe: () => undefined }, monitoring: {} } as unknown as Watching
  const shared = { equipmentId: id, state, watching, around: aroundOf(undefined, 'up'), why: undefined }
  return [RealTime, CommandTab].map((Tab) => drawn(<Tab {...shared} onWrite={() => undefined} />))
}

test.each([
  ['an account that may not edit devices', false],
  ['a visitor', true],
] as const)('%s reads that there are no variables, and gets no link to add them', (_, isVisitor) => {
  signIn(['monitor:view'], isVisitor)
  for (const html of tabs([])) {
    expect(html).toContain('This device has no variables yet.')
    expect(html).not.toMatch(/Add variables|\/manage\/eg/)
  }
})

it('an account that may edit devices gets a link to the variables', () => {
  signIn(['monitor:view', 'equipment:edit'])
  for (const html of tabs([])) expect(html).toContain('/manage/eg/equipment/edit/7/signal')
})

it('if all variables are internal, other accounts see this reason instead of a filter message', () => {
  signIn(['monitor:view'])
  for (const html of tabs([{ internal: true }])) {
    expect(html).toContain('internal variables only')
    expect(html).not.toMatch(/matches the filter|no variables yet/)
  }
})

test.each([
  [['gateway:view'], false],
  [['gateway:view', 'equipment:edit'], true],
] as const)('without a gateway, an account with %j gets a link to bind one: %j', async (auths, isLed) => {
  signIn(auths)
  await client.prefetchQuery({
    ...queryOf(gatewayInfo, { equipmentId: id }),
    queryFn: () => Promise.reject(new ApiError(1102, 'none')),
  })
  const html = drawn(<GatewayTab equipmentId={id} zone="UTC" live={null} />)
  expect(html).toContain('not bound to a gateway')
  expect(html.includes('Bind a gateway')).toBe(isLed)
})
