import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { emailOf, telOf } from '../../platform/verification/rules.ts'
import { madeUp, waysOf } from './rules.ts'

const bytesOf = (name: string) => createHash('sha256').update(name).digest()
const many = Array.from({ length: 500 }, (_, i) => madeUp(bytesOf(`name${i}`)))

test('a name always gets the same made-up identity, and another name another one', () => {
  expect(madeUp(bytesOf('anna'))).toEqual(madeUp(bytesOf('anna')))
  expect(new Set(many.map((each) => JSON.stringify(each))).size).toBeGreaterThan(300)
})

test('made-up identities look real: valid numbers and addresses, three different questions, sometimes nothing', () => {
  for (const { tel, email, questions } of many) {
    if (tel !== null) expect(telOf(tel)).toBe(tel)
    if (email !== null) expect(emailOf(email)).toBe(email)
    expect([0, 3]).toContain(new Set(questions).size)
  }
  const all = { sms: true, email: true }
  const kinds = new Set(
    many.map((each) =>
      waysOf(each, all)
        .map(({ way }) => way)
        .join(' '),
    ),
  )
  expect([...kinds].sort()).toEqual([
    '',
    'email',
    'email question',
    'question',
    'tel',
    'tel email',
    'tel email question',
  ])
})

test('no two names share an address, because the limits of one would reveal the other', () => {
  const emails = many.flatMap(({ email }) => email ?? [])
  const tels = many.flatMap(({ tel }) => tel ?? [])
  expect(new Set(emails).size).toBe(emails.length)
  expect(new Set(tels).size).toBe(tels.length)
})

test('ways that the platform cannot send by are left out', () => {
  const identity = { tel: '13800138000', email: 'a@plant.example', questions: [] }
  expect(waysOf(identity, { sms: false, email: true })).toEqual([{ way: 'email', to: 'a***@p***' }])
  expect(waysOf(identity, { sms: true, email: false })).toEqual([{ way: 'tel', to: '138****8000' }])
})
