// A link without a share says so, and leads accounts to the login.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError, queryOf } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { setLanguage } from '../../../ui/language.ts'
import { lookAtShare } from './contract.ts'
import Entrance from './entrance.tsx'

test('a link that shares nothing has a link to the login', async () => {
  setLanguage('en')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  const failure = new ApiError(errorCode('shareUnknown'), 'This link is not valid')
  await client.prefetchQuery({ ...queryOf(lookAtShare, { token: 'gone' }), queryFn: () => Promise.reject(failure) })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Entrance token="gone" why={undefined} onEntered={() => undefined} />
    </QueryClientProvider>,
  )
  expect(html).toContain('Nothing is shared here.')
  expect(html).toMatch(/<a href="\/login"[^>]*>Sign in<\/a>/)
})
