import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { cannotName, goesOn, rpIdOf } from './rules.ts'

describe('passkeys belong to the host name', () => {
  test.each([
    ['https://plant.example.com', 'plant.example.com'],
    ['https://plant.example.com:8443', 'plant.example.com'],
    ['https://gatehouse', 'gatehouse'],
    ['http://localhost:8080', 'localhost'],
    ['http://demo.localhost:8080', 'demo.localhost'],
    ['http://plant.example.com', null],
    ['http://127.0.0.1:8080', null],
    ['https://192.168.1.5', null],
    ['https://[fd00::1]:8443', null],
    ['http://notlocalhost', null],
    ['https://a b', null],
  ])('of %s: %s', (origin, rpId) => {
    expect(rpIdOf(origin)).toBe(rpId)
  })
})

describe('a name', () => {
  const passkeys = [
    { id: 1, name: 'Phone' },
    { id: 2, name: 'Laptop' },
  ]
  test('must be unique within the account', () => {
    expect(cannotName(passkeys, 'Key')).toBeUndefined()
    expect(cannotName(passkeys, 'Phone')).toEqual({ error: 'nameExists', details: { name: 'Phone' } })
    expect(cannotName(passkeys, 'Phone', 2)).toEqual({ error: 'nameExists', details: { name: 'Phone' } })
    expect(cannotName(passkeys, 'Phone', 1)).toBeUndefined()
  })

  test('is refused beyond the limit of passkeys, but a rename is not', () => {
    const many = Array.from({ length: limits.passkeys }, (_, id) => ({ id, name: `${id}` }))
    expect(cannotName(many, 'one more')).toMatchObject({ error: 'passkeyCapacity' })
    expect(cannotName(many, 'another name', 3)).toBeUndefined()
  })
})

describe('a signed counter', () => {
  test.each([
    [0, 0, true],
    [0, 1, true],
    [5, 6, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
  ])('after %d, %d goes on: %s', (signCount, signed, expected) => {
    expect(goesOn({ signCount, clonedAt: null }, signed)).toBe(expected)
  })

  test('is never accepted again after it went backwards', () => {
    expect(goesOn({ signCount: 5, clonedAt: 1 }, 9)).toBe(false)
  })
})
