import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '../../contract/errors.ts'
import { eventually } from '../../testkit/eventually.ts'
import { boundHeavyCalls } from './heavy-calls.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server whose heavy call answers when the test releases it. */
async function world() {
  const http = Fastify()
  const held: (() => void)[] = []
  let refused = 0
  await http.register(cookie)
  http.setErrorHandler((error, _request, reply) => reply.send({ code: error instanceof Failure ? error.code : 0 }))
  const underWay = boundHeavyCalls(http, {
    isHeavy: (path) => path === '/heavy',
    keyOf: (request) => request.cookies.who ?? '',
    most: 3,
    onRefused: () => {
      refused += 1
    },
  })
  http.post('/heavy', async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return { code: 200 }
  })
  http.post('/light', () => ({ code: 200 }))
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  closing.push(() => http.close())
  const ask = async (path: string, who: string, signal?: AbortSignal) => {
    const init = { method: 'POST', headers: { cookie: `who=${who}` }, ...(signal ? { signal } : {}) }
    return ((await (await fetch(url + path, init)).json()) as { code: number }).code
  }
  return { ask, held, underWay, refused: () => refused }
}

test('one call beyond the maximum answers 90003; others and light calls are not affected', async () => {
  const { ask, held, refused } = await world()
  const first = [ask('/heavy', 'a'), ask('/heavy', 'a'), ask('/heavy', 'a')]
  await eventually(() => expect(held).toHaveLength(3))
  expect(await ask('/heavy', 'a')).toBe(90003)
  expect(await ask('/light', 'a')).toBe(200)
  const other = ask('/heavy', 'b')
  await eventually(() => expect(held).toHaveLength(4))
  for (const free of held) free()
  expect(await Promise.all([...first, other])).toEqual([200, 200, 200, 200])
  expect(refused()).toBe(1)
})

test('a call that disconnects is no longer counted', async () => {
  const { ask, held, underWay } = await world()
  const abort = new AbortController()
  const calls = [1, 2, 3].map(() => ask('/heavy', 'a', abort.signal).catch(() => 'cut'))
  await eventually(() => expect(held).toHaveLength(3))
  abort.abort()
  expect(await Promise.all(calls)).toEqual(['cut', 'cut', 'cut'])
  await eventually(() => expect(underWay()).toBe(0))
  const again = ask('/heavy', 'a')
  await eventually(() => expect(held).toHaveLength(4))
  for (const free of held) free()
  expect(await again).toBe(200)
})
