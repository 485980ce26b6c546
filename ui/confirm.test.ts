import { afterEach, expect, test } from 'vitest'
import { asked, confirm } from './confirm.tsx'

afterEach(() => asked.get()?.answer(false))

const question = (target: string) => ({ title: 'Delete?', act: 'Delete', target })

test('a question is answered once, however often its button is pressed', async () => {
  const answer = confirm(question('A'))
  const card = asked.get()!
  card.answer(true)
  card.answer(false)
  expect(await answer).toBe(true)
  expect(asked.get()).toBeNull()
})

test('a button of an answered question does not answer the next one', async () => {
  const first = confirm(question('A'))
  const old = asked.get()!
  old.answer(true)
  await first
  const second = confirm(question('B'))
  old.answer(true)
  expect(asked.get()).toMatchObject({ target: 'B' })
  asked.get()!.answer(false)
  expect(await second).toBe(false)
})

test('a question that another one takes the place of is refused, never left open', async () => {
  const first = confirm(question('A'))
  const second = confirm(question('B'))
  expect(await first).toBe(false)
  asked.get()!.answer(true)
  expect(await second).toBe(true)
})
