import { describe, expect, test } from 'vitest'
import type { RoleType } from '../../../contract/permissions.ts'
import { roleTypes } from '../../../contract/permissions.ts'
import { placedPermissions, placeOf } from '../../frame/permissions.ts'
import { authsOf, beyond, canHold, rangeOf, regionsOf, type Standing, withImplied } from './rules.ts'

const every = placedPermissions.map(({ key }) => key)
const all = { auths: every, dataRange: 'all', regions: null } as const
const who = (roleType: RoleType, more: Partial<Standing> = {}): Standing => ({
  roleType,
  isGuest: false,
  role: null,
  ...more,
})
const operators = placedPermissions.filter(({ isOperators }) => isOperators)

describe('what an account holds', () => {
  test('the platform’s administrator holds every key', () => {
    expect(authsOf(who('admin'))).toEqual(expect.arrayContaining(every))
  })

  test.each(roleTypes.filter((type) => type !== 'admin' && type !== 'operation'))(
    '%s holds no key of the platform’s staff, whatever its role says',
    (roleType) => {
      const held = authsOf(who(roleType, { role: all }))
      expect(operators.filter(({ key }) => held.includes(key))).toEqual([])
    },
  )

  test('staff holds those of the administrator no more than anybody', () => {
    const own = operators.filter(({ isForAdmin }) => isForAdmin).map(({ key }) => key)
    expect(own.length).toBeGreaterThan(0)
    for (const role of [null, all]) {
      const held = authsOf(who('operation', { role }))
      expect(own.filter((key) => held.includes(key))).toEqual([])
    }
  })

  test('the enterprise account holds what is its organisation’s, and a role makes it no less', () => {
    const none = { auths: [], dataRange: 'granted', regions: [] } as const
    const own = placedPermissions.filter((place) => canHold('enterprise', place)).map(({ key }) => key)
    expect(authsOf(who('enterprise', { role: none })).sort()).toEqual(['public', 'signedIn', ...own].sort())
  })

  test('an internal account holds what its role says; without one it watches what is authorised', () => {
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

  test('customers and guests manage nothing and see only what is authorised, whatever a role says', () => {
    for (const stand of [who('external', { role: all }), who('enterprise', { isGuest: true, role: all })]) {
      const held = authsOf(stand).flatMap((key) => placeOf(key)?.page ?? [])
      expect(held.filter((page) => !page.startsWith('/monitor/'))).toEqual([])
      expect(rangeOf(stand)).toBe('granted')
    }
  })

  test('a guest may write, which each device says again', () => {
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
  ])('%s', (_, stand, regions) => expect(regionsOf(stand)).toEqual(regions))
})

describe('keys', () => {
  test('imply only keys that there are, of pages that hold both', () => {
    for (const { key, implies = [] } of placedPermissions)
      expect([key, implies.filter((each) => !(every as string[]).includes(each))]).toEqual([key, []])
  })

  test('bring along what they imply, and that again', () => {
    expect([...withImplied(['page:edit'])].sort()).toEqual(['equipment:view', 'monitor:view', 'page:edit'])
  })

  test('are beyond somebody who lacks one of them', () => {
    expect(beyond(['monitor:view', 'signal:write'], ['signal:write'])).toEqual([])
    expect(beyond(['monitor:view'], ['history:export'])).toEqual(['history:export', 'history:view'])
  })
})
