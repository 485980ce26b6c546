// The two ways to add a gateway, for accounts with and without permission to register one.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { Language } from '../../../contract/errors.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import GatewayPage from './page-gateway.tsx'

afterEach(() => setMe(null))

function shownTo(auths: readonly Permission[], language: Language): string {
  setLanguage(language)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false })
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <GatewayPage />
    </QueryClientProvider>,
  )
}

const explained = (html: string) => /<p class="gateway-ways">(.*?)<\/p>/.exec(html)?.[1]
const acts = (html: string) => [...html.matchAll(/<button.*?<\/button>/g)].map(([act]) => act.replace(/<[^>]*>/g, ''))

test.each([
  ['en', 'Register gateway', 'Add gateway'],
  ['zh-cn', '登记网关', '添加网关'],
] as const)('in %s, “%s” and “%s” side by side are explained by these names', (language, register, add) => {
  const html = shownTo(['gateway:view', 'gateway:add', 'gateway:register'], language)
  expect(acts(html)).toEqual(expect.arrayContaining([register, add]))
  expect(explained(html)).toContain(register)
  expect(explained(html)).toContain(add)
})

test('an account that cannot register gateways has one way, which needs no explanation', () => {
  const html = shownTo(['gateway:view', 'gateway:add'], 'en')
  expect(acts(html)).toContain('Add gateway')
  expect(acts(html)).not.toContain('Register gateway')
  expect(explained(html)).toBeUndefined()
})
