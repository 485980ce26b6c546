import { expect, it } from 'vitest'
import { fieldOfCode, missingField, safeTarget, ticketIn } from './form-rules.ts'

it('the first empty field is named, the captcha only while it is shown', () => {
  expect(missingField({ loginname: ' ', password: '', vcode: '' }, true)).toBe('loginname')
  expect(missingField({ loginname: 'a', password: '', vcode: '' }, true)).toBe('password')
  expect(missingField({ loginname: 'a', password: 'b', vcode: '' }, true)).toBe('vcode')
  expect(missingField({ loginname: 'a', password: 'b', vcode: '' }, false)).toBeUndefined()
})

it('messages stand at their field', () => {
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
  ['https://evil.example', '/'],
  ['/login?to=/x', '/'],
  [undefined, '/'],
])('after the login, %s leads to %s', (to, target) => expect(safeTarget(to)).toBe(target))

it('a login that goes on with a code brings its ticket', () => {
  expect(ticketIn({ code: 1051, data: { ticket: 'abc' } })).toBe('abc')
  for (const data of [null, {}, { ticket: 5 }]) expect(ticketIn({ code: 1051, data })).toBeUndefined()
  expect(ticketIn({ code: 1001, data: { ticket: 'abc' } })).toBeUndefined()
})
