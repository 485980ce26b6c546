// Tests that the preview of a role shows what its members can see and write, also for a role without these permissions.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import type { RoleId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { queryRoleDevices, type Role } from './contract.ts'
import { RolePreview } from './role-preview.tsx'

afterEach(() => setMe(null))

const id = 4 as RoleId
const devices = [
  { id: 7, name: 'Pump', mayWrite: true },
  { id: 8, name: 'Kiln', mayWrite: false },
]

/** Returns the text of the preview. */
function shown(auths: readonly Permission[]): string {
  setLanguage('en')
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', zone: 'UTC', demo: false }
  setMe({ ...me, auths: ['role:view'] })
  const role: Role = {
    ...{ id, roleType: 'internal', name: 'Shift', remark: null, auths: [...auths], dataRange: 'all', regions: null },
    ...{ version: 1, memberCount: 0 },
  }
  const client = new QueryClient()
  const asked = { id, accountId: null, dataRange: 'all' } as const
  const found = { visible: 2, writable: 1, rows: devices }
  client.setQueryData(queryOf(queryRoleDevices, asked).queryKey, found as never)
  const nothing = () => undefined
  const draft = { ...role, remark: '' }
  const editing = { draft, changes: [], set: nothing, toggle: nothing, discard: nothing }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RolePreview role={role} editing={editing} />
    </QueryClientProvider>,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

it('with the permission to write, counts the writable devices and marks them', () => {
  const text = shown(['monitor:view', 'signal:write'])
  expect(text).toContain('Sees 2 devices 1 of them may be written to')
  expect(text).toContain('Pump write Kiln view')
})

it('says why devices are visible that are not authorised to the role', () =>
  expect(shown(['monitor:view'])).toContain(
    'Its data range covers all devices of the company; no authorisation is needed',
  ))

it('without the permission to write, no device is writable', () => {
  const text = shown(['monitor:view'])
  expect(text).toContain('Sees 2 devices It writes to none of them: the role has no permission to write')
  expect(text).toContain('Pump view Kiln view')
})

it('without the permission to view, says so and lists no device', () => {
  const text = shown(['gateway:view'])
  expect(text).toContain('2 devices in its range The role has no permission to view devices')
  expect(text).not.toMatch(/Pump|Kiln|Sees|may be written/)
})
