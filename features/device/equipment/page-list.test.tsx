// Tests the rows of the device list.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { queryTemplateMarks, type TemplateMark } from '../template-binding/contract.ts'
import { type EquipmentRow, queryEquipments } from './contract.ts'
import EquipmentListPage from './page-list.tsx'

afterEach(() => setMe(null))

const row = {
  ...{ id: 7, name: 'Well pump', number: null, groupId: null, groupName: null, gatewayId: 3, sn: 'GH-1' },
  ...{ state: 'online', display: 'list', signalCount: 2, driverCount: 1, image: null, createdBy: 'Li' },
  ...{ warrantyUntil: null, warranty: null, createdAt: Date.UTC(2026, 2, 1, 12) },
} as unknown as EquipmentRow

function shownTo(auths: readonly Permission[], marks?: readonly TemplateMark[]): string {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false })
  const filter = { keyword: '', groupId: null, ungrouped: false, mine: false, bound: null, warranty: null }
  const client = new QueryClient()
  client.setQueryData(queryOf(queryEquipments, { ...filter, pageNo: 1, pageSize: limits.pageSize }).queryKey, {
    total: 1,
    rows: [row],
  })
  if (marks) client.setQueryData(queryOf(queryTemplateMarks, { equipmentIds: [row.id] }).queryKey, [...marks])
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EquipmentListPage />
    </QueryClientProvider>,
  )
}

const edit = (html: string) =>
  [...html.matchAll(/<button.*?<\/button>/g)].map(([act]) => act).find((act) => act.replace(/<[^>]*>/g, '') === 'Edit')

test('a device can be edited from the list', () => {
  const html = shownTo(['equipment:view', 'equipment:edit'])
  expect(edit(html)).toBeDefined()
  expect(edit(html)).not.toContain('aria-disabled="true"')
})

test('without the permission the action is disabled', () => {
  expect(edit(shownTo(['equipment:view']))).toContain('aria-disabled="true"')
})

test('SN and date stay on one line', () => {
  const html = shownTo(['equipment:view'])
  expect(html).toMatch(/<td class="[^"]*\bcell-word\b[^"]*"[^>]*>(?:(?!<\/td>).)*GH-1/)
  expect(html).toMatch(/<td class="[^"]*\bcell-word\b[^"]*"[^>]*>2026-03-01/)
})

test('a template is shown once it is known: nothing before, a dash for a device without one', () => {
  const cell = (marks?: readonly TemplateMark[]) => {
    const cells = [...shownTo(['equipment:view'], marks).matchAll(/<td.*?<\/td>/g)]
    return cells[4]![0].replace(/<[^>]*>/g, '')
  }
  const mark = { equipmentId: 7, templateId: 2, templateName: 'Pump', appliedVersion: 1, templateVersion: 1 }
  expect(cell()).toBe('')
  expect(cell([])).toBe('—')
  expect(cell([{ ...mark, isSame: true, own: 0 } as unknown as TemplateMark])).toContain('Pump')
})
