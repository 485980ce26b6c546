// Reads the input of a request in any encoding: query string, JSON, form, multipart. [S7]
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Decode } from '../../contract/decoder.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { Failure, fail, type Language } from '../../contract/errors.ts'
import { badField, badInput } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import { jsonBody, mustBeStorable, parseJson } from './json-body.ts'
import { whenOver } from './over.ts'
import { languageOf } from './sessions.ts'

const multipartLimits = (bytes: number) => ({ files: 10, fields: 50, parts: 60, fileSize: bytes, fieldSize: bytes })

/** The language of the answer, and a signal that the caller has disconnected. */
type Asked = { language: Language; signal: AbortSignal }

const inWords = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`)

export const tooLarge = (bytes: number = limits.bodyBytes): Failure => fail('tooLarge', { limit: inWords(bytes) })

/** Bodies whose strings the decoder has checked. */
const checkedBodies = new WeakSet<object>()

type BodyNeeds = { decode: Decode; accountOf(request: FastifyRequest): number | undefined }

/** Parses JSON bodies, those over 64 kB in a thread of the decoder. */
export function readJson(http: FastifyInstance, { decode, accountOf }: BodyNeeds): void {
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      const given = { bytes: body as Buffer, language: languageOf(request) }
      if (given.bytes.length <= limits.bodyBytes) return parseJson(given)
      const value = await decode(jsonBody, given, accountOf(request) ?? null)
      if (typeof value === 'object' && value !== null) checkedBodies.add(value)
      return value
    },
  )
}

/** Reads multipart bodies of the calls that accept them, before the hooks that count the request. */
export function readMultipartBodies(scope: FastifyInstance, accepts: (path: string) => boolean): void {
  scope.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart() || !accepts(request.routeOptions.url ?? '')) return
    const gone = new AbortController()
    whenOver({ request, reply }, () => gone.abort(new Error('the caller left')))
    request.body = await readMultipart(request, { language: languageOf(request), signal: gone.signal })
  })
}

/** The parser buffers fields in memory, so the total length is limited before the first byte is read. */
function checkLength(request: FastifyRequest, most: number, language: Language): void {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (Number.isNaN(length)) throw badField('content-length', 'missing', language)
  if (length > most) throw tooLarge(most)
}

async function readMultipart(request: FastifyRequest, { language, signal }: Asked): Promise<Record<string, unknown>> {
  const most = request.routeOptions.bodyLimit ?? limits.bodyBytes
  checkLength(request, most, language)
  const fields = new Map<string, unknown>()
  const read = async () => {
    for await (const part of request.parts({ limits: multipartLimits(most) })) {
      fields.set(part.fieldname, part.type === 'file' ? (await part.toBuffer()).toString('utf8') : part.value)
    }
  }
  try {
    // If the sender disconnects, the parser would wait forever for the rest of the body.
    await Promise.race([read(), rejection(signal)])
  } catch (error) {
    if (error instanceof Failure) throw error
    const { statusCode } = error as { statusCode?: number }
    throw statusCode === 413 ? tooLarge(most) : badField('body', 'malformed', language)
  }
  return Object.fromEntries(fields)
}

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

function rawInput(endpoint: Endpoint, request: FastifyRequest, language: Language): unknown {
  if (endpoint.method === 'GET') return request.query
  const multipart = request.isMultipart()
  if (multipart !== endpoint.accepts.includes('multipart') && (multipart || request.body !== undefined)) {
    throw badField('content-type', 'notAllowed', language)
  }
  return request.body ?? {}
}

/** The input of a call, checked by its contract. Throws 10001 with the name of the wrong field. */
export const readInput = (endpoint: Endpoint, request: FastifyRequest, language: Language): unknown =>
  checkedInput(endpoint, rawInput(endpoint, request, language), language)

/** Checks an input of a call that has already been read. Throws 10001 with the name of the wrong field. */
export function checkedInput(endpoint: Endpoint, raw: unknown, language: Language): unknown {
  if (!(typeof raw === 'object' && raw !== null && checkedBodies.has(raw))) mustBeStorable(raw, language)
  const parsed = endpoint.input.safeParse(raw, { reportInput: true })
  if (parsed.success) return parsed.data
  throw badInput(parsed.error, language)
}
