import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldOfCode, missingField, safeTarget, stepIn } from './form-rules.ts'

it('the first empty field is reported, the captcha only while it is shown', () => {
  expect(missingField({ loginname: ' ', password: '', vcode: '' }, true)).toBe('loginname')
  expect(missingField({ loginname: 'a', password: '', vcode: '' }, true)).toBe('password')
  expect(missingField({ loginname: 'a', password: 'b', vcode: '' }, true)).toBe('vcode')
  expect(missingField({ loginname: 'a', password: 'b', vcode: '' }, false)).toBeUndefined()
})

it('messages appear at their field', () => {
  expect([1001, 1002, 1003, 1004, 1005, 90003].map(fieldOfCode)).toEqual([
    'password',
    'loginname',
    'vcode',
    'vcode',
    undefined,
    undefined,
  ])
})

it.each([
  ['/manage/eg/group?pageNo=2', '/manage/eg/group?pageNo=2'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\r\n\\evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['https://evil.example', '/'],
  ['/login?to=/x', '/'],
  [undefined, '/'],
])('after the login, %s leads to %s', (to, target) => expect(safeTarget(to)).toBe(target))

it('any requested target leads to a page of this site', () => {
  const pieces = [
    '/',
    '\\',
    '.',
    '\t',
    '\n',
    ' ',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    'evil.example',
    'https:',
    'javascript:',
    'login',
  ]
  const asked = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((each) => each.join(''))
  fc.assert(
    fc.property(asked, (to) => {
      const target = safeTarget(to)
      const { origin, pathname } = new URL(target, 'https://plant.example')
      // The path is resolved once more, as a router does after normalising it.
      expect([origin, new URL(pathname, 'https://plant.example').origin]).toEqual(
        Array(2).fill('https://plant.example'),
      )
    }),
    { numRuns: 2000 },
  )
})

it('a login that needs a second step carries its ticket', () => {
  const data = { ticket: 'abc', hasApp: true, hasPasskey: false }
  expect(stepIn({ code: 1051, data })).toEqual(data)
  for (const other of [null, {}, { ticket: 5 }]) expect(stepIn({ code: 1051, data: other })).toBeUndefined()
  expect(stepIn({ code: 1001, data })).toBeUndefined()
})
