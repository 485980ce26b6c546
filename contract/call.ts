// Sends an endpoint's input across the network and returns its output, or throws an ApiError. For browser and Node.
import type { Endpoint, Envelope, InputOf, OutputOf } from './endpoint.ts'
import type { Language } from './errors.ts'
import { lightCodes, ok, sessionLostCodes } from './light-codes.ts'
import { limits } from './limits.ts'

/** Faults between the caller and the platform; negative, so that they never equal a code of the platform. */
export const linkCodes = { unreachable: -1, timeout: -2, garbled: -3 } as const

const linkTexts: Record<Language, Record<keyof typeof linkCodes, string>> = {
  en: {
    unreachable: 'The platform cannot be reached; check your connection and try again',
    timeout: 'The platform did not answer in time',
    garbled: 'The answer of the platform could not be read (HTTP {status})',
  },
  'zh-cn': {
    unreachable: '无法连接平台，请检查网络后重试',
    timeout: '平台响应超时',
    garbled: '无法识别平台的应答（HTTP {status}）',
  },
}

/** Whether a retry may succeed soon: the connection or the database is unavailable, or the limit of calls is reached. */
export const isPassing = (error: unknown): boolean => error instanceof ApiError && passing.includes(error.code)

const passing: readonly number[] = [
  linkCodes.unreachable,
  linkCodes.timeout,
  lightCodes.tooFrequent,
  lightCodes.databaseDown,
]

/** A call that did not succeed: code of contract/errors (or `linkCodes`), text in the user's language. */
export class ApiError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown = null) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.data = data
  }

  /** The input field that caused the error, if the platform named one (10001 and similar). */
  get field(): string | undefined {
    const field = (this.data as { field?: unknown } | null)?.field
    return typeof field === 'string' ? field : undefined
  }
}

/** Outcome of a call: an answer of the platform, its answer that the database is down, or none. */
type CallOutcome = 'answer' | 'noDatabase' | 'silence'

type CallSettings = {
  /** Origin of the platform; empty: the origin of the page. */
  origin: string
  language: () => Language
  /** Called when the session has ended. [S8] */
  onSessionLost: (error: ApiError) => void
  /**
   * Asks the user for the password when a call requires it; false if the user cancels. Otherwise the call is repeated.
   */
  onConfirm: () => Promise<boolean>
  /** Shows what a locked session requires; false if that fails. Otherwise the call is repeated. */
  onLock: () => Promise<boolean>
  /** The prefetched answer of a request, by path with query and by body (contract/ahead). */
  ahead: (path: string, body: string | undefined) => Promise<{ status: number; text: string }> | undefined
  /** Called with the outcome of every call, to show whether the platform can be reached. */
  onOutcome: (outcome: CallOutcome) => void
  timeoutMs: number
  /** More headers, e.g. the cookie of a caller in Node. */
  headers: Record<string, string>
}

const settings: CallSettings = {
  origin: '',
  language: () => 'zh-cn',
  onSessionLost: () => undefined,
  onConfirm: () => Promise.resolve(false),
  onLock: () => Promise.resolve(false),
  ahead: () => undefined,
  onOutcome: () => undefined,
  timeoutMs: limits.requestTimeoutMs,
  headers: {},
}

/** Sets origin, language and other settings that all calls of this process share. */
export function setUpCalls(change: Partial<CallSettings>): void {
  Object.assign(settings, change)
}

/** 1010 of the calls about WeChat is a conflict; the session continues. [S8] */
const endsSession = ({ path }: Endpoint, code: number): boolean =>
  sessionLostCodes.includes(code) && !(code === lightCodes.weChatBound && path.startsWith('/lfscada/user/weChat/'))

type Options = { signal?: AbortSignal }

/** Repeats a request after the password was confirmed or the session was unlocked, at most once for each. */
async function withSteps<R>(request: () => Promise<R>): Promise<R> {
  const steps = new Map<number, () => Promise<boolean>>([
    [lightCodes.confirmPassword, settings.onConfirm],
    [lightCodes.lockNeeded, settings.onLock],
  ])
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const step = steps.get(error.code)
      steps.delete(error.code)
      if (!step || !(await step())) throw error
    }
  }
}

/** Calls an endpoint: `call(addGroup, { title })` → its data. Throws ApiError; an abort by `signal` stays an abort. */
export const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: Options = {}): Promise<OutputOf<E>> =>
  withSteps(() => callOnce(endpoint, input, options))

