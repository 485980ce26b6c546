// Costs that a caller without a session can cause: limits that cannot be bypassed, bodies that are not read.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { queryGroups } from '../../features/device/group/contract.ts'
import { login, showVcode, userInfo } from '../../features/people/login/contract.ts'
import { enterShare } from '../../features/project/share/contract.ts'
import { adminPassword, type TestServer, testServer } from '../../testkit/server.ts'

const callsPerMinute = 20
const loginsPerMinute = 5

const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
})
const guess = (headers?: Record<string, string>) => json('{"loginname":"nobody","password":"x"}', headers)

async function codes(count: number, ask: (turn: number) => Promise<Response>): Promise<number[]> {
  const answers: number[] = []
  for (let turn = 0; turn < count; turn += 1) answers.push(((await (await ask(turn)).json()) as { code: number }).code)
  return answers
}

describe('a limit', () => {
  test('counts a path that is written with an escape', async () => {
    await using server = await testServer({ loginsPerMinute })
    const path = login.path.replace('/l', '/%6c')
    const answers = await codes(loginsPerMinute + 1, () => server.nobody.raw(path, guess()))
    expect(answers.at(-1)).toBe(90003)
  })

  test('covers the links of shared devices, whose passwords cost as much to check as those of accounts', async () => {
    await using server = await testServer({ loginsPerMinute })
    const ask = (turn: number) => server.nobody.raw(enterShare.path, json(`{"token":"${turn}","password":"x"}`))
    expect(await codes(loginsPerMinute + 1, ask)).toEqual([...Array(loginsPerMinute).fill(2501), 90003])
  })

  test('counts callers that send a new cookie with each request', async () => {
    await using server = await testServer({ callsPerMinute })
    const ask = (turn: number) => server.nobody.raw(showVcode.path, json('{}', { cookie: `gatehouse=${turn}` }))
    expect((await codes(callsPerMinute + 1, ask)).at(-1)).toBe(90003)
  })

  test.each(['/openapi.json', '/api', '/metrics'])('covers %s, which is not a call', async (path) => {
    await using server = await testServer({ callsPerMinute })
    const statuses: number[] = []
    for (let turn = 0; turn <= callsPerMinute; turn += 1)
      statuses.push((await server.nobody.raw(`${path}?${turn}`, { method: turn % 2 ? 'GET' : 'HEAD' })).status)
    expect(new Set(statuses.slice(0, -2))).toEqual(new Set([200]))
    expect(statuses.at(-1)).toBe(429)
  })

  test('counts each session separately, apart from its address', async () => {
    await using server = await testServer({ callsPerMinute })
    const ask = () => server.admin.raw(userInfo.path)
    expect(await codes(2, ask)).toEqual([200, 200])
    await codes(callsPerMinute + 1, () => server.nobody.raw(showVcode.path, json('{}')))
    expect(await codes(1, ask)).toEqual([200])
  })

  test('counts the address that the proxy reports, regardless of the header that its caller sent', async () => {
    await using server = await testServer({ loginsPerMinute }, { trustProxy: true })
    const ask = (turn: number) =>
      server.nobody.raw(login.path, guess({ 'x-forwarded-for': `10.1.1.${turn}, 192.0.2.7` }))
    expect((await codes(loginsPerMinute + 1, ask)).at(-1)).toBe(90003)
    const other = guess({ 'x-forwarded-for': '192.0.2.8' })
    expect(await codes(1, () => server.nobody.raw(login.path, other))).toEqual([1004])
  })
})

describe('a body', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  test('is not read before the session is checked', async () => {
    const response = await server.nobody.raw(queryGroups.path, json('no json at all'))
    expect(await response.json()).toMatchObject({ code: 1006 })
  })

  it.each([
    ['of JSON', '16 KB', json(`{"loginname":"","x":[${'0,'.repeat(50_000)}0]}`)],
    [
      'of a form',
      '64 KB',
      { method: 'POST', body: new URLSearchParams([...Array(50_000).keys()].map((i) => [`k${i}`, '1'])) },
    ],
  ])('%s is limited to a small size without a session', async (_, limit, init) => {
    const response = await server.nobody.raw(showVcode.path, init as RequestInit)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 10005, msg: expect.stringContaining(limit as string) })
  })
})

test('answers are not cached', async () => {
  await using server = await testServer()
  for (const path of [userInfo.path, '/lfscada/nothing/here']) {
    expect((await server.admin.raw(path)).headers.get('cache-control')).toBe('no-store')
  }
  const signIn = json(JSON.stringify({ loginname: 'admin', password: adminPassword }))
  expect((await server.nobody.raw(login.path, signIn)).headers.get('cache-control')).toBe('no-store')
})
