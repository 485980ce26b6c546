import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Ahead, askAhead, takeAhead } from './ahead.ts'

const asked: { path: string; init: RequestInit }[] = []
let answer = async (_path: string): Promise<Response> => Response.json({ code: 200, data: 7 })

beforeEach(() => {
  asked.length = 0
  answer = async () => Response.json({ code: 200, data: 7 })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push({ path, init })
    return answer(path)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const rooms: Ahead[] = [
  { path: '*', ask: (_params, _search, ask) => ask('/me') },
  {
    path: '/device/{id}',
    async ask({ id }, search, ask) {
      const data = await ask('/device', { id: Number(id), tab: search.get('tab') })
      if (data) void ask('/values', { of: data })
    },
  },
]

test('a request is prefetched once, and its answer is stored for the call that needs it', async () => {
  askAhead(rooms, 'http://here/device/5?tab=a', 'en')
  await vi.waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/me', '/device', '/values']))
  expect(asked[1]!.init).toMatchObject({
    method: 'POST',
    body: '{"id":5,"tab":"a"}',
    headers: { 'accept-language': 'en', 'content-type': 'application/json' },
  })
  expect(await takeAhead('/me', undefined)).toEqual({ status: 200, text: '{"code":200,"data":7}' })
  expect(takeAhead('/me', undefined)).toBeUndefined()
  expect(takeAhead('/values', '{"of":8}')).toBeUndefined()
  expect(await takeAhead('/values', '{"of":7}')).toMatchObject({ status: 200 })
})

test('an answer without data leads to no further requests', async () => {
  answer = async () => Response.json({ code: 1012, data: null })
  askAhead(rooms, 'http://here/device/6', 'en')
  expect((await takeAhead('/device', '{"id":6,"tab":null}'))?.text).toContain('1012')
  expect(asked.map(({ path }) => path)).toEqual(['/me', '/device'])
})

test('another page prefetches only the requests of every page', () => {
  askAhead(rooms, 'http://here/device/5/more', 'en')
  expect(asked.map(({ path }) => path)).toEqual(['/me'])
})

test('an old answer is not used, and a failed request is repeated by its call', async () => {
  vi.useFakeTimers()
  askAhead(rooms, 'http://here/', 'en')
  vi.advanceTimersByTime(11_000)
  expect(takeAhead('/me', undefined)).toBeUndefined()
  answer = () => Promise.reject(new TypeError('away'))
  askAhead(rooms, 'http://here/', 'en')
  await expect(takeAhead('/me', undefined)).rejects.toThrow('away')
})
