import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, call, callStream, isPassing, linkCodes, mutationOf, queryOf, setUpCalls } from './call.ts'
import { download, get, post } from './endpoint.ts'
import { lightCodes } from './light-codes.ts'
import { limits } from './limits.ts'

const addThing = post('/lfscada/thing/add', {
  may: 'signedIn',
  about: 'Adds a thing.',
  input: z.object({ title: z.string() }),
  output: z.object({ id: z.number() }),
})
const queryThings = get('/lfscada/thing/query', {
  may: 'signedIn',
  about: 'Things.',
  input: z.object({ ids: z.array(z.number()).optional(), word: z.string().optional() }),
  output: z.array(z.string()),
})
const upload = post('/lfscada/thing/upload', {
  may: 'signedIn',
  about: 'A file.',
  accepts: ['multipart'],
  input: z.object({ name: z.string(), file: z.instanceof(Blob) }),
  output: z.null(),
})

const answers = (body: unknown, status = 200) =>
  vi.fn(async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }))
const stub = (fetch: (url: string, init: RequestInit) => Promise<Response>) => vi.stubGlobal('fetch', fetch)
const caught = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error as ApiError)

beforeEach(() =>
  setUpCalls({ language: () => 'en', onSessionLost: () => undefined, timeoutMs: limits.requestTimeoutMs }),
)
afterEach(() => vi.unstubAllGlobals())

describe('call', () => {
  it('posts JSON with the language and answers the data', async () => {
    const fetch = answers({ code: 200, msg: '', data: { id: 7 } })
    stub(fetch)
    expect(await call(addThing, { title: 'Pump' })).toEqual({ id: 7 })
    const [url, init] = fetch.mock.calls[0]!
    expect(url).toBe('/lfscada/thing/add')
    expect(init.method).toBe('POST')
    expect(init.body).toBe('{"title":"Pump"}')
    expect(init.headers).toMatchObject({ 'content-type': 'application/json', 'accept-language': 'en' })
    expect(init.credentials).toBe('same-origin')
  })

  it('treats 201 as success', async () => {
    stub(answers({ code: 201, msg: '', data: { id: 8 } }))
    expect(await call(addThing, { title: 'Pump' })).toEqual({ id: 8 })
  })

  it('puts the input of a GET into the query, without absent fields', async () => {
    const fetch = answers({ code: 200, msg: '', data: [] })
    stub(fetch)
    await call(queryThings, { ids: [1, 2], word: undefined })
    expect(fetch.mock.calls[0]![0]).toBe('/lfscada/thing/query?ids=1&ids=2')
    expect(fetch.mock.calls[0]![1].body).toBeUndefined()
  })

  it('sends files as multipart', async () => {
    const fetch = answers({ code: 200, msg: '', data: null })
    stub(fetch)
    await call(upload, { name: 'a', file: new Blob(['x']) })
    expect(fetch.mock.calls[0]![1].body).toBeInstanceOf(FormData)
  })

  it('throws the code, message and data of a fault, and names its field', async () => {
    stub(answers({ code: 10001, msg: 'Wrong parameter title: too long', data: { field: 'title' } }))
    const error = await caught(call(addThing, { title: '' }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 10001, message: 'Wrong parameter title: too long', field: 'title' })
  })

  it('notifies the listener that the session ended', async () => {
    const onSessionLost = vi.fn()
    setUpCalls({ onSessionLost })
    stub(answers({ code: 1006, msg: 'Please log in again', data: null }))
    expect((await caught(call(addThing, { title: '' })))?.code).toBe(1006)
    expect(onSessionLost).toHaveBeenCalledOnce()
  })

  it('treats 1010 as the end of the session, except from a call about WeChat', async () => {
    const onSessionLost = vi.fn()
    setUpCalls({ onSessionLost })
    stub(answers({ code: 1010, msg: 'Your account has another WeChat', data: null }))
    const bind = { ...addThing, path: '/lfscada/user/weChat/finish' }
    expect((await caught(call(bind, { title: '' })))?.code).toBe(1010)
    expect(onSessionLost).not.toHaveBeenCalled()
    await caught(call(addThing, { title: '' }))
    expect(onSessionLost).toHaveBeenCalledOnce()
  })

  it('reports that the platform cannot be reached, in the language of the user', async () => {
    setUpCalls({ language: () => 'zh-cn' })
    stub(() => Promise.reject(new TypeError('fetch failed')))
    expect(await caught(call(addThing, { title: '' }))).toMatchObject({
      code: linkCodes.unreachable,
      message: '无法连接平台，请检查网络后重试',
    })
  })

  it.each(['<html>Bad gateway</html>', 'null', '{"hello":1}'])(
    'names the status when the answer is %s',
    async (body) => {
      stub(async () => new Response(body, { status: 502 }))
      const error = await caught(call(addThing, { title: '' }))
      expect(error).toMatchObject({ code: linkCodes.garbled })
      expect(error?.message).toContain('502')
    },
  )

  it('fails after the time limit', async () => {
    setUpCalls({ timeoutMs: 5 })
    stub((_url, init) => new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error()))))
    expect(await caught(call(addThing, { title: '' }))).toMatchObject({ code: linkCodes.timeout })
  })

  it('rethrows an abort of the caller as an abort', async () => {
    const stop = new AbortController()
    stub((_url, init) => Promise.reject(init.signal?.reason))
    stop.abort()
    expect(await caught(call(addThing, { title: '' }, { signal: stop.signal }))).not.toBeInstanceOf(ApiError)
  })
})

