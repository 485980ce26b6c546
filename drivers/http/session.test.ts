// The driver against a scripted server: one request for each path, statuses, limits, redirects, times and writes.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { DriverFault, type Point, type TagReading, type TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import { HttpParams } from './params.ts'
import { permitGateway } from './reach.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

let url: string
let paths: Record<string, Handler | string>
let requests: string[]
let session: TagSession | undefined
let params: HttpParams
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += String(piece)
  requests.push(`${request.method} ${request.url}${body && ` ${body}`}`)
  const handler = paths[request.url!]
  if (typeof handler === 'function') return handler(request, response, body)
  response.statusCode = handler === undefined ? 404 : 200
  response.end(handler ?? 'not found')
})

beforeAll(async () => {
  permitGateway(true)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(async () => {
  permitGateway(false)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  requests = []
  paths = { '/a': '{"x":1,"y":[2,3]}', '/b': '{"z":4}', '/t': '23.5\n' }
})
afterEach(async () => {
  await session?.close()
  session = undefined
})

const open = async (more: object = {}): Promise<TagSession> => {
  params = HttpParams.parse({ url, timeoutMs: 20_000, ...more })
  session = await opener.open(params, new AbortController().signal, '', [])
  return session
}
const point = (address: string, dataType: DataType = 'float64'): Point => ({ id: 1, address, dataType, access: 'rw' })
const outcome = (reading: TagReading) =>
  'fault' in reading ? reading.fault.code : reading.doubt ? [reading.value, reading.doubt.code] : reading.value
const read = async (...addresses: string[]) =>
  (
    await session!.read(
      addresses.map((address) => point(address)),
      params,
    )
  ).map(outcome)
const fault = (run: Promise<unknown>) =>
  run.then(
    (answer) => answer,
    (error: unknown) => (error instanceof DriverFault ? [error.code, error.broken] : error),
  )
const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Handler =>
  (_, response) =>
    void response.writeHead(code, headers).end(body)

test('one request for each path, in the order of the points', async () => {
  await open()
  expect(await read('/a#x', '/b#z', '/a#y[1]', '/t', '/a#y[0]')).toEqual([1, 4, 3, 23.5, 2])
  expect(requests).toEqual(['GET /a', 'GET /b', 'GET /t'])
})

test('100 values of one document need one request', async () => {
  await open()
  paths['/all'] = JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`v${at}`, at])))
  expect(await read(...Array.from({ length: 100 }, (_, at) => `/all#v${at}`))).toEqual([...Array(100).keys()])
  expect(requests).toHaveLength(1)
})

test('reads by POST with a body, its type and more headers', async () => {
  let seen: unknown
  paths['/query'] = ({ headers }, response) => {
    seen = [headers['content-type'], headers['x-site'], headers.connection, headers['accept-encoding']]
    response.end('{"v":5}')
  }
  await open({ method: 'POST', body: '{"ask":"数"}', headers: 'X-Site: 7' })
  expect(await read('/query#v')).toEqual([5])
  expect(requests).toEqual(['POST /query {"ask":"数"}'])
  expect(seen).toEqual(['application/json', '7', 'close', 'identity'])
})

test('a missing value, a missing path and a wrong document concern only their variables', async () => {
  await open()
  paths['/html'] = '<html>'
  expect(await read('/a#nope', '/nope#x', '/html#x', '/html', '/b#z')).toEqual([1715, 1715, 1728, 1716, 4])
})

it.each([
  [204, 1739],
  [206, 1719],
  [304, 1739],
  [302, 1721],
  [400, 1718],
  [401, 1748],
  [403, 1745],
  [404, 1715],
  [405, 1720],
  [410, 1715],
  [418, 1718],
  [429, 1711],
  [500, 1721],
  [501, 1720],
  [503, 1711],
  [504, 1714],
])('status %i is code %i', async (code, expected) => {
  await open()
  paths['/s'] = status(code, { location: '/a' })
  expect(await read('/s#x', '/b#z')).toEqual([expected, 4])
})

