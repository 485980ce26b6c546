// The number of authorisations of a role, for accounts that see all objects or some.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { RoleId } from '../../../contract/fields.ts'
import type { DataRange } from '../../../contract/permissions.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { type Grant, queryGrants } from './contract.ts'
import { ObjectGrants } from './part-grants.tsx'

afterEach(() => setMe(null))

const roleId = RoleId.parse(3)
const grant = { id: 1, equipmentId: 5, groupId: null, projectId: null, object: 'Pump', mayWrite: false }

test.each<[DataRange | undefined, string]>([
  ['all', '1 of 200 used'],
  [undefined, '1 of 200 used'],
  ['department', '1 shown'],
  ['granted', '1 shown'],
])('with the data range %s the card counts %s', (dataRange, words) => {
  setLanguage('en')
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'UTC', demo: false }
  setMe({ ...me, ...(dataRange && { dataRange }) })
  const client = new QueryClient()
  client.setQueryData(queryOf(queryGrants, { roleId }).queryKey, [grant] as unknown as Grant[])
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ObjectGrants roleId={roleId} name="Crew" />
    </QueryClientProvider>,
  )
  expect(html).toContain(`<small>${words}</small>`)
})