describe('a call that needs the password or the device lock', () => {
  const fetchFile = download('/lfscada/thing/file', { may: 'signedIn', about: 'Bytes.', input: z.object({}) })
  const add = () => call(addThing, { title: 'x' })
  const load = () => callStream(fetchFile, {})
  const done = { code: 200, msg: '', data: { id: 1 } }
  /** Answers these codes in turn, then succeeds, with bytes or data. */
  const answersInTurn = (codes: number[], isBytes: boolean) =>
    vi.fn(async () => {
      const code = codes.shift()
      if (code === undefined && isBytes) return new Response('bytes', { headers: { 'content-type': 'text/plain' } })
      const headers = { 'content-type': 'application/json' }
      return new Response(JSON.stringify(code === undefined ? done : { code, msg: '', data: null }), { headers })
    })
  afterEach(() => setUpCalls({ onConfirm: async () => false, onLock: async () => false }))

  it.each([
    ['data', add],
    ['bytes', load],
  ] as const)('is repeated after each of them: %s', async (kind, run) => {
    const [onConfirm, onLock] = [vi.fn(async () => true), vi.fn(async () => true)]
    setUpCalls({ onConfirm, onLock })
    const fetch = answersInTurn([lightCodes.lockNeeded, lightCodes.confirmPassword], kind === 'bytes')
    stub(fetch)
    await run()
    expect([onConfirm, onLock, fetch].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 3])
  })

  it.each([
    ['data', lightCodes.lockNeeded, add],
    ['data', lightCodes.confirmPassword, add],
    ['bytes', lightCodes.lockNeeded, load],
    ['bytes', lightCodes.confirmPassword, load],
  ] as const)('fails if the platform requires it again: %s, %d', async (_, code, run) => {
    const [onConfirm, onLock] = [vi.fn(async () => true), vi.fn(async () => true)]
    setUpCalls({ onConfirm, onLock })
    stub(answersInTurn([code, code], false))
    expect((await caught(run()))?.code).toBe(code)
    expect(onConfirm.mock.calls.length + onLock.mock.calls.length).toBe(1)
  })

  it.each([
    ['data', add],
    ['bytes', load],
  ] as const)('fails if the user cancels: %s', async (_, run) => {
    const fetch = answersInTurn([lightCodes.confirmPassword], false)
    stub(fetch)
    expect((await caught(run()))?.code).toBe(lightCodes.confirmPassword)
    expect(fetch).toHaveBeenCalledOnce()
  })
})

describe('options for the query library', () => {
  it('start the key with the path', async () => {
    stub(answers({ code: 200, msg: '', data: ['a'] }))
    const query = queryOf(queryThings, { word: 'a' })
    expect(query.queryKey).toEqual(['/lfscada/thing/query', { word: 'a' }])
    expect(await query.queryFn()).toEqual(['a'])
  })

  it('make a mutation of a call', async () => {
    stub(answers({ code: 200, msg: '', data: { id: 1 } }))
    expect(await mutationOf(addThing).mutationFn({ title: 'x' })).toEqual({ id: 1 })
  })
})

describe('a call for bytes', () => {
  const fetchFile = download('/lfscada/thing/file', {
    may: 'signedIn',
    about: 'Bytes.',
    input: z.object({ id: z.number() }),
  })
  const bytes = new Uint8Array([1, 2, 3])

  it('returns the response for reading', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    stub(vi.fn(async () => new Response(bytes, { headers })))
    expect(new Uint8Array(await (await callStream(fetchFile, { id: 1 })).arrayBuffer())).toEqual(bytes)
  })

  it('throws the error of an envelope', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    stub(vi.fn(async () => new Response(JSON.stringify({ code: 10001, msg: 'no', data: null }), { headers })))
    expect(await caught(callStream(fetchFile, { id: 1 }))).toMatchObject({ code: 10001, message: 'no' })
  })

  it('distinguishes an abort from a failed connection', async () => {
    stub(vi.fn(async () => Promise.reject(new TypeError('failed to fetch'))))
    expect(await caught(callStream(fetchFile, { id: 1 }))).toMatchObject({ code: linkCodes.unreachable })
    const signal = AbortSignal.abort()
    expect(await caught(callStream(fetchFile, { id: 1 }, { signal }))).not.toBeInstanceOf(ApiError)
  })
})

it('a lost connection or database and the limit of calls are temporary; a refusal is not', () => {
  const passes = (code: number) => isPassing(new ApiError(code, ''))
  expect([linkCodes.unreachable, linkCodes.timeout, 90003, 90005].every(passes)).toBe(true)
  expect([linkCodes.garbled, 10002, 90002].some(passes)).toBe(false)
  expect(isPassing(new Error('a fault of the page'))).toBe(false)
})
