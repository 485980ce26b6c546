import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Loginname, PlainName } from '../account/contract.ts'
import {
  givenBy,
  isFixedHere,
  isIssuer,
  isOfDomains,
  isStepVerified,
  loginnameOf,
  personName,
  valuesOf,
  verifiedEmail,
  withoutRole,
} from './rules.ts'

test.each([
  ['https://id.example', true],
  ['https://id.example/realms/plant', true],
  ['http://127.0.0.1:4000', true],
  ['http://localhost:4000/a', true],
  ['http://[::1]:4000', true],
  ['http://id.example', false],
  ['http://127.0.0.1.example', false],
  ['http://10.0.0.1', false],
  ['https://id.example?a=b', false],
  ['https://id.example/#a', false],
  ['https://user:password@id.example', false],
  ['ftp://id.example', false],
  ['id.example', false],
  ['', false],
])('%s as an issuer: %s', (text, expected) => {
  expect(isIssuer(text)).toBe(expected)
})

describe('the values of a claim', () => {
  test.each([
    [{ roles: 'one' }, 'roles', ['one']],
    [{ roles: ['one', 2, null, 'two'] }, 'roles', ['one', 'two']],
    [{ realm_access: { roles: ['one'] } }, 'realm_access.roles', ['one']],
    [{ 'https://plant.example/roles': ['one'] }, 'https://plant.example/roles', ['one']],
    [{ 'a.b': 'plain', a: { b: 'nested' } }, 'a.b', ['plain']],
    [{}, 'roles', []],
    [{ roles: { one: true } }, 'roles', []],
    [{ roles: null }, 'roles.name', []],
    [{}, 'constructor.name', []],
  ])('%j of %s are %j', (claims, name, expected) => {
    expect(valuesOf(claims, name)).toEqual(expected)
  })

  test('the first matching entry of the mapping decides', () => {
    const map = [
      { value: 'admins', roleId: 1, kind: null },
      { value: 'staff', roleId: null, kind: 'internal' as const },
    ]
    expect(givenBy(map, ['staff', 'admins'])).toBe(map[0])
    expect(givenBy(map, ['staff'])).toBe(map[1])
    expect(givenBy(map, ['Staff'])).toBeUndefined()
  })
})

test.each([
  [{ email: 'A@Works.example', email_verified: true }, 'a@works.example'],
  [{ email: 'a@works.example', email_verified: 'true' }, undefined],
  [{ email: 'a@works.example', email_verified: false }, undefined],
  [{ email: 'a@works.example' }, undefined],
  [{ email: 'a@b@works.example', email_verified: true }, undefined],
  [{ email: ['a@works.example'], email_verified: true }, undefined],
  [{ email_verified: true }, undefined],
])('the verified address in %j is %s', (claims, expected) => {
  expect(verifiedEmail(claims)).toBe(expected)
})

test.each([
  ['a@works.example', ['works.example'], true],
  ['a@sub.works.example', ['works.example'], false],
  ['a@works.example.evil', ['works.example'], false],
  ['a@evilworks.example', ['works.example'], false],
  [undefined, ['works.example'], false],
  [undefined, [], true],
])('%s is in the domains %j: %s', (email, domains, expected) => {
  expect(isOfDomains(email, domains)).toBe(expected)
})

test.each([
  [false, { amr: ['mfa'] }, false],
  [true, {}, true],
  [true, { amr: ['pwd', 'otp'] }, true],
  [true, { amr: ['pwd'] }, false],
  [true, { amr: [] }, false],
])('a provider that verifies the second step (%s), with claims %j: %s', (verifiesStep, claims, expected) => {
  expect(isStepVerified(verifiesStep, claims)).toBe(expected)
})

describe('a username', () => {
  test.each([
    [{ preferred_username: 'li.na@works.example' }, 0, 'user_li_na'],
    [{ preferred_username: 'José' }, 0, 'user_Jose'],
    [{ preferred_username: '李娜', email: 'lina@works.example' }, 0, 'user_lina'],
    [{ preferred_username: 'na' }, 0, 'user_na'],
    [{ sub: '1234' }, 0, 'user_sso'],
    [{ preferred_username: 'lina' }, 2, 'user_lina_2'],
  ])('of %j, number %i: %s', (claims, number, expected) => {
    expect(loginnameOf(claims, number)).toBe(expected)
  })

  test('and a name satisfy our rules whatever the provider sends', () => {
    const said = fc.option(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.integer()), { nil: undefined })
    const claims = fc.record({ preferred_username: said, email: said, sub: said, name: said })
    fc.assert(
      fc.property(claims, fc.integer({ min: 0, max: 99 }), (person, number) => {
        const loginname = loginnameOf(person, number)
        expect(Loginname.parse(loginname)).toBe(loginname)
        const name = personName(person, loginname)
        expect(PlainName(30).parse(name)).toBe(name)
      }),
    )
  })
})

test('providers never change administrators, and operators without a role become internal', () => {
  expect((['admin', 'enterprise', 'operation', 'internal', 'external'] as const).filter(isFixedHere)).toEqual([
    'admin',
    'enterprise',
  ])
  expect(withoutRole('operation')).toEqual({ roleType: 'internal', roleId: null })
  expect(withoutRole('external')).toEqual({ roleType: 'external', roleId: null })
})
