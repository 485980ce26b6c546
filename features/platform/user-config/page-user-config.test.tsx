import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { queryUserConfig } from './contract.ts'
import UserConfigPage from './page-user-config.tsx'

afterEach(() => setMe(null))

const shown = (stored?: Record<string, unknown>, auths: readonly Permission[] = []) => {
  setLanguage('en')
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false })
  const queries = new QueryClient()
  if (stored) queries.setQueryData(queryOf(queryUserConfig, {}).queryKey, stored as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <UserConfigPage />
    </QueryClientProvider>,
  )
}

test('settings can be changed only after loading: defaults would overwrite stored values', () => {
  expect(shown()).not.toContain('Message types')
  expect(shown({})).toContain('Message types')
})

test('only functions that the account has are set', () => {
  const sections = (...auths: Permission[]) =>
    ['Messages', 'Configuration pages', 'Alarms', 'Alarms by e-mail, SMS and phone'].filter((title) =>
      shown({}, auths).includes(`>${title}<`),
    )
  expect(sections()).toEqual(['Messages'])
  expect(sections('monitor:view')).toEqual(['Messages', 'Configuration pages'])
  expect(sections('monitor:view', 'alarm:view')).toHaveLength(4)
})

test('only types of messages that the account receives are offered', () => {
  expect(shown({})).not.toContain('>Alarm<')
  expect(shown({}, ['alarm:view'])).toContain('>Alarm<')
  expect(shown({}, ['alarm:view'])).not.toContain('>Work order<')
})
