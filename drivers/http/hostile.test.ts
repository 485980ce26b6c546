// Servers that send no HTTP, too much, or answers that are cut: each is a fault, and the next reading is right again.
import { afterAll, afterEach, beforeAll, expect, it, test } from 'vitest'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import { unusedPort } from '../../testkit/peers/silent-peer.ts'
import { DriverFault, type Point } from '../driver.ts'
import { opener } from './driver.ts'
import { HttpParams } from './params.ts'
import { permitGateway } from './reach.ts'

beforeAll(() => permitGateway(true))
afterAll(() => permitGateway(false))
let server: Misbehaving
afterEach(() => server.close())

const point: Point = { id: 1, address: '/#v', dataType: 'float64', access: 'r' }
const patientMs = 20_000
const ok = 'HTTP/1.1 200 OK\r\n'

/** The value or code of a reading whose server answers with these bytes, and then of one with a true answer. */
async function readings(bytes: string | Buffer, isEnded: boolean, timeoutMs = patientMs): Promise<unknown[]> {
  let isHostile = true
  server = await scriptedServer((_, socket) => {
    if (!isHostile) return Buffer.from(`${ok}Content-Length: 7\r\n\r\n{"v":7}`)
    if (isEnded) socket.end(bytes)
    else socket.write(bytes)
    return undefined
  })
  const params = HttpParams.parse({ url: `http://127.0.0.1:${server.port}`, timeoutMs: patientMs, maxKib: 1 })
  const session = await opener.open(params, new AbortController().signal, '', [])
  const read = (ms: number) =>
    session.read([point], { ...params, timeoutMs: ms }).then(
      ([reading]) => ('fault' in reading! ? reading.fault.code : reading!.value),
      (error: unknown) => (error instanceof DriverFault ? error.code : error),
    )
  const first = await read(timeoutMs)
  isHostile = false
  const answers = [first, await read(patientMs)]
  await session.close()
  return answers
}

it.each<[string, string | Buffer, isEnded: boolean, code: number]>([
  ['nothing', '', true, 1719],
  ['no HTTP', 'hello\r\n\r\n', false, 1712],
  ['bytes', Buffer.alloc(500, 0xff), false, 1712],
  ['a cut head', `${ok}Content-Le`, true, 1719],
  ['a cut body', `${ok}Content-Length: 9\r\n\r\n{"v":7}`, true, 1719],
  ['a cut chunk', `${ok}Transfer-Encoding: chunked\r\n\r\n9\r\n{"v":7}`, true, 1719],
  ['a wrong chunk', `${ok}Transfer-Encoding: chunked\r\n\r\nx\r\n`, false, 1712],
  ['two lengths', `${ok}Content-Length: 7\r\nContent-Length: 6\r\n\r\n{"v":7}`, false, 1712],
  ['a length and chunks', `${ok}Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n{"v":7}`, false, 1712],
  ['a long head', `${ok}X: ${'x'.repeat(40_000)}\r\n\r\n`, false, 1712],
  ['a head without an end', ok, false, 1714],
  ['endless interim answers', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500), false, 1714],
  ['an upgrade', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', false, 1719],
  ['a huge length', `${ok}Content-Length: 99999999999\r\n\r\n{`, false, 1721],
  ['an endless body', `${ok}\r\n${'x'.repeat(5000)}`, false, 1721],
  ['a wrong status', 'HTTP/1.1 99999 Hm\r\n\r\n', false, 1712],
])('%s is a fault', async (_, bytes, isEnded, code) => {
  expect(await readings(bytes, isEnded, code === 1714 ? 200 : patientMs)).toEqual([code, 7])
})

test('a body that is longer than its length is a fault', async () => {
  const [first, second] = await readings(`${ok}Content-Length: 6\r\n\r\n{"v":7}`, false)
  // The rest arrives with the answer or after it.
  expect([1712, 1728]).toContain(first)
  expect(second).toBe(7)
})

test('a second answer is not used', async () => {
  const second = `${ok}Content-Length: 7\r\n\r\n{"v":6}`
  expect(await readings(`${ok}Content-Length: 7\r\n\r\n{"v":8}${second}`, false)).toEqual([8, 7])
})

test('a server that is gone is a fault of the session', async () => {
  server = await scriptedServer(() => undefined)
  const params = HttpParams.parse({ url: `http://127.0.0.1:${server.port}`, timeoutMs: 2000 })
  const session = await opener.open(params, new AbortController().signal, '', [])
  await server.close()
  await expect(session.read([point], params)).rejects.toMatchObject({ code: 1722, broken: true })
  const answer = await session.write(point, 1, params)
  expect(answer).toMatchObject({ kind: 'unsent', fault: { code: 1722 } })
  server = await scriptedServer(() => undefined)
})

test('nothing listens', async () => {
  server = await scriptedServer(() => undefined)
  const params = HttpParams.parse({ url: `http://127.0.0.1:${await unusedPort('tcp')}` })
  await expect(opener.open(params, new AbortController().signal, '', [])).rejects.toMatchObject({ code: 1722 })
})
