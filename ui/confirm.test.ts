import { afterEach, expect, test } from 'vitest'
import { confirm, openQuestion } from './confirm.tsx'

afterEach(() => openQuestion.get()?.answer(false))

const question = (target: string) => ({ title: 'Delete?', act: 'Delete', target })

test('a question is answered once, however often its button is pressed', async () => {
  const answer = confirm(question('A'))
  const card = openQuestion.get()!
  card.answer(true)
  card.answer(false)
  expect(await answer).toBe(true)
  expect(openQuestion.get()).toBeNull()
})

test('a button of an answered question does not answer the next one', async () => {
  const first = confirm(question('A'))
  const old = openQuestion.get()!
  old.answer(true)
  await first
  const second = confirm(question('B'))
  old.answer(true)
  expect(openQuestion.get()).toMatchObject({ target: 'B' })
  openQuestion.get()!.answer(false)
  expect(await second).toBe(false)
})

test('a question that another one replaces is refused, never left open', async () => {
  const first = confirm(question('A'))
  const second = confirm(question('B'))
  expect(await first).toBe(false)
  openQuestion.get()!.answer(true)
  expect(await second).toBe(true)
})