async function callOnce<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: Options): Promise<OutputOf<E>> {
  const timeout = AbortSignal.timeout(settings.timeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const envelope = await exchange(endpoint, input as Record<string, unknown>, signal).catch((error: unknown) => {
    if (error instanceof ApiError || options.signal?.aborted) throw reportFault(error)
    throw reportFault(linkError(timeout.aborted ? 'timeout' : 'unreachable'))
  })
  settings.onOutcome(envelope.code === lightCodes.databaseDown ? 'noDatabase' : 'answer')
  if (envelope.code === ok || envelope.code === 201) return envelope.data as OutputOf<E>
  const error = new ApiError(envelope.code, envelope.msg, envelope.data)
  if (endsSession(endpoint, error.code)) settings.onSessionLost(error)
  throw error
}

/**
 * Calls an endpoint that answers with bytes; returns the response to read. Throws an ApiError if the answer is an
 * envelope. The time limit applies until the response starts; an abort by `signal` also cancels the bytes.
 */
export const callStream = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Options = {},
): Promise<Response> => withSteps(() => callStreamOnce(endpoint, input, options))

async function callStreamOnce<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: Options): Promise<Response> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), settings.timeoutMs)
  const signal = options.signal ? AbortSignal.any([patience.signal, options.signal]) : patience.signal
  try {
    const response = await send(endpoint, input as Record<string, unknown>, signal)
    if (!response.headers.get('content-type')?.startsWith('application/json')) {
      settings.onOutcome('answer')
      return response
    }
    const { code, msg, data } = readEnvelope(await response.text(), response.status)
    settings.onOutcome(code === lightCodes.databaseDown ? 'noDatabase' : 'answer')
    const error = new ApiError(code, msg, data)
    if (sessionLostCodes.includes(code)) settings.onSessionLost(error)
    throw error
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw reportFault(error)
    throw reportFault(linkError(patience.signal.aborted ? 'timeout' : 'unreachable'))
  } finally {
    clearTimeout(timer)
  }
}

/** Reports a connection fault before it is thrown; answers are reported where they are read. */
function reportFault(error: unknown): unknown {
  if (error instanceof ApiError && error.code < 0) settings.onOutcome('silence')
  return error
}

/**
 * The options of a query library: `useQuery(queryOf(queryGroups, {}))`. The key starts with the path, for invalidation.
 */
export function queryOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return {
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }: { signal?: AbortSignal } = {}): Promise<OutputOf<E>> =>
      call(endpoint, input, signal ? { signal } : {}),
  }
}

/** The options of a mutation: `useMutation(mutationOf(deleteGroup))`; its errors appear in a toast. */
export function mutationOf<E extends Endpoint>(endpoint: E) {
  return { mutationFn: (input: InputOf<E>): Promise<OutputOf<E>> => call(endpoint, input) }
}

/** The options of a mutation for a form that shows its errors itself: `useMutation(formOf(addGroup))`. */
export const formOf = <E extends Endpoint>(endpoint: E) => ({ ...mutationOf(endpoint), meta: { faults: 'form' } })

async function exchange(endpoint: Endpoint, input: Record<string, unknown>, signal: AbortSignal) {
  const known = await askedAhead(endpoint, input)
  signal.throwIfAborted()
  if (known) return readEnvelope(known.text, known.status)
  const response = await send(endpoint, input, signal)
  return readEnvelope(await response.text(), response.status)
}

/** A failed prefetch returns nothing, so that the request is sent normally. */
async function askedAhead(endpoint: Endpoint, input: Record<string, unknown>) {
  const { body } = withBody(endpoint, input)
  if (body !== undefined && typeof body !== 'string') return undefined
  return settings.ahead(`${endpoint.path}${queryString(endpoint, input)}`, body)?.catch(() => undefined)
}

const send = (endpoint: Endpoint, input: Record<string, unknown>, signal: AbortSignal): Promise<Response> =>
  fetch(`${settings.origin}${endpoint.path}${queryString(endpoint, input)}`, {
    method: endpoint.method,
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
    ...withBody(endpoint, input),
  })

function readEnvelope(text: string, status: number): Envelope<unknown> {
  try {
    const envelope = JSON.parse(text) as Envelope<unknown> | null
    if (typeof envelope?.code === 'number') return envelope
  } catch (error) {
    throw linkError('garbled', status, error)
  }
  throw linkError('garbled', status)
}

/** A connection fault as an error, in the user's language. */
export function linkError(fault: keyof typeof linkCodes, status = 0, cause?: unknown): ApiError {
  const error = new ApiError(
    linkCodes[fault],
    linkTexts[settings.language()][fault].replace('{status}', String(status)),
  )
  if (cause !== undefined) error.cause = cause
  return error
}

function queryString(endpoint: Endpoint, input: Record<string, unknown>): string {
  if (endpoint.method !== 'GET') return ''
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(key, String(one))
    }
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}

function withBody(endpoint: Endpoint, input: Record<string, unknown>): { headers: HeadersInit; body?: BodyInit } {
  const headers = { ...settings.headers, accept: 'application/json', 'accept-language': settings.language() }
  if (endpoint.method === 'GET') return { headers }
  if (endpoint.accepts.includes('json')) {
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(input) }
  }
  return { headers, body: endpoint.accepts.includes('multipart') ? multipart(input) : formBody(input) }
}

function multipart(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) form.append(key, value instanceof Blob ? value : String(value))
  }
  return form
}

function formBody(input: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) form.append(key, String(value))
  }
  return form
}
