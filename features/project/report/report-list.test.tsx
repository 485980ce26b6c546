// The list of custom reports, for a user whose clock differs from that of the company.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { queryCustomReports } from './contract.ts'
import { plainBucket } from './draft.ts'
import { ReportList } from './report-list.tsx'

afterEach(() => setMe(null))

const projectId = 5 as ProjectId
const row = { id: 1, projectId, title: 'Output', bucket: plainBucket, zone: 'Asia/Shanghai', fieldTitles: [] }

it.each([
  ['UTC', 'UTC', '2026-03-01 15:45:00', false],
  ['UTC', 'Asia/Shanghai', '2026-03-01 15:45:00', true],
])('for a user in %s of a company in %s shows %s, with its zone: %s', (ownZone, zone, time, isNamed) => {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  setMe({
    userId: 1,
    loginname: 'li',
    name: 'Li',
    orgName: 'Works',
    auths: ['project:view'],
    zone,
    ownZone,
    demo: false,
  })
  const client = new QueryClient()
  const rows = [{ ...row, updatedAt: Date.UTC(2026, 2, 1, 15, 45) }]
  client.setQueryData(queryOf(queryCustomReports, { projectId }).queryKey, rows as never)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ReportList projectId={projectId} to={() => '/'} onAdd={() => undefined} />
    </QueryClientProvider>,
  )
  expect(html).toContain(time)
  expect(html.includes('>Times in UTC<')).toBe(isNamed)
})