describe('a path that does not answer in time', () => {
  const silent: Handler = () => undefined

  test('is a fault of its variables, and is read last the next time', async () => {
    await open()
    params = { ...params, timeoutMs: 300 }
    paths['/a'] = silent
    const attempt = async () => {
      requests = []
      return [await read('/a#x', '/b#z').catch(() => []), requests]
    }
    expect((await attempt())[1]).not.toEqual(['GET /b', 'GET /a'])
    // A machine under load may need more than one attempt.
    await expect.poll(attempt).toEqual([
      [1714, 4],
      ['GET /b', 'GET /a'],
    ])
  })

  test('is read last in later calls too, also after a call of other paths', async () => {
    await open()
    params = { ...params, timeoutMs: 300 }
    paths['/a'] = silent
    await expect.poll(() => read('/a#x', '/b#z').catch(() => [])).toEqual([1714, 4])
    await expect.poll(() => read('/t').catch(() => [])).toEqual([23.5])
    requests = []
    await read('/a#x', '/b#z').catch(() => [])
    expect(requests[0]).toBe('GET /b')
  })

  test('does not hide that the server is silent', async () => {
    await open()
    params = { ...params, timeoutMs: 60 }
    paths = { '/a': silent, '/b': silent, '/t': silent }
    expect(await fault(read('/a#x', '/b#z', '/t'))).toEqual([1714, false])
    expect(requests.length).toBeLessThan(3)
    expect(await fault(read('/t'))).toEqual([1714, false])
  })

  test('also while its body arrives', async () => {
    await open()
    params = { ...params, timeoutMs: 100 }
    paths['/a'] = (_, response) => void response.write('{"x":')
    expect(await fault(read('/a#x'))).toEqual([1714, false])
  })
})

test('a document longer than the limit is a fault', async () => {
  await open({ maxKib: 1 })
  paths['/long'] = JSON.stringify({ x: 1, more: 'x'.repeat(1100) })
  paths['/chunks'] = (_, response) => {
    response.write('{"x":1,"more":"')
    response.end(`${'x'.repeat(1100)}"}`)
  }
  expect(await read('/long#x', '/chunks#x', '/b#z')).toEqual([1721, 1721, 4])
})

test('a body without a length counts only if its end can be recognised', async () => {
  await open()
  const unbounded =
    (body: string): Handler =>
    (_, response) => {
      response.removeHeader('transfer-encoding')
      response.useChunkedEncodingByDefault = false
      response.shouldKeepAlive = false
      response.writeHead(200)
      response.end(body)
    }
  Object.assign(paths, {
    '/1': unbounded('{"x":12}'),
    '/2': unbounded('12\n'),
    '/3': unbounded('12'),
    '/4': unbounded(''),
    '/5': status(200, { 'transfer-encoding': 'identity', connection: 'close' }, '12'),
  })
  expect(await read('/1#x', '/2', '/3', '/4', '/5')).toEqual([12, 12, 1719, 1719, 1719])
  paths['/lines'] = unbounded(`${'\n'.repeat(200_000)}x`)
  // Looking for the end must not try each line end.
  expect(await read('/lines')).toEqual([1719])
})

test('a compressed or foreign text is a fault', async () => {
  await open()
  paths['/zip'] = status(200, { 'content-encoding': 'gzip' }, '{"x":1}')
  paths['/latin'] = (_, response) => void response.end(Buffer.from('{"x":"\xb0"}', 'latin1'))
  expect(await read('/zip#x', '/latin#x')).toEqual([1728, 1728])
})

describe('a redirect', () => {
  test('is followed only if the driver permits it, and only on the same server', async () => {
    const elsewhere = await new Promise<number>((resolve) => {
      const other = createServer((_, response) => void response.end('{"x":666}')).listen(0, '127.0.0.1', () => {
        resolve((other.address() as { port: number }).port)
      })
      other.unref()
    })
    Object.assign(paths, {
      '/moved': status(301, { location: '/a' }),
      '/away': status(302, { location: `http://127.0.0.1:${elsewhere}/` }),
      '/meta': status(302, { location: 'http://169.254.169.254/latest' }),
      '/loop': status(302, { location: '/loop' }),
    })
    await open()
    expect(await read('/moved#x', '/away#x')).toEqual([1721, 1721])
    await session!.close()
    await open({ followRedirects: true })
    requests = []
    expect(await read('/moved#x', '/away#x', '/meta#x', '/loop#x')).toEqual([1, 1721, 1721, 1721])
    expect(requests.filter((each) => each === 'GET /loop')).toHaveLength(4)
  })
})

