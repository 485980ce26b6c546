// Sends malformed input to every mounted endpoint, without naming one. Access is tested in `matrix.test.ts`.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Endpoint, Envelope, ObjectKind } from '../../contract/endpoint.ts'
import { Failure } from '../../contract/errors.ts'
import { type IdKind, idKindOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { inputSchema, members, sample } from '../../testkit/sample.ts'
import { type Caller, type TestServer, testServer } from '../../testkit/server.ts'
import { checkedInput } from './body.ts'
import { rooms } from './rooms.ts'

const served = rooms.flat()
const endpoints: readonly Endpoint[] = served.map(({ endpoint }) => endpoint)
const named = endpoints.map((endpoint) => [endpoint.path, endpoint] as const)
const posts = named.filter(([, { method }]) => method === 'POST')
const takesJson = posts.filter(([, { accepts }]) => accepts.includes('json'))

let server: TestServer
beforeAll(async () => {
  // A slow clock: on a busy machine the battery takes longer than a confirmed password is valid.
  const startedAt = Date.now()
  const now = () => startedAt + Math.floor((Date.now() - startedAt) / 100)
  server = await testServer({ loginsPerMinute: 100_000, callsPerMinute: 100_000, now })
})
afterAll(() => server.stop())

type Answer = Envelope<{ field?: string; reason?: string } | null> & { status: number }

async function send(
  who: Caller,
  endpoint: Endpoint,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const init =
    endpoint.method === 'GET'
      ? { headers }
      : { method: 'POST', headers: { ...typeOf(endpoint), ...headers }, body: bodyOf(endpoint, body) }
  const response = await who.raw(endpoint.path, init)
  const { status } = response
  // A stream has an envelope only if it fails.
  if (endpoint.answers === 'stream' && !response.headers.get('content-type')?.startsWith('application/json')) {
    await response.arrayBuffer()
    return { code: 200, msg: '', data: null, status }
  }
  return { ...((await response.json()) as Envelope<null>), status }
}

const isMultipart = ({ accepts }: Endpoint) => !accepts.includes('json')
const typeOf = (endpoint: Endpoint): Record<string, string> =>
  isMultipart(endpoint) ? {} : { 'content-type': 'application/json' }

function bodyOf(endpoint: Endpoint, body: unknown): string | FormData {
  if (!isMultipart(endpoint)) return typeof body === 'string' ? body : JSON.stringify(body)
  const form = new FormData()
  for (const [key, value] of Object.entries(body as object))
    form.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  return form
}

/** An account that may call the endpoint. Public calls go without a session, since some would end it. */
const asker = ({ may }: Endpoint) => (may === 'public' ? server.nobody : server.admin)

/** Announces a body over the limit and sends only its start; a server that waited for the rest would wait forever. */
function announce(endpoint: Endpoint, length: number): Promise<{ status: number | undefined; code: number }> {
  const headers = { 'content-type': 'application/json', 'content-length': length, cookie: asker(endpoint).cookie }
  return new Promise((resolve, reject) => {
    const sent = request(server.url + endpoint.path, { method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () => {
        sent.destroy()
        resolve({ status: response.statusCode, code: (JSON.parse(text) as { code: number }).code })
      })
    })
    sent.on('error', reject)
    sent.write('{')
  })
}

/** An input that the contract accepts. */
const inputOf = (endpoint: Endpoint) => sample(inputSchema(endpoint)) as Record<string, unknown>

describe('from another site', () => {
  const strangers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  it.each(posts)('%s', async (_, endpoint) => {
    for (const headers of strangers) {
      expect((await send(asker(endpoint), endpoint, inputOf(endpoint), headers)).code).toBe(90004)
    }
  })

  test('requests of our own pages are accepted', async () => {
    const own = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    for (const [, endpoint] of posts)
      expect((await send(server.nobody, endpoint, inputOf(endpoint), own)).code).not.toBe(90004)
  })
})

