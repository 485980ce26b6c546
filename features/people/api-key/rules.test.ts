import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { keyWithPage } from '../../frame/permission-words.ts'
import { apis, cannotAdd, cannotAuthorise, fieldOf, withNeeded, withNeeding } from './rules.ts'

const now = Date.UTC(2026, 2, 1)
const own = ['public', 'signedIn', 'monitor:view', 'history:view'] as const
const asked = { name: 'Bridge', auths: ['monitor:view' as const], expiresAt: null }
const refused = (change: Partial<Parameters<typeof cannotAdd>[1]>, names: string[] = []) =>
  cannotAdd(
    names.map((name) => ({ name })),
    { ...asked, ...change },
    { own, now, language: 'en' },
  )?.error

describe('a key', () => {
  test.each([
    ['with permissions of the account', {}, undefined],
    ['that implies permissions of the account', { auths: ['history:view' as const] }, undefined],
    ['with further permissions', { auths: ['monitor:view' as const, 'signal:write' as const] }, 'grantsMore'],
    ['that expires in two years', { expiresAt: now + limits.apiKeyMs }, undefined],
    ['that expires later', { expiresAt: now + limits.apiKeyMs + 1 }, 'apiKeyExpiry'],
    ['that has expired', { expiresAt: now }, 'apiKeyExpiry'],
  ])('%s', (_, change, error) => {
    expect(refused(change)).toBe(error)
  })

  test('with the name of another is refused', () => {
    expect(refused({}, ['Bridge'])).toBe('nameExists')
  })

  test('beyond the limit of an account is refused', () => {
    const names = Array.from({ length: limits.apiKeys }, (_, index) => `Key ${index}`)
    expect(refused({}, names.slice(1))).toBeUndefined()
    expect(refused({}, names)).toBe('apiKeyCapacity')
  })
})

test('rights that the account lacks are named in the language of the caller', () => {
  const auths = ['signal:write' as const, 'equipment:edit' as const]
  const details = (language: 'en' | 'zh-cn') => cannotAdd([], { ...asked, auths }, { own, now, language })?.details
  const contains = (text: string) => ({ what: expect.stringContaining(text) })
  expect(details('en')).toEqual(contains(keyWithPage('equipment:edit', 'en')))
  expect(details('zh-cn')).toEqual(contains(keyWithPage('equipment:edit', 'zh-cn')))
  expect([details('en'), details('zh-cn')]).toEqual([contains(', '), contains('、')])
})

test('failures have their field', () => {
  expect(fieldOf({ error: 'nameExists', details: { name: 'a' } })).toBe('name')
  expect(fieldOf({ error: 'grantsMore', details: { what: 'a' } })).toBe('auths')
  expect(fieldOf({ error: 'apiKeyExpiry' })).toBe('expiresAt')
  expect(fieldOf({ error: 'apiKeyCapacity', details: { limit: 1 } })).toBeUndefined()
})

describe('an API', () => {
  test('includes the APIs it needs, and is removed with them', () => {
    expect(apis[0]).toBe('monitor:view')
    expect(withNeeded('history:export').sort()).toEqual(['history:export', 'history:view', 'monitor:view'])
    expect(withNeeded('monitor:view')).toEqual(['monitor:view'])
    expect(withNeeding('history:view').sort()).toEqual(['history:export', 'history:view'])
    expect(withNeeding('monitor:view').sort()).toEqual([...apis].sort())
  })

  const many = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
  const max = limits.authorisedAccounts
  test.each([
    ['to a first account', [], [1], undefined],
    ['to one that has it', [1], [1], 'alreadyAuthorised'],
    ['to one that has it among others', [1], [2, 1], 'alreadyAuthorised'],
    ['to as many as may have it', many(max - 1), [max], undefined],
    ['to one more', many(max), [max + 1], 'authorisedAccounts'],
    ['to no further account, at the limit', many(max), [], undefined],
  ])('is authorised %s', (_, authorised, added, error) => {
    expect(cannotAuthorise('monitor:view', { own, authorised, added }, 'en')?.error).toBe(error)
  })

  test('needs a caller who holds it and all that it implies', () => {
    const given = { authorised: [], added: [1] }
    expect(cannotAuthorise('signal:write', { own, ...given }, 'en')?.error).toBe('grantsMore')
    expect(cannotAuthorise('history:view', { own: ['history:view'], ...given }, 'en')?.error).toBe('grantsMore')
  })
})
