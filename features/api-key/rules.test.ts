import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { cannotAdd, fieldOf } from './rules.ts'

const now = Date.UTC(2026, 2, 1)
const own = ['public', 'signedIn', 'monitor:view', 'history:view'] as const
const asked = { name: 'Bridge', auths: ['monitor:view' as const], expiresAt: null }
const refused = (change: Partial<Parameters<typeof cannotAdd>[1]>, names: string[] = []) =>
  cannotAdd(
    names.map((name) => ({ name })),
    { ...asked, ...change },
    { own, now },
  )?.error

describe('a key', () => {
  test.each([
    ['with what the account has', {}, undefined],
    ['that implies what the account has', { auths: ['history:view' as const] }, undefined],
    ['with more', { auths: ['monitor:view' as const, 'signal:write' as const] }, 'grantsMore'],
    ['that expires in two years', { expiresAt: now + limits.apiKeyMs }, undefined],
    ['that expires later', { expiresAt: now + limits.apiKeyMs + 1 }, 'apiKeyExpiry'],
    ['that has expired', { expiresAt: now }, 'apiKeyExpiry'],
  ])('%s', (_, change, error) => {
    expect(refused(change)).toBe(error)
  })

  test('with the name of another', () => {
    expect(refused({}, ['Bridge'])).toBe('nameExists')
  })

  test('beyond as many as an account may have', () => {
    const names = Array.from({ length: limits.apiKeys }, (_, index) => `Key ${index}`)
    expect(refused({}, names.slice(1))).toBeUndefined()
    expect(refused({}, names)).toBe('apiKeyCapacity')
  })
})

test('reasons stand at their field', () => {
  expect(fieldOf({ error: 'nameExists', details: { name: 'a' } })).toBe('name')
  expect(fieldOf({ error: 'grantsMore', details: { what: 'a' } })).toBe('auths')
  expect(fieldOf({ error: 'apiKeyExpiry' })).toBe('expiresAt')
  expect(fieldOf({ error: 'apiKeyCapacity', details: { limit: 1 } })).toBeUndefined()
})