describe('a body that is none', () => {
  const none = [
    '{',
    '[]',
    '{"a":1}}',
    'name=1',
    '[{}]',
    '5',
    '"text"',
    'true',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
  ]
  // All endpoints use the same body parser, so only every twentieth endpoint receives all kinds of bodies.
  const kindsFor = (index: number) => (index % 20 === 0 ? none : none.slice(0, 2))
  it.each(takesJson.map(([path, endpoint], index) => [path, endpoint, kindsFor(index)] as const))(
    '%s',
    async (_, endpoint, bodies) => {
      for (const body of bodies) {
        expect([body, await send(asker(endpoint), endpoint, body)]).toMatchObject([
          body,
          { code: 10001, status: 200, data: { field: 'body' } },
        ])
      }
      const text = await send(asker(endpoint), endpoint, '{}', { 'content-type': 'text/plain' })
      expect(text).toMatchObject({ code: 10001, data: { field: 'content-type' } })
      expect(await announce(endpoint, (endpoint.bodyBytes ?? limits.bodyBytes) + 1)).toEqual({
        status: 413,
        code: 10005,
      })
      const deep = await send(asker(endpoint), endpoint, `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)
      expect(deep.code).toBe(10001)
    },
  )

  it.each(posts)('multipart that is garbage or forbidden: %s', async (_, endpoint) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const response = await server.admin.raw(endpoint.path, { method: 'POST', headers, body: 'garbage' })
    expect(await response.json()).toMatchObject({ code: 10001 })
  })
})

describe('an empty body', () => {
  it.each(posts)('%s', async (_, endpoint) => {
    const needed = inputSchema(endpoint)
    const { code, data } = await send(asker(endpoint), endpoint, {})
    const required = needed.anyOf ? needed.anyOf.flatMap((branch) => branch.required ?? []) : (needed.required ?? [])
    if (required.length === 0) return expect(code).not.toBe(90099)
    expect(code).toBe(10001)
    expect(required).toContain(data?.field)
  })
})

describe('members of a wrong kind', () => {
  const wrong: readonly unknown[] = [
    { a: { b: 1 } },
    [[1]],
    true,
    'a\u0000b',
    '\ud83d',
    "1'; drop table equipment; --",
    '../../etc/passwd',
    9e15,
    -1,
    1e308,
    0.1,
    '',
    'x'.repeat(3000),
    null,
  ]
  const scalars: readonly unknown[] = ['integer', 'number', 'string', 'boolean']
  /** True for a list or object in place of a single value, which a form cannot send: a form has strings only. */
  const isPlainlyWrong = (endpoint: Endpoint, type: string | undefined, value: unknown) =>
    scalars.includes(type) &&
    typeof value === 'object' &&
    value !== null &&
    !(isMultipart(endpoint) && type === 'string')

  /** Values for the other members of the input; omitted for a union, which could accept another of its branches. */
  const besides = (endpoint: Endpoint) => (inputSchema(endpoint).anyOf ? {} : inputOf(endpoint))

  /** The answer of the contract's check; undefined if the input would reach the handler. */
  function refusedAtOnce(endpoint: Endpoint, input: object): Answer | undefined {
    try {
      checkedInput(endpoint, JSON.parse(JSON.stringify(input)), 'en')
      return undefined
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { code: error.code, msg: '', data: error.data as Answer['data'], status: 200 }
    }
  }

  it.each(posts)('%s', async (_, endpoint) => {
    for (const [at, [key, { type }]] of members(inputSchema(endpoint)).entries()) {
      const ask = (value: unknown) => {
        const input = { ...besides(endpoint), [key]: value }
        // For the first member, and in forms, all values are sent; for other members only values that pass the
        // contract.
        const known = at > 0 && !isMultipart(endpoint) ? refusedAtOnce(endpoint, input) : undefined
        return known ?? send(asker(endpoint), endpoint, input)
      }
      const answers = await Promise.all(wrong.map(async (value) => ({ value, ...(await ask(value)) })))
      for (const { value, code, data, status } of answers) {
        expect([key, value, code === 90099, status]).toEqual([key, value, false, 200])
        if (!isPlainlyWrong(endpoint, type, value)) continue
        expect([key, value, code, data?.field?.split('.')[0]]).toEqual([key, value, 10001, key])
      }
    }
  })
})

test('every refusal of an input has a text in both languages', async () => {
  for (const [, endpoint] of takesJson) {
    for (const language of ['en', 'zh-cn'] as const) {
      const { msg, data } = await send(asker(endpoint), endpoint, '[]', { 'accept-language': language })
      const expected = language === 'en' ? /^[\x20-\x7e]+$/ : /\p{Script=Han}/u
      expect(msg).toMatch(expected)
      expect(data?.reason).toMatch(expected)
    }
  }
})

test('a stream answers a refusal with the envelope, and is documented as bytes', async () => {
  const streams = endpoints.filter(({ answers }) => answers === 'stream')
  expect(streams.length).toBeGreaterThan(0)
  const document = (await (await server.nobody.raw('/openapi.json')).json()) as {
    paths: Record<string, { post: { responses: { 200: { content: object } } } }>
  }
  for (const endpoint of streams) {
    const refused = await server.admin.raw(endpoint.path, { method: 'POST', headers: typeOf(endpoint), body: '{}' })
    expect(refused.headers.get('content-type')).toContain('application/json')
    expect(refused.headers.get('content-disposition')).toBeNull()
    const { content } = document.paths[endpoint.path]!.post.responses[200]
    expect([endpoint.path, Object.keys(content)]).toEqual([endpoint.path, ['application/octet-stream']])
  }
})

describe('the ids in an input', () => {
  type Inner = { def: { innerType?: unknown; element?: unknown; options?: unknown[]; shape?: object; in?: unknown } }
  /** Every id in an input: its kind and its path. */
  function idsIn(
    type: unknown,
    way: string[] = [],
    around: readonly unknown[] = [],
  ): { kind: IdKind; way: string[] }[] {
    const kind = idKindOf(type)
    if (kind) return [{ kind, way }]
    // A type that contains itself, such as the widgets of a group.
    if (around.includes(type)) return []
    const within = [...around, type]
    const { innerType, element, options = [], shape = {}, in: first } = (type as Inner).def
    return [
      ...[innerType, first].flatMap((each) => (each ? idsIn(each, way, within) : [])),
      ...(element ? idsIn(element, [...way, '[]'], within) : []),
      ...options.flatMap((each) => idsIn(each, way, within)),
      ...Object.entries(shape).flatMap(([key, each]) => idsIn(each, [...way, key], within)),
    ]
  }
  const objects: Partial<Record<IdKind, ObjectKind>> = {
    EquipmentId: 'equipment',
    GatewayId: 'gateway',
    GroupId: 'group',
    PageId: 'page',
    AccountId: 'account',
    RoleId: 'role',
    DepartmentId: 'department',
    ProjectId: 'project',
    MvarId: 'mvar',
    GrantId: 'accessGrant',
    InvitationId: 'invitation',
    TemplateId: 'template',
  }
  const parts: readonly IdKind[] = ['DriverId', 'SignalId', 'ReportId', 'ColumnId', 'AlarmRuleId']

  it.each(named)('%s checks ids by its `on`, parts in their device or project', (_, { path, input, on = {} }) => {
    for (const { kind, way } of idsIn(input)) {
      const field = way.filter((step) => step !== '[]').join('.')
      // Recipients of a rule: features/device/alarm-rules/server.ts checks them and names the rule's field.
      const object = /^rule\.steps\.(accountIds|roleIds)$/.test(field) ? undefined : objects[kind]
      if (object) expect([path, [on[object]].flat()]).toEqual([path, expect.arrayContaining([field])])
      if (!parts.includes(kind)) continue
      // A variable of a project must be on one of the project's devices, a rule must belong to its intermediate
      // variable.
      const [at, within] =
        on.mvar === 'mvarId'
          ? ['mvar', 'mvarId']
          : on.project === 'projectId' && !on.equipment
            ? ['project', 'projectId']
            : ['equipment', 'equipmentId']
      expect([path, field, [on[at as ObjectKind]].flat()]).toEqual([path, field, expect.arrayContaining([within])])
    }
  })
})

test('an endpoint needs no login exactly if it is declared public, and no path is mounted twice', () => {
  for (const { endpoint, kind } of served)
    expect([endpoint.path, kind === 'public']).toEqual([endpoint.path, endpoint.may === 'public'])
  expect(new Set(endpoints.map(({ path }) => path)).size).toBe(endpoints.length)
})
