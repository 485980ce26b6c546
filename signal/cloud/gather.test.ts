import { expect, test } from 'vitest'
import { DatabaseDown } from '../../db/database-down.ts'
import { gather } from './gather.ts'

const doubled = (asked: number[][], wrong?: number) => (asks: readonly number[]) => {
  asked.push([...asks])
  return wrong !== undefined && asks.includes(wrong)
    ? Promise.reject(new Error(`not ${wrong}`))
    : Promise.resolve(asks.map((ask) => ask * 2))
}

test('a thousand concurrent calls take the minimum number of batches, and each gets its own result', async () => {
  const asked: number[][] = []
  const ask = gather(doubled(asked), 400)
  const asks = Array.from({ length: 1000 }, (_, i) => i)
  expect(await Promise.all(asks.map(ask))).toEqual(asks.map((each) => each * 2))
  expect(asked.map(({ length }) => length)).toEqual([400, 400, 200])
})

test('calls during a batch form the next batch', async () => {
  const asked: number[][] = []
  let free: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  const ask = gather(async (asks: readonly number[]) => {
    asked.push([...asks])
    await held
    return asks
  })
  const first = ask(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const others = [ask(2), ask(3)]
  free()
  expect(await Promise.all([first, ...others])).toEqual([1, 2, 3])
  expect(asked).toEqual([[1], [2, 3]])
})

test('one that fails affects no other', async () => {
  const ask = gather(doubled([], 2))
  const answers = await Promise.allSettled([1, 2, 3].map(ask))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual([2, 'refused', 6])
  expect(await ask(4)).toBe(8)
})

test('an unreachable database is queried once for all', async () => {
  let tries = 0
  const ask = gather(() => {
    tries += 1
    return Promise.reject(new DatabaseDown(new Error('away')))
  })
  expect((await Promise.allSettled([1, 2, 3].map(ask))).every(({ status }) => status === 'rejected')).toBe(true)
  expect(tries).toBe(1)
})
