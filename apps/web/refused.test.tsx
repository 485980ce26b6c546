// A page that the user may not open shows its title and a link back.
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../contract/call.ts'
import type { Permission } from '../../contract/permissions.ts'
import { setLanguage } from '../../ui/language.ts'
import { setMe } from '../../ui/me.ts'
import { nowhere, PlaceContext } from '../../ui/place.tsx'
import { routeAt } from '../../ui/routes.ts'
import { pages } from './pages.ts'
import { isRefused } from './refusal.ts'
import { Refused } from './root.tsx'

beforeEach(() => setLanguage('en'))
afterEach(() => setMe(null))

const at = (path: string) =>
  renderToString(
    <PlaceContext value={{ ...nowhere, path }}>
      <Refused error={new ApiError(90002, 'You do not have permission')} />
    </PlaceContext>,
  )

test('the page shows its title, the reason and a link back', () => {
  const html = at('/manage/eg/equipment/add')
  expect(html).toMatch(/<h1>Add device<\/h1>.*You do not have permission.*Ask an administrator/)
  expect(html).toContain('href="/"')
  expect(html).toContain('Go to the start page')
})

test('the page has no button to try again: permissions are read at sign-in', () => {
  expect(at('/manage/eg/equipment/add')).not.toContain('Try again')
})

test('a page for administrators of the platform does not send the user to the own organisation', () => {
  expect(at('/manage/system/outbox')).toMatch(/only for administrators of the platform(?!.*organisation)/)
})

test('a page that an account of a customer can never open names no administrator', () => {
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'UTC', demo: false }
  setMe({ ...me, roleType: 'external', orgId: 1, homeOrgId: 1 })
  expect(at('/manage/eg/gateway')).toMatch(/not available to external accounts(?!.*administrator)/)
  expect(at('/monitor/alarm/told')).toContain('Ask the company that opened your account for the permission.')
  setMe({ ...me, roleType: 'enterprise', orgId: 1, homeOrgId: 1 })
  expect(at('/manage/system/hardware')).toMatch(/only for staff of the platform(?!.*administrator)/)
})

test('a page that takes the whole window is refused inside the shell, with its title', () => {
  const designer = '/manage/eg/3/designer/4'
  expect(at(designer)).toMatch(/<h1>/)
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', zone: 'UTC', demo: false }
  const refuses = (...auths: Permission[]) => {
    const now = { ...me, auths }
    setMe(now)
    return isRefused(routeAt(pages, designer), now)
  }
  expect([refuses('monitor:view'), refuses('monitor:view', 'page:edit')]).toEqual([true, false])
  expect(isRefused(routeAt(pages, designer), null)).toBe(false)
})
