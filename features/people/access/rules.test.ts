import { describe, expect, test } from 'vitest'
import type { RoleType } from '../../../contract/permissions.ts'
import { roleTypes } from '../../../contract/permissions.ts'
import { placedPermissions, placeOf } from '../../frame/permissions.ts'
import { authsOf, beyond, canHold, rangeOf, regionsOf, type SessionRights, withImplied } from './rules.ts'

const every = placedPermissions.map(({ key }) => key)
const all = { auths: every, dataRange: 'all', regions: null } as const
const who = (roleType: RoleType, more: Partial<SessionRights> = {}): SessionRights => ({
  roleType,
  isGuest: false,
  role: null,
  ...more,
})
const operators = placedPermissions.filter(({ isOperators }) => isOperators)

describe('permissions of an account', () => {
  test('an administrator of the platform has every permission', () => {
    expect(authsOf(who('admin'))).toEqual(expect.arrayContaining(every))
  })

  test.each(roleTypes.filter((type) => type !== 'admin' && type !== 'operation'))(
    '%s has no permission of the platform’s staff, whatever its role',
    (roleType) => {
      const held = authsOf(who(roleType, { role: all }))
      expect(operators.filter(({ key }) => held.includes(key))).toEqual([])
    },
  )

  test('staff never has permissions reserved for administrators', () => {
    const own = operators.filter(({ isForAdmin }) => isForAdmin).map(({ key }) => key)
    expect(own.length).toBeGreaterThan(0)
    for (const role of [null, all]) {
      const held = authsOf(who('operation', { role }))
      expect(own.filter((key) => held.includes(key))).toEqual([])
    }
  })

  test('an enterprise account has all of its organisation’s, and a role does not reduce them', () => {
    const none = { auths: [], dataRange: 'granted', regions: [] } as const
    const own = placedPermissions.filter((place) => canHold('enterprise', place)).map(({ key }) => key)
    expect(authsOf(who('enterprise', { role: none })).sort()).toEqual(['public', 'signedIn', ...own].sort())
  })

  test('an internal account has those of its role; without one it may view authorised devices', () => {
    const role = { ...all, auths: ['group:edit', 'nonsense'] }
    expect(authsOf(who('internal', { role }))).toEqual([
      'public',
      'signedIn',
      'group:edit',
      'equipment:view',
      'monitor:view',
    ])
    expect(authsOf(who('internal'))).toEqual(['public', 'signedIn', 'monitor:view', 'history:view'])
    expect(rangeOf(who('internal'))).toBe('granted')
  })

  test('customers and guests manage nothing and see only authorised devices, whatever their role', () => {
    for (const rights of [who('external', { role: all }), who('enterprise', { isGuest: true, role: all })]) {
      const held = authsOf(rights).flatMap((key) => placeOf(key)?.page ?? [])
      expect(held.filter((page) => !page.startsWith('/monitor/'))).toEqual([])
      expect(rangeOf(rights)).toBe('granted')
    }
  })

  test('a guest may write, subject to each device’s grant', () => {
    expect(authsOf(who('internal', { isGuest: true }))).toContain('signal:write')
  })
})

describe('regions of pages', () => {
  test.each([
    ['the enterprise account sees all', who('enterprise'), null],
    ['a role without a list sees all', who('internal', { role: all }), null],
    ['a role sees those of its list', who('internal', { role: { ...all, regions: ['Line 1'] } }), ['Line 1']],
    ['an account without role sees none', who('internal'), []],
    ['a guest sees none', who('enterprise', { isGuest: true, role: all }), []],
  ])('%s', (_, rights, regions) => expect(regionsOf(rights)).toEqual(regions))
})

describe('permissions', () => {
  test('imply only existing ones, of pages whose accounts can hold both', () => {
    for (const { key, implies = [] } of placedPermissions)
      expect([key, implies.filter((each) => !(every as string[]).includes(each))]).toEqual([key, []])
  })

  test('include implied ones, transitively', () => {
    expect([...withImplied(['page:edit'])].sort()).toEqual(['equipment:view', 'monitor:view', 'page:edit'])
  })

  test('exceed those of an account that lacks one of them', () => {
    expect(beyond(['monitor:view', 'signal:write'], ['signal:write'])).toEqual([])
    expect(beyond(['monitor:view'], ['history:export'])).toEqual(['history:export', 'history:view'])
  })
})
