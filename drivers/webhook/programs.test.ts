// curl and the HTTP client of Python's standard library post values, which the gateway passes on.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPoller, type Poller } from '../../signal/edge/poll/poll.ts'
import { createValues, type Values } from '../../signal/edge/values.ts'
import { curlPosts, hasCurl, hasPython, pythonPosts } from '../../testkit/peers/http-programs.ts'
import { freePort } from '../../testkit/ports.ts'
import { checkDriver } from '../check-driver.ts'
import { opener } from './driver.ts'

let port: number
let poller: Poller
let values: Values
const signals = [
  ['temp', 'float32'],
  ['total', 'uint64'],
  ['on', 'bool'],
  ['/dev1#name', 'string'],
]

/** Starts two drivers at one port: `/hook` and, with a token, `/locked`. */
beforeEach(async () => {
  port = await freePort()
  values = createValues()
  poller = createPoller({
    ...{ home: '', values, now: () => performance.now(), random: Math.random, log: () => undefined },
    pace: { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 60_000 },
    openerOf: async () => opener,
  })
  const driver = (id: number, more: object) => {
    const own = signals.map(([address, dataType], at) => ({ id: id * 10 + at, address, dataType, access: 'r' }))
    const params = { port, allowedFrom: '127.0.0.1', collectMs: 100, ...more }
    const checked = checkDriver({ id, type: 'webhook', params: params as never, signals: own as never })
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
    return checked
  }
  await poller.apply([driver(1, {}), driver(2, { path: '/locked', token: { text: 's3cret' } })])
  await expect.poll(() => poller.connections().map(({ isOpen }) => isOpen)).toEqual([true])
})
afterEach(() => poller.stop())

const stateOf = (id: number) => (values.get(id)?.code === 200 ? values.get(id)?.value : values.get(id)?.code)
const statesOf = (driver: number) => signals.map((_, at) => stateOf(driver * 10 + at))

/** Posts until the drivers watch, which they begin to do when their connection is open. */
const accepted = (post: () => Promise<unknown>) => expect.poll(post)

describe.skipIf(!hasCurl())('curl', () => {
  test('posts values of every kind, and a part of them', async () => {
    const document = '{"temp":21.3,"total":18446744073709551615,"on":true}'
    await accepted(() => curlPosts(`http://127.0.0.1:${port}/hook`, document)).toBe(204)
    expect(await curlPosts(`http://127.0.0.1:${port}/hook/dev1`, '{"name":"Hall 7"}')).toBe(204)
    expect(statesOf(1)).toEqual([21.3, '18446744073709551615', true, 'Hall 7'])
    expect(statesOf(2)).toEqual([undefined, undefined, undefined, undefined])
    expect(await curlPosts(`http://127.0.0.1:${port}/hook`, '{"temp":"high"}')).toBe(204)
    expect(statesOf(1)).toEqual([1716, '18446744073709551615', true, 'Hall 7'])
  })

  test('needs the token, also with a long or chunked body', async () => {
    const url = `http://127.0.0.1:${port}/locked`
    await accepted(() => curlPosts(`${url}?token=s3cret`, '{"temp":1}')).toBe(204)
    expect(await curlPosts(url, '{"temp":2}')).toBe(401)
    expect(await curlPosts(url, '{"temp":2}', ['--header', 'Authorization: Bearer x'])).toBe(401)
    const bearer = ['--header', 'Authorization: Bearer s3cret']
    const long = `{"temp":3,"more":"${'x'.repeat(50_000)}"}`
    expect(await curlPosts(url, long, [...bearer, '--header', 'Expect: 100-continue'])).toBe(204)
    expect(await curlPosts(url, '{"temp":4}', [...bearer, '--header', 'Transfer-Encoding: chunked'])).toBe(204)
    expect(await curlPosts(url, `{"more":"${'x'.repeat(100_000)}"}`, bearer)).toBe(413)
    expect(stateOf(20)).toBe(4)
  })
})

describe.skipIf(!hasPython())('Python http.client', () => {
  test('posts several documents over one connection', async () => {
    const documents = [1, 2, 3].map((temp) => JSON.stringify({ temp, total: temp * 10 }))
    await accepted(() => pythonPosts(port, '/locked', 's3cret', documents)).toEqual([204, 204, 204])
    expect([stateOf(20), stateOf(21)]).toEqual([3, 30])
    expect(await pythonPosts(port, '/locked', 'wrong', documents.slice(0, 1))).toEqual([401])
  })
})
