import { describe, expect, it, test } from 'vitest'
import type { AccountId, DepartmentId, RoleId } from '../../../contract/fields.ts'
import type { Permission, RoleType } from '../../../contract/permissions.ts'
import { authsOf } from '../access/rules.ts'
import { type AccountFacts, beyondGiver, cannotDelete, cannotGive, isOwnGrant, takesLast } from './rules.ts'

const enterprise = {
  auths: authsOf({ roleType: 'enterprise', isGuest: false, role: null }),
  dataRange: 'all',
  regions: null,
} as const
const role = { auths: ['monitor:view', 'account:edit'], dataRange: 'department', regions: null } as const
/** Rights of an account whose role manages accounts. */
const clerk = {
  auths: authsOf({ roleType: 'internal', isGuest: false, role }),
  dataRange: 'department',
  regions: null,
} as const

describe('rights beyond those of the giver', () => {
  it('an enterprise administrator may assign any role', () => {
    expect(cannotGive(enterprise, 'internal', { ...role, dataRange: 'all' }, 'en')).toBeUndefined()
    expect(cannotGive(enterprise, 'external', null, 'en')).toBeUndefined()
  })
  it('a permission, and the permissions it implies', () => {
    expect(beyondGiver(clerk, 'internal', { ...role, auths: ['equipment:edit'] })).toEqual([
      'equipment:edit',
      'equipment:view',
    ])
  })
  it('the default permissions of an account without a role', () => {
    expect(beyondGiver(clerk, 'internal', null)).toEqual(['history:view'])
  })
  it('devices of a wider range', () => {
    expect(beyondGiver(clerk, 'internal', { ...role, dataRange: 'all' })).toEqual(['dataRange'])
    expect(beyondGiver(clerk, 'internal', { ...role, dataRange: 'own' })).toEqual([])
  })
  it('page regions, and all regions where a role names none', () => {
    const local = { ...clerk, regions: ['north'] }
    expect(beyondGiver(local, 'internal', { ...role, regions: ['north'] })).toEqual([])
    expect(beyondGiver(local, 'internal', { ...role, regions: ['north', 'south'] })).toEqual(['regions'])
    expect(beyondGiver(local, 'internal', role)).toEqual(['regions'])
  })
  it('an operator cannot create administrators', () => {
    const operator = { ...enterprise, auths: authsOf({ roleType: 'operation', isGuest: false, role: null }) }
    expect(cannotGive(operator, 'admin', null, 'en')).toMatchObject({ error: 'grantsMore' })
  })
  it('lacking permissions are named in words, each once, in both languages', () => {
    const auths: Permission[] = ['equipment:edit', 'gateway:edit', 'signal:write', 'public', 'signedIn']
    const wide = { ...role, auths, dataRange: 'all' as const }
    const told = (language: 'en' | 'zh-cn') => cannotGive(clerk, 'internal', wide, language)?.details
    expect(told('en')).toEqual({
      what: 'Device management: edit, Gateways: edit, Devices: write values, Device management: view, Gateways: view, data range',
    })
    expect(told('zh-cn')).toEqual({
      what: '设备管理：修改、网关管理：修改、设备监控：写入数据、设备管理：查看、网关管理：查看、数据范围',
    })
  })
})

const one = 1 as AccountId
const seven = 7 as AccountId
const account: AccountFacts = {
  id: seven,
  roleType: 'internal',
  disabled: false,
  roleId: 3 as RoleId,
  departmentId: null,
  phone: null,
  email: null,
}

test.each<[RoleType, AccountId, string | undefined]>([
  ['internal', one, undefined],
  ['internal', seven, 'ownAccount'],
  ['external', one, 'onlyInternal'],
  ['enterprise', one, 'onlyInternal'],
  ['admin', one, 'onlyInternal'],
  ['operation', one, 'onlyInternal'],
])('deleting an account of type %s, by account %i: %s', (roleType, by, why) => {
  expect(cannotDelete(by, { ...account, roleType })).toBe(why)
})

test('a change of the own role, department, kind or disabling is detected', () => {
  expect(isOwnGrant(seven, account, { roleType: 'internal', roleId: 3 as RoleId, departmentId: null })).toBe(false)
  for (const change of [
    { roleId: 4 as RoleId },
    { departmentId: 1 as DepartmentId },
    { disabled: true },
    { roleType: 'external' },
  ] as const)
    expect([change, isOwnGrant(seven, account, change), isOwnGrant(one, account, change)]).toEqual([
      change,
      true,
      false,
    ])
})

test('the last administrator who can sign in stays one', () => {
  const admin = { ...account, roleType: 'admin' } as const
  expect(takesLast(admin, { disabled: true }, 0)).toBe(true)
  expect(takesLast(admin, { roleType: 'operation' }, 0)).toBe(true)
  expect(takesLast(admin, { disabled: true }, 1)).toBe(false)
  expect(takesLast(admin, { departmentId: 2 as DepartmentId }, 0)).toBe(false)
  expect(takesLast({ ...admin, disabled: true }, { roleType: 'operation' }, 0)).toBe(false)
  expect(takesLast(account, { disabled: true }, 0)).toBe(false)
})