describe('the time of the values', () => {
  const at = (ageS: number, more: object = {}) => JSON.stringify({ t: Date.now() - ageS * 1000, v: 7, ...more })

  test('marks old values as uncertain', async () => {
    await open({ timeField: 't', maxAgeS: 60 })
    Object.assign(paths, { '/new': at(10), '/old': at(100), '/none': '{"v":7}' })
    expect(await read('/new#v', '/old#v', '/none#v', '/t')).toEqual([7, [7, 1747], [7, 1747], 23.5])
  })

  test('in the future is doubted, since it would hide that the values are old', async () => {
    await open({ timeField: 't', maxAgeS: 60 })
    Object.assign(paths, { '/zone': at(-8 * 3600), '/near': at(-30), '/compact': '{"v":7,"t":"20261130083000"}' })
    expect(await read('/zone#v', '/near#v', '/compact#v')).toEqual([[7, 1747], 7, [7, 1747]])
  })

  test('in a cached answer is compared with the present', async () => {
    await open({ timeField: 't', maxAgeS: 60 })
    const date = new Date(Date.now() - 7_200_000).toUTCString()
    paths['/cached'] = status(200, { date, age: '7200' }, at(7_210))
    expect(await read('/cached#v')).toEqual([[7, 1747]])
  })

  it.each([
    ['seconds', (ms: number) => Math.floor(ms / 1000)],
    ['milliseconds', (ms: number) => ms],
    ['microseconds', (ms: number) => ms * 1000],
    ['ISO', (ms: number) => new Date(ms).toISOString()],
    ['a text of digits', (ms: number) => `${ms}`],
    ['a zone', (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().replace('T', ' ').replace('Z', '+08:00')],
  ])('may be in %s', async (_, written) => {
    await open({ timeField: 'at.t' })
    paths['/v'] = JSON.stringify({ at: { t: written(Date.now() - 30_000) }, v: 7 })
    const [reading] = await session!.read([point('/v#v')], params)
    expect((reading as { agoMs: number }).agoMs).toBeGreaterThanOrEqual(28_000)
    expect((reading as { agoMs: number }).agoMs).toBeLessThan(120_000)
  })

  test('is compared with the clock of the server, which is reported', async () => {
    await open({ timeField: 't', maxAgeS: 60 })
    const behindMs = 7_200_000
    const date = (ms: number) => new Date(ms).toUTCString()
    paths['/slow'] = status(200, { date: date(Date.now() - behindMs) }, at(behindMs / 1000 + 10))
    expect(await read('/slow#v')).toEqual([7])
    expect(Math.round(session!.clock!.aheadMs / 600_000)).toBe(-12)
    expect(session!.clock!.isDoubtful).toBe(false)
    paths['/unset'] = status(200, { date: date(86_400_000) }, at(10))
    expect(await read('/unset#v')).toEqual([7])
    expect(session!.clock!.isDoubtful).toBe(true)
  })
})

describe('a write', () => {
  const write = (address: string, value: number | string, mayStart?: () => boolean) =>
    fault(session!.write(point(address, typeof value === 'string' ? 'string' : 'float64'), value, params, mayStart))

  test('sends the method and the body of the driver', async () => {
    await open({ writeMethod: 'PATCH' })
    paths['/set'] = status(200)
    expect(await write('/set#heating.target', 21.5)).toEqual({ kind: 'done' })
    expect(requests).toEqual(['PATCH /set {"heating":{"target":21.5}}'])
    paths['/set'] = status(202)
    expect(await write('/set#a', 1)).toEqual({ kind: 'accepted' })
    paths['/set'] = status(204)
    expect(await write('/set#a', 1)).toEqual({ kind: 'done' })
  })

  test.each([
    [400, 1718, false],
    [401, 1748, false],
    [403, 1745, false],
    [404, 1715, false],
    [405, 1720, false],
    [302, 1721, true],
    [303, 1721, true],
    [307, 1721, false],
    [500, 1721, true],
    [502, 1721, true],
    [503, 1711, true],
    [504, 1714, true],
  ])('that ends with status %i is code %i; its outcome is unknown: %s', async (code, expected, isUnknown) => {
    await open({ followRedirects: true })
    paths['/set'] = status(code, { location: '/a' })
    expect(await write('/set#a', 1)).toEqual([expected, isUnknown])
    expect(requests).toHaveLength(1)
  })

  test('has an unknown outcome if its answer is lost, cut or too long, and is sent once', async () => {
    await open({ maxKib: 1 })
    paths['/set'] = (request) => void request.socket.destroy()
    expect(await write('/set#a', 1)).toEqual([1719, true])
    paths['/set'] = status(200, {}, 'x'.repeat(2000))
    expect(await write('/set#a', 1)).toEqual([1721, true])
    params = { ...params, timeoutMs: 60 }
    paths['/set'] = () => undefined
    expect(await write('/set#a', 1)).toEqual([1714, true])
    expect(requests).toHaveLength(3)
  })

  test('sends nothing when it has expired, or the session has ended', async () => {
    await open()
    expect(await write('/set#a', 1, () => false)).toEqual({ kind: 'expired' })
    await session!.close()
    expect(await write('/set#a', 1)).toMatchObject({ kind: 'unsent', fault: { code: 1722 } })
    expect(requests).toEqual([])
  })
})

test('closing ends a request that is under way, and nothing is read afterwards', async () => {
  await open()
  let isSeen = false
  paths['/a'] = () => {
    isSeen = true
  }
  const asked = fault(read('/a#x'))
  await expect.poll(() => isSeen).toBe(true)
  await session!.close()
  expect(await asked).toEqual([1722, true])
  expect(await fault(read('/b#z'))).toEqual([1722, true])
})

test('an aborted opening is a fault', async () => {
  await expect(opener.open(HttpParams.parse({ url }), AbortSignal.abort(), '', [])).rejects.toMatchObject({
    code: 1722,
  })
})
