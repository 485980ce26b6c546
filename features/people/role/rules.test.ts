import { describe, expect, test } from 'vitest'
import type { DataRange, Permission } from '../../../contract/permissions.ts'
import { placedPermissions } from '../../frame/permissions.ts'
import {
  cannotDelete,
  cannotHave,
  changesOf,
  completed,
  isReading,
  keysFor,
  lacksOf,
  loggedOf,
  type Rights,
  readLogged,
  without,
} from './rules.ts'

const rights = (auths: Permission[] = [], more: Partial<Rights> = {}): Rights => ({
  auths,
  dataRange: 'granted',
  regions: [],
  ...more,
})

describe('permissions of a role', () => {
  test('include implied ones, in a fixed order', () => {
    const one = completed(['page:edit', 'history:export'])
    expect(one).toEqual(completed([...one].reverse()))
    expect([...one].sort()).toEqual(['equipment:view', 'history:export', 'history:view', 'monitor:view', 'page:edit'])
  })

  test('are removed together with those that depend on them', () => {
    expect(without(completed(['page:edit', 'history:view']), 'equipment:view').sort()).toEqual([
      'history:view',
      'monitor:view',
    ])
  })

  test('are limited by the type of the role', () => {
    expect(cannotHave('external', rights(['monitor:view', 'signal:write']))).toBeUndefined()
    expect(cannotHave('external', rights(['equipment:edit']))).toBe('auths')
    expect(cannotHave('internal', rights(['platform:admin']))).toBe('auths')
    expect(cannotHave('internal', rights(['nonsense' as Permission]))).toBe('auths')
    expect(cannotHave('external', rights([], { dataRange: 'all' }))).toBe('dataRange')
    expect(keysFor('external').every(({ page }) => page.startsWith('/monitor/'))).toBe(true)
  })

  test('are read-only if their name says so', () => {
    expect((['monitor:view', 'history:export'] as const).every(isReading)).toBe(true)
    expect((['signal:write', 'equipment:edit'] as const).some(isReading)).toBe(false)
    // The specification names four permissions without a colon.
    const plain = placedPermissions.map(({ key }) => key).filter((key) => !key.includes(':'))
    expect(plain).toHaveLength(4)
    expect(plain.every(isReading)).toBe(true)
  })
})

describe('assigning rights', () => {
  const own = rights(['monitor:view', 'role:edit'], { dataRange: 'department', regions: ['Line 1'] })
  test.each<[string, Rights | undefined, Rights, unknown[]]>([
    ['rights of the author', undefined, rights(['monitor:view'], { dataRange: 'own', regions: ['Line 1'] }), []],
    ['a permission that the author lacks', undefined, rights(['signal:write']), [{ kind: 'key', key: 'signal:write' }]],
    ['a permission that the role had before', rights(['signal:write']), rights(['signal:write', 'monitor:view']), []],
    ['a wider range', undefined, rights([], { dataRange: 'all' }), [{ kind: 'dataRange' }]],
    ['a wider range that the role had before', rights([], { dataRange: 'all' }), rights([], { dataRange: 'all' }), []],
    [
      'a region that the author does not see',
      undefined,
      rights([], { regions: ['Costs'] }),
      [{ kind: 'region', region: 'Costs' }],
    ],
    ['all regions', undefined, rights([], { regions: null }), [{ kind: 'allRegions' }]],
    [
      'all regions, if the role had a region named *',
      rights([], { regions: ['*'] }),
      rights([], { regions: null }),
      [{ kind: 'allRegions' }],
    ],
    [
      'a region named *, if the role had all regions',
      rights([], { regions: null }),
      rights([], { regions: ['*'] }),
      [{ kind: 'region', region: '*' }],
    ],
    ['all regions, if the role had them before', rights([], { regions: null }), rights([], { regions: null }), []],
  ])('%s', (_, before, after, lacks) => expect(lacksOf(own, before, after)).toEqual(lacks))

  test('ranges are ordered from wide to narrow', () => {
    const widest: DataRange[] = ['all', 'department', 'own', 'granted']
    for (const [i, mine] of widest.entries())
      for (const [j, given] of widest.entries())
        expect([
          mine,
          given,
          lacksOf(rights([], { dataRange: mine }), undefined, rights([], { dataRange: given })).length,
        ]).toEqual([mine, given, j < i ? 1 : 0])
  })
})

test('changes are listed one by one', () => {
  const before = { name: 'Shift', remark: null, ...rights(['monitor:view'], { regions: ['A', 'B'] }) }
  const after = { name: 'Shift 1', remark: 'x', ...rights(['signal:write'], { regions: ['B', 'C'], dataRange: 'own' }) }
  expect(changesOf(before, after)).toEqual([
    { kind: 'name', from: 'Shift', to: 'Shift 1' },
    { kind: 'remark', from: '', to: 'x' },
    { kind: 'given', key: 'signal:write' },
    { kind: 'taken', key: 'monitor:view' },
    { kind: 'dataRange', from: 'granted', to: 'own' },
    { kind: 'region', added: true, region: 'C' },
    { kind: 'region', added: false, region: 'A' },
  ])
  expect(changesOf(before, before)).toEqual([])
  expect(changesOf(before, { ...before, regions: null })).toEqual([{ kind: 'allRegions', to: true }])
})

test('a role with members cannot be deleted', () => {
  expect(cannotDelete(['Li', 'Wang'], 3, 'en')).toEqual({ error: 'inUse', details: { reason: 'Li, Wang …' } })
  expect(cannotDelete([], 0, 'en')).toBeUndefined()
})

test('a log entry is read back as the role', () => {
  const role = { name: 'Shift', remark: 'x', ...rights(['monitor:view', 'history:view'], { regions: ['A', 'B'] }) }
  for (const each of [role, { ...role, regions: null, remark: null }, { ...role, auths: [], regions: [] }])
    expect(readLogged(JSON.parse(JSON.stringify(loggedOf(each))))).toEqual(each)
  expect(readLogged(null)).toBeUndefined()
  expect(readLogged({ name: 'Pump' })).toBeUndefined()
})
