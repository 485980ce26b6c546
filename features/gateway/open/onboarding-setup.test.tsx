// The card with the steps to the first live value, while its state loads and afterwards.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { type SetupState, setupState } from '../onboarding/contract.ts'
import { SetupCard } from './onboarding-setup.tsx'

afterEach(() => setMe(null))

const claimed: SetupState = { registered: 0, gateways: 1, equipments: 0, isAgentSeen: true, device: null }
const device = { id: 7 as never, name: 'Tank', gatewayId: null, drivers: 1, signals: 1, isSynced: true }
const complete: SetupState = { ...claimed, equipments: 1, device: { ...device, hasValues: true } }

/** Renders the steps. `state` undefined: not loaded yet. */
function shown(state: SetupState | undefined): string {
  setLanguage('en')
  const auths = ['equipment:view', 'equipment:add', 'gateway:add', 'gateway:register'] as const
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false })
  const client = new QueryClient()
  if (state) client.setQueryData(queryOf(setupState, { equipmentId: null }).queryKey, state)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SetupCard otherwise={<a href="/manage/eg/equipment/add">Add a device</a>} />
    </QueryClientProvider>,
  )
}

test('while the state loads there is nothing to press that the steps would replace', () => {
  const html = shown(undefined)
  expect(html).toContain('skeleton')
  expect(html).not.toMatch(/<(a|button)\b|Add a device/)
})

test('afterwards the next step has the only link', () => {
  expect(
    shown(claimed)
      .match(/<a [^>]*href="[^"]*"/g)
      ?.join(),
  ).toMatch(/^<a [^>,]*href="\/manage\/eg\/equipment\/add"$/)
})

test('without an open step the content of the page is shown', () => {
  expect(shown(complete)).toBe('<a href="/manage/eg/equipment/add">Add a device</a>')
})
