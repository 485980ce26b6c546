import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { queryUserConfig } from './contract.ts'
import UserConfigPage from './page-user-config.tsx'

afterEach(() => setMe(null))

const shown = (stored?: Record<string, unknown>) => {
  setLanguage('en')
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'UTC', demo: false })
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
