// Tests the answers to faults of the platform itself: they contain a number that is in the log, and no details.
import '../../features/frame/room-errors.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, test, vi } from 'vitest'
import { errorRows, errorText } from '../../contract/errors.ts'
import { queryLiveSignals } from '../../features/device/live/contract.ts'
import { queryEnterprises } from '../../features/people/enterprise/contract.ts'
import { showVcode, userInfo } from '../../features/people/login/contract.ts'
import { adminPassword, type TestServer, testServer } from '../../testkit/server.ts'
import { site } from '../../testkit/site.ts'
import { operationIdOf } from './operation-ids.ts'
import { rooms } from './rooms.ts'

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await testServer({ log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) })
})
afterAll(() => server.stop())

test('an unexpected fault answers 90099 with a number that is in the log, and reveals nothing', async () => {
  const { equipmentId } = await site(server, 'Faulty')
  const broken = vi.spyOn(server.platform.live, 'trend').mockImplementation(() => {
    throw new Error('relation "secret_table" does not exist at store.ts:42')
  })
  const answers = [
    await server.admin.ask(queryLiveSignals, { equipmentId }),
    await server.admin.ask(queryLiveSignals, { equipmentId }, 'zh-cn'),
  ]
  broken.mockRestore()
  for (const { code, msg, data } of answers) {
    expect([code, data]).toEqual([90099, null])
    const number = /[0-9a-f]{8}/.exec(msg)?.[0]
    expect(number).toBeDefined()
    expect(msg).not.toMatch(/secret|store|relation|\.ts/)
    const line = lines.find((each) => each.includes(number!))
    expect(line).toContain('secret_table')
    expect(line).toContain(queryLiveSignals.path)
  }
})

test('a refused call is logged with the call, the account and the address, but without the session', async () => {
  await server.addAccount({ loginname: 'curious', roleType: 'external' })
  const person = await server.as('curious', adminPassword)
  const { userId } = await person.call(userInfo, {})
  const refused = (path: string) =>
    lines.map((line) => JSON.parse(line) as object).filter((line) => 'path' in line && line.path === path)
  expect((await person.ask(queryEnterprises, {})).code).toBe(90002)
  const said = { level: 40, code: 90002, accountId: userId, ip: '127.0.0.1', msg: 'refused' }
  expect(refused(queryEnterprises.path)).toMatchObject([said])
  const foreign = { method: 'POST', headers: { origin: 'https://evil.example' } }
  await server.nobody.raw(showVcode.path, foreign)
  expect(refused(showVcode.path)).toMatchObject([{ code: 90004, accountId: null }])
  expect(lines.join()).not.toContain(person.cookie.split('=')[1])
})

test.each([
  ['POST', '/lfscada/nothing/here', 10002],
  ['GET', '/lfscada/group/query', 10002],
  ['POST', '/org/Nothing!here.action', 10002],
  ['POST', '/lfscada/%zz', 10001],
  ['POST', '/lfscada/%00', 10002],
  ['POST', '/lfscada/../../etc/passwd', 10002],
])('%s %s answers the envelope with %i', async (method, path, code) => {
  const response = await server.admin.raw(path, { method })
  expect(response.status).toBe(path.startsWith('/lfscada') || path.startsWith('/org') ? 200 : response.status)
  expect(await response.json()).toMatchObject({ code })
})

test('answers carry the headers that keep a browser safe', async () => {
  const { headers } = await server.admin.raw('/lfscada/user/info')
  expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(headers.get('content-security-policy')).not.toMatch(/'unsafe-eval'|\*/)
  expect(headers.get('content-security-policy')).toMatch(/object-src 'none';base-uri 'none'/)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(headers.get('content-security-policy')).toContain("frame-src 'none'")
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-powered-by')).toBeNull()
})

it.each(errorRows)('$code $name has a text in both languages, with the same marks', ({ name, en, zh }) => {
  const marks = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  expect(name).toMatch(/^[a-z][A-Za-z]+$/)
  expect(en).toMatch(/^[\x20-\x7e]+$/)
  expect(zh).toMatch(/\p{Script=Han}/u)
  expect(marks(zh)).toEqual(marks(en))
})

test('names of faults are unique, and the text of an unknown code has the code', () => {
  expect(new Set(errorRows.map(({ name }) => name)).size).toBe(errorRows.length)
  expect(errorText(12345, 'en')).toContain('12345')
  expect(errorText(12345, 'zh-cn')).toContain('12345')
})

test('the API document is OpenAPI 3.1 and has every endpoint with input, output and permission', async () => {
  const response = await server.nobody.raw('/openapi.json')
  const document = (await response.json()) as {
    openapi: string
    info: { title: string; version: string }
    servers: { url: string }[]
    paths: Record<
      string,
      Record<
        string,
        {
          operationId?: string
          summary?: string
          requestBody?: { content: object }
          responses: Record<string, { description: string }>
          security?: object[]
        }
      >
    >
  }
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ title: 'Gatehouse', version: expect.stringMatching(/^\d/) })
  expect(document.servers).toEqual([{ url: '/' }])
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId))
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id ?? ''))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  for (const { endpoint } of rooms.flat()) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    expect([endpoint.path, operation?.summary]).toEqual([endpoint.path, endpoint.about])
    expect(operation?.responses['200']?.description).toContain(endpoint.may)
    expect(operation?.security === undefined).toBe(endpoint.may === 'public')
    if (endpoint.method === 'POST')
      expect(Object.keys(operation?.requestBody?.content ?? {})).toHaveLength(endpoint.accepts.length)
  }
  const text = JSON.stringify(document)
  for (const [, target] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = target!
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
    expect([target, found === undefined]).toEqual([target, false])
  }
})

test('an operation has the name of the constant in its contract', () => {
  expect(operationIdOf(queryLiveSignals)).toBe('queryLiveSignals')
  const byPath = rooms
    .flat()
    .filter(({ endpoint }) => /^(lfscada|org|usual|userimg)[A-Z]/.test(operationIdOf(endpoint)))
  expect(byPath.map(({ endpoint }) => endpoint.path)).toEqual([])
})

test('the page of the API has every endpoint and no script', async () => {
  const html = await (await server.nobody.raw('/api')).text()
  for (const { endpoint } of rooms.flat()) expect(html).toContain(endpoint.path)
  expect(html).not.toMatch(/<script/i)
})
