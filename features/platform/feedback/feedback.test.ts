import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addFeedback, queryFeedback, queryOwnFeedback } from './contract.ts'

let server: TestServer
let other: Caller
let guest: Caller
beforeAll(async () => {
  server = await testServer()
  other = await server.otherCompany()
  await server.addAccount({ loginname: 'guest', roleType: 'external' })
  guest = await server.as('guest', adminPassword)
})
afterAll(() => server.stop())

const told = { type: 'suggestion', content: '  Please add a siren. 请增加警笛。' } as const

test('feedback is visible to its author, and to the staff with author and company, but to no other', async () => {
  await other.call(addFeedback, told)
  const content = told.content.trim()
  expect(await other.call(queryOwnFeedback, {})).toMatchObject({ total: 1, rows: [{ type: 'suggestion', content }] })
  expect((await server.admin.call(queryFeedback, {})).rows[0]).toMatchObject({
    content,
    loginname: 'other',
    orgName: 'Other',
  })
  expect((await guest.call(queryOwnFeedback, {})).total).toBe(0)
  for (const who of [other, guest]) expect((await who.ask(queryFeedback, {})).code).toBe(90002)
})

test.each([
  [{ ...told, content: 'too short' }, 'content'],
  [{ ...told, content: ` ${'x'.repeat(9)}          ` }, 'content'],
  [{ ...told, content: 'x'.repeat(limits.feedbackMax + 1) }, 'content'],
  [{ ...told, type: 'praise' }, 'type'],
])('%j is refused at its field', async (wrong, field) => {
  expect(await other.ask(addFeedback, wrong as never)).toMatchObject({ code: 10001, data: { field } })
})

test('an account can send twenty a day, also concurrently', async () => {
  const codes = await Promise.all(
    Array.from({ length: limits.feedbackADay + 5 }, async () => (await guest.ask(addFeedback, told)).code),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(limits.feedbackADay)
  expect((await guest.ask(addFeedback, told)).code).toBe(90003)
  expect((await other.ask(addFeedback, told)).code).toBe(200)
})
