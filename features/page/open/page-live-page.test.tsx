// A page without widgets, for authors and for viewers.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { Permission } from '../../../contract/permissions.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import type { Page } from '../page/contract.ts'
import { LivePage } from './page-live-page.tsx'

afterEach(() => setMe(null))

const page = {
  ...{
    id: 4,
    equipmentId: 7,
    projectId: null,
    title: 'Empty',
    version: 1,
    needsPassword: false,
    mvars: [],
    scenes: [],
  },
  content: { con: { width: 800, height: 600 }, widgets: [], bind: { signals: [], mvars: [], keys: [], equips: [] } },
} as unknown as Page

function shownTo(auths: readonly Permission[], isVisitor = false): string {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false, isVisitor })
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LivePage page={page} watch={{ watching: null, past: null, own: undefined }} />
    </QueryClientProvider>,
  )
}

test.each([
  ['a visitor of a share', ['monitor:view'], true],
  ['an account that may not edit pages', ['monitor:view', 'equipment:view'], false],
] as const)('%s reads that the page is empty, and is not asked to add widgets', (_, auths, isVisitor) => {
  const html = shownTo(auths, isVisitor)
  expect(html).toContain('This page has no content yet.')
  expect(html).not.toMatch(/widget|designer/i)
})

test('an author is sent to the designer', () => {
  expect(shownTo(['monitor:view', 'page:edit'])).toContain('Add widgets in the designer.')
})
