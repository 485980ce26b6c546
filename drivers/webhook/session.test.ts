// Messages of devices over real sockets: which are accepted, what becomes of their values, and silence.
import { afterEach, expect, it, test } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { freePort } from '../../testkit/ports.ts'
import { rawRequest, type Sent } from '../../testkit/raw-request.ts'
import type { Point, TagReading, TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import { WebhookParams } from './params.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

let port = 0
const paramsOf = (more: object = {}) => WebhookParams.parse({ port, allowedFrom: '127.0.0.0/8', ...more })
const point = (id: number, address: string, dataType: DataType = 'float64'): Point => ({
  id,
  address,
  dataType,
  access: 'r',
})
const outcome = (reading: TagReading | undefined) =>
  reading &&
  ('fault' in reading ? reading.fault.code : reading.doubt ? [reading.value, reading.doubt.code] : reading.value)

/** A session at a free port. */
async function open(more: object = {}): Promise<TagSession> {
  port = await freePort()
  const session = await opener.open(paramsOf(more), new AbortController().signal, '', [])
  closers.push(() => session.close())
  return session
}

/** Watches points; returns what was reported, in order. */
async function watch(session: TagSession, points: readonly Point[], more: object = {}) {
  const reported: [id: number, outcome: unknown][] = []
  const ended: number[] = []
  const tags = points.map((each) => ({ point: each, periodMs: 1000 }))
  const refused = await session.watch!(tags, paramsOf(more), {
    onReading: (id, reading) => void reported.push([id, outcome(reading)]),
    onEnd: ({ code }) => void ended.push(code),
  })
  return { reported, ended, refused: [...refused].map(([id, { code }]) => [id, code]) }
}

const post = async (path: string, body: string, more: Sent = {}) =>
  (await rawRequest(`http://127.0.0.1:${port}`, path, { method: 'POST', body, ...more })).status

test('values of a message are reported, and those that it lacks stay', async () => {
  const session = await open()
  const points = [point(1, 'temp'), point(2, 'on', 'bool'), point(3, 'total', 'uint64'), point(4, 'name', 'string')]
  const { reported } = await watch(session, points)
  expect(await post('/hook', '{"temp":21.5,"on":"ON","total":18446744073709551615,"name":"A"}')).toBe(204)
  expect(reported.splice(0)).toEqual([
    [1, 21.5],
    [2, true],
    [3, '18446744073709551615'],
    [4, 'A'],
  ])
  expect(await post('/hook/', '{"temp":22,"more":{"temp":9}}', { method: 'PUT' })).toBe(204)
  expect(reported).toEqual([[1, 22]])
})

test('a value of another type is a fault of its variable only', async () => {
  const { reported } = await watch(await open(), [
    point(1, 'a', 'int16'),
    point(2, 'b', 'int16'),
    point(3, 'c', 'int16'),
  ])
  expect(await post('/hook', '{"a":1.5,"b":null,"c":3}')).toBe(204)
  expect(reported).toEqual([
    [1, 1716],
    [2, 1739],
    [3, 3],
  ])
})

it.each(['{"a":1', '', 'a=1', '{"a":1}{"a":2}', '\u0000'])('the message %j makes its variables bad', async (body) => {
  const { reported } = await watch(await open(), [point(1, 'a'), point(2, '/dev2#a')])
  expect(await post('/hook', body)).toBe(400)
  expect(reported).toEqual([[1, 1728]])
})

test('devices add their id to the path', async () => {
  const { reported } = await watch(await open(), [point(1, '/dev1#temp'), point(2, '/dev2#temp'), point(3, 'temp')])
  expect(await post('/hook/dev2', '{"temp":2}')).toBe(204)
  expect(await post('/hook/dev1?x=1', '{"temp":1}')).toBe(204)
  expect(await post('/hook', '{"temp":3}')).toBe(204)
  for (const path of ['/hook/dev3', '/', '/hookdev1', '/hook/dev1/more', '/HOOK'])
    expect(await post(path, '{}')).toBe(404)
  expect(reported).toEqual([
    [2, 2],
    [1, 1],
    [3, 3],
  ])
})

test('drivers share a port, each with its own path, token and sources', async () => {
  const session = await open()
  const plain = await watch(session, [point(1, 'temp')])
  const withToken = { path: '/secret', token: { text: 's3cret' }, allowedFrom: '' }
  const locked = await watch(session, [point(2, 'temp')], withToken)
  const elsewhere = await watch(session, [point(3, 'temp')], { path: '/far', allowedFrom: '10.0.0.0/8' })
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  expect(await post('/hook', '{"temp":1}')).toBe(204)
  expect(await post('/secret', '{"temp":2}')).toBe(401)
  expect(await post('/secret', '{"temp":2}', bearer('wrong'))).toBe(401)
  expect(await post('/secret', '{"temp":2}', { headers: { authorization: 'Basic czNjcmV0' } })).toBe(401)
  expect(await post('/secret', '{"temp":3}', bearer('s3cret'))).toBe(204)
  expect(await post('/secret?token=s3cret', '{"temp":4}')).toBe(204)
  expect(await post('/far', '{"temp":5}', { headers: { 'x-forwarded-for': '10.0.0.1' } })).toBe(403)
  expect([plain.reported, locked.reported, elsewhere.reported]).toEqual([
    [[1, 1]],
    [
      [2, 3],
      [2, 4],
    ],
    [],
  ])
})

test('a token that the gateway lacks refuses the variables', async () => {
  const { refused } = await watch(await open(), [point(1, 'temp')], { token: { secret: 5 } })
  expect(refused).toEqual([[1, 1750]])
  expect(await post('/hook', '{"temp":1}')).toBe(404)
})

test('other methods, encodings and long bodies are refused', async () => {
  const { reported } = await watch(await open({ maxKib: 1 }), [point(1, 'temp')], { maxKib: 1 })
  expect(await post('/hook', '', { method: 'GET' })).toBe(405)
  expect(await post('/hook', '{}', { headers: { 'content-encoding': 'gzip' } })).toBe(415)
  expect(await post('/hook', `{"temp":1,"x":"${'x'.repeat(1024)}"}`)).toBe(413)
  const chunked = { headers: { 'transfer-encoding': 'chunked' } }
  expect(await post('/hook', `{"temp":1,"x":"${'x'.repeat(1024)}"}`, chunked)).toBe(413)
  expect(await post('/hook', '{"temp":7}', chunked)).toBe(204)
  expect(reported).toEqual([[1, 7]])
})

test('silence makes a variable bad, until its next message', async () => {
  const { reported } = await watch(await open(), [point(1, 'a'), point(2, 'b')], { staleAfterS: 1 })
  const last = (id: number) => reported.filter(([each]) => each === id).at(-1)?.[1]
  expect(await post('/hook', '{"a":1}')).toBe(204)
  expect(reported).toContainEqual([1, 1])
  await expect.poll(() => [last(1), last(2)]).toEqual([1714, 1714])
  expect(await post('/hook', '{"b":2}')).toBe(204)
  expect(reported).toContainEqual([2, 2])
  await expect.poll(() => [last(1), last(2)]).toEqual([1714, 1714])
})

test('a message that is older than the last one is ignored, unless the clock of the device was set back', async () => {
  const { reported } = await watch(await open(), [point(1, 'v'), point(2, '/b#v')], { timeField: 't', staleAfterS: 60 })
  const now = Date.now()
  const at = (ms: number, v: number) => JSON.stringify({ t: now + ms, v })
  for (const [ms, v] of [
    [0, 1],
    [-1000, 2],
    [0, 3],
    [-59_000, 4],
    [-120_000, 5],
    [-119_000, 6],
  ] as const)
    expect(await post('/hook', at(ms, v))).toBe(204)
  expect(await post('/hook/b', at(-30_000, 7))).toBe(204)
  expect(reported).toEqual([
    [1, 1],
    [1, 3],
    [1, [5, 1747]],
    [1, [6, 1747]],
    [2, 7],
  ])
})

test('values without a time, or with one in the future, are doubted', async () => {
  const { reported } = await watch(await open(), [point(1, 'v')], { timeField: 't', staleAfterS: 60 })
  const compact = '20261130083000'
  const bodies = [{ v: 1 }, { v: 2, t: 'yesterday' }, { v: 3, t: Date.now() + 8 * 3_600_000 }, { v: 4, t: compact }]
  for (const body of [...bodies, { v: 5, t: Date.now() }]) expect(await post('/hook', JSON.stringify(body))).toBe(204)
  expect(reported).toEqual([...[1, 2, 3, 4].map((value) => [1, [value, 1747]]), [1, 5]])
})

test('a value that was old on arrival is bad correspondingly earlier', async () => {
  const { reported } = await watch(await open(), [point(1, 'v')], { timeField: 't', staleAfterS: 600 })
  expect(await post('/hook', JSON.stringify({ v: 1, t: Date.now() - 594_000 }))).toBe(204)
  await expect
    .poll(() => reported)
    .toEqual([
      [1, 1],
      [1, 1714],
    ])
})

test('a query returns the last value, or waits for the next message', async () => {
  const session = await open()
  await watch(session, [point(1, 'a')])
  await post('/hook', '{"a":1}')
  // A query may have another timeout than the driver.
  expect((await session.read([point(9, 'a')], paramsOf({ timeoutMs: 60 }))).map(outcome)).toEqual([1])
  const asked = session.read([point(9, 'b'), point(8, 'c'), point(7, 'a')], paramsOf())
  await post('/hook', '{"b":2}')
  expect((await asked).map(outcome)).toEqual([2, 1715, 1])
})

test('a query without a message, and one that the end of the session interrupts', async () => {
  const session = await open()
  await expect(session.read([point(1, 'a')], paramsOf({ timeoutMs: 50 }))).rejects.toMatchObject({ code: 1714 })
  expect(await post('/hook', '{"a":1}')).toBe(404)
  const asked = session.read([point(1, 'a')], paramsOf()).catch((error: unknown) => error)
  await session.close()
  expect(await asked).toMatchObject({ code: 1722 })
  await expect(session.read([point(1, 'a')], paramsOf())).rejects.toMatchObject({ code: 1722 })
})

test('a port in use is named, and is free again after the end of a session', async () => {
  const session = await open()
  const again = () => opener.open(paramsOf(), new AbortController().signal, '', [])
  await expect(again()).rejects.toMatchObject({ code: 1722, broken: true, message: expect.stringContaining(`${port}`) })
  await session.close()
  closers.push(await again().then((second) => () => second.close()))
})

test('an aborted opening frees the port', async () => {
  port = await freePort()
  await expect(opener.open(paramsOf(), AbortSignal.abort(), '', [])).rejects.toMatchObject({ code: 1722 })
  closers.push(await opener.open(paramsOf(), new AbortController().signal, '', []).then((own) => () => own.close()))
})

test('nothing can be written', async () => {
  const session = await open()
  expect(await session.write(point(1, 'a'), 1, paramsOf())).toMatchObject({ kind: 'unsent', fault: { code: 1717 } })
})
