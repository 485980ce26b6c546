// A refused page must not send an account to an administrator who cannot grant the permission.
import { expect, test } from 'vitest'
import { roleTypes } from '../../contract/permissions.ts'
import { placeOf } from '../../features/frame/permissions.ts'
import { canHold } from '../../features/people/access/rules.ts'
import type { PageRoute } from '../../ui/routes.ts'
import { isForCustomers, refusalOf } from './refusal.ts'

const files = import.meta.glob<{ default: readonly PageRoute[] }>('../../features/*/*/routes.ts', { eager: true })
const routes = Object.values(files).flatMap((file) => file.default)
const granted = routes.flatMap((route) => {
  const place = placeOf(route.may)
  return place ? [{ route, place }] : []
})

const account = (roleType: (typeof roleTypes)[number], homeOrgId = 1) => ({ roleType, orgId: 1, homeOrgId })
const customer = account('external')

test('every page of a permission that only staff of the platform hold is marked, and no other', () => {
  const marked = routes.filter(({ isForStaff }) => isForStaff).map(({ path }) => path)
  expect(marked.length).toBeGreaterThan(2)
  const ofStaff = granted.filter(({ place }) => place.isOperators && !place.isForAdmin)
  expect(marked).toEqual(ofStaff.map(({ route }) => route.path))
})

test('the pages for customers are those whose permission an external account can hold', () => {
  const held = granted.filter(({ place }) => canHold('external', place))
  expect(granted.filter(({ route }) => isForCustomers(route))).toEqual(held)
})

test.each(roleTypes)(
  'a page is refused for good to an account of type %s only if it cannot hold the permission',
  (type) => {
    for (const { route, place } of granted) {
      const isForGood = refusalOf(route, account(type)) !== undefined
      // Administrators of the platform hold every permission: no page is refused to them.
      if (type !== 'admin')
        expect({ path: route.path, isForGood }).toEqual({ path: route.path, isForGood: !canHold(type, place) })
    }
  },
)

test('a guest is refused what a customer is refused, whatever it is at home', () => {
  for (const { route } of granted) expect(refusalOf(route, account('enterprise', 2))).toBe(refusalOf(route, customer))
})

test('the reason names who the page is for', () => {
  expect(refusalOf({ path: '/manage/system/sign-on', isForAdmin: true }, account('operation'))).toBe('adminPage')
  expect(refusalOf({ path: '/manage/system/msg', isForStaff: true }, account('enterprise'))).toBe('staffPage')
  expect(refusalOf({ path: '/manage/system/msg', isForStaff: true }, account('operation'))).toBeUndefined()
  expect(refusalOf({ path: '/manage/eg/gateway' }, customer)).toBe('customerPage')
  expect(refusalOf({ path: '/monitor/alarm' }, customer)).toBeUndefined()
  expect(refusalOf({ path: '/manage/eg/gateway' }, account('internal'))).toBeUndefined()
})
