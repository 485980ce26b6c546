import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { emailOf, telOf } from '../../platform/verification/rules.ts'
import { madeUp, waysOf } from './rules.ts'

const bytesOf = (name: string) => createHash('sha256').update(name).digest()
const many = Array.from({ length: 500 }, (_, i) => madeUp(bytesOf(`name${i}`)))

test('what is made up of a name is the same each time, and another of another name', () => {
  expect(madeUp(bytesOf('anna'))).toEqual(madeUp(bytesOf('anna')))
  expect(new Set(many.map((each) => JSON.stringify(each))).size).toBeGreaterThan(300)
})

test('it looks like what accounts have: real numbers and addresses, three different questions, now and then nothing', () => {
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

test('no two names share an address, or the bounds of one would tell of the other', () => {
  const emails = many.flatMap(({ email }) => email ?? [])
  const tels = many.flatMap(({ tel }) => tel ?? [])
  expect(new Set(emails).size).toBe(emails.length)
  expect(new Set(tels).size).toBe(tels.length)
})

test('what the platform cannot send is no way', () => {
  const identity = { tel: '13800138000', email: 'a@plant.example', questions: [] }
  expect(waysOf(identity, { sms: false, email: true })).toEqual([{ way: 'email', to: 'a***@p***' }])
  expect(waysOf(identity, { sms: true, email: false })).toEqual([{ way: 'tel', to: '138****8000' }])
})
