import { describe, expect, test } from 'vitest'
import { emailOf, maskEmail, maskTel, telOf } from './rules.ts'

test.each([
  ['13800138000', '13800138000'],
  [' 138-0013 8000 ', '13800138000'],
  ['+86 138 0013 8000', '+8613800138000'],
  ['(010) 1234567', undefined],
  ['12345', undefined],
  ['+1234567890123456', undefined],
  ['138001380ab', undefined],
  ['１３８００１３８０００', undefined],
  ['\u202e13800138000', undefined],
])('phone %j is %j', (given, tel) => expect(telOf(given)).toBe(tel))

test.each([
  ['Anna.B@Plant.Example', 'anna.b@plant.example'],
  ['a+b@mail.plant.example', 'a+b@mail.plant.example'],
  ['a@b', undefined],
  ['a b@plant.example', undefined],
  ['a@plant.example\r\nBcc: x@y.example', undefined],
  ['a@-plant.example', undefined],
  ['"a"@plant.example', undefined],
  ['😀@plant.example', undefined],
  [`${'a'.repeat(65)}@plant.example`, undefined],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.example`, undefined],
])('address %j is %j', (given, email) => expect(emailOf(given)).toBe(email))

describe('a masked address', () => {
  test('has the ends of a phone number', () => {
    expect(maskTel('13800138000')).toBe('138****8000')
    expect(maskTel('1234567')).toBe('12****67')
  })
  test('has only the first letters of an e-mail', () => expect(maskEmail('anna@plant.example')).toBe('a***@p***'))
})
