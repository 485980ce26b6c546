// The public page of an announcement that is not there.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError, queryOf } from '../../../contract/call.ts'
import { type ErrorName, errorCode } from '../../../contract/errors.ts'
import { setLanguage } from '../../../ui/language.ts'
import { noticeDetail } from './contract.ts'
import NoticePage from './page-notice.tsx'

function shownAfter(name: ErrorName): string {
  setLanguage('en')
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const error = new ApiError(errorCode(name), 'Invalid parameter id: too small', null)
  client
    .getQueryCache()
    .build(client, { queryKey: queryOf(noticeDetail, { id: 0 }).queryKey })
    .setState({ status: 'error', error, errorUpdateCount: 1, errorUpdatedAt: Date.now() })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NoticePage />
    </QueryClientProvider>,
  )
}

test.each(['notFound', 'badParameter'] as const)('%s: says that it does not exist', (name) => {
  const html = shownAfter(name)
  expect(html).toContain('This announcement does not exist or was withdrawn.')
  expect(html).not.toContain('parameter')
})
