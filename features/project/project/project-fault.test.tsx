// A project that is missing keeps the title and the way back.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import { nowhere, PlaceContext } from '../../../ui/place.tsx'
import CentrePage from './page-centre.tsx'
import ViewerPage from './page-viewer.tsx'

test.each<[string, () => ReactNode, Record<string, string>]>([
  ['a project', CentrePage, { ocId: 'none' }],
  ['a page', ViewerPage, { projectId: '1', pageId: 'none' }],
])('%s that does not exist has a title and a link to the projects', (_, Page, params) => {
  setLanguage('en')
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PlaceContext value={{ ...nowhere, params }}>
        <Page />
      </PlaceContext>
    </QueryClientProvider>,
  )
  expect(html).toContain('<h1>Project page</h1>')
  expect(html).toContain('href="/monitor/gm/ocInfo"')
  expect(html).toContain('code 10002')
})
