// Puts the rooms' calls onto the HTTP server: origin, session, permission, input, act, envelope.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Envelope } from '../../contract/endpoint.ts'
import { errorCode, errorText, Failure, fail, type Language, ok } from '../../contract/errors.ts'
import { documentedType } from '../../contract/fields.ts'
import { badField } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import { mayAsk } from '../../contract/template-keys.ts'
import { hasMoreEntries } from '../../core/entry-count.ts'
import { mapInTurns } from '../../core/giving-way.ts'
import { joinPieces, jsonPieces } from '../../core/json-pieces.ts'
import { networkOf } from '../../core/network-of.ts'
import { isDatabaseDown } from '../../db/database-down.ts'
import { checkInTurns } from '../../features/frame/check-in-turns.ts'
import {
  type Asker,
  type Platform,
  type PublicCall,
  piecesOf,
  type RoomServer,
  type Served,
  type StreamAnswer,
  type User,
  type Visitor,
} from '../../features/frame/serve.ts'
import { isExpiredKey } from '../../features/people/access/store.ts'
import { login, loginCode, loginPasskey } from '../../features/people/login/contract.ts'
import { askPasskey } from '../../features/people/passkey/contract.ts'
import { enterShare } from '../../features/project/share/contract.ts'
import { readInput, tooLarge } from './body.ts'
import { inlined } from './inlined.ts'
import { operationIdOf } from './operation-ids.ts'
import { isAnswered, whenOver } from './over.ts'
import { askingOf, type OwnSite } from './own-site.ts'
import {
  clearSessionCookie,
  deviceHashOf,
  isByKey,
  languageOf,
  recoveryHashOf,
  sessionHashOf,
  setDeviceCookie,
  setRecoveryCookie,
  setSessionCookie,
  setSignOnCookie,
  signOnHashOf,
  visitHashOf,
} from './sessions.ts'
import { signedIn } from './signed-in.ts'
import { cutStalledBody } from './stalled.ts'
import { jsonStream, type Streaming, startStream } from './stream-answer.ts'
import type { TurnCall } from './turns.ts'

/** The dependencies of the HTTP edge beyond the platform. */
export type HttpNeeds = {
  platform: Platform
  site: OwnSite
  /** The user of a session; undefined once it has ended. */
  userOf(sessionHash: Buffer): Promise<User | undefined>
  /** The visitor of a visit; undefined once it has ended. */
  visitorOf(visitHash: Buffer): Promise<Visitor | undefined>
  countCall(path: string, code: number): void
  /** Notes that a call runs in this turn of the event loop. */
  touch(call: TurnCall): void
  /** Counts refusals: too many `heavy` or `pipelined` calls or `connections`, unknown `upgrades`, foreign `hosts`. */
  countRefused(reason: 'heavy' | 'pipelined' | 'connections' | 'upgrades' | 'hosts'): void
  /** Adds a number that is read for each answer of /metrics. */
  gauge(name: string, help: string, read: () => number): void
  /** Time without data after which a request body is aborted; default `limits.bodyStallMs`. */
  bodyStallMs: number | undefined
  loginsPerMinute: number
  callsPerMinute: number
}

/** Attempts are counted per network: an attacker can choose any cookie. */
const loginLimit = (max: number) => ({
  max,
  timeWindow: '1 minute',
  keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
})

/** Calls without a session that sign in or start a visit, or that take a first step towards this. */
const signingIn: readonly string[] = [login, loginCode, askPasskey, loginPasskey, enterShare].map(({ path }) => path)

const envelope = <T>(code: number, msg: string, data: T): Envelope<T> => ({ code, msg, data })

/** Mounts every call of every room. */
export function mountRooms(http: FastifyInstance, rooms: readonly RoomServer[], needs: HttpNeeds): void {
  const underWay = { count: 0 }
  needs.gauge('gatehouse_calls_under_way', 'Calls that are being answered', () => underWay.count)
  for (const served of rooms.flat()) mount(http, served, needs, underWay)
}

function mount(http: FastifyInstance, served: Served, needs: HttpNeeds, underWay: { count: number }): void {
  const { endpoint } = served
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: maxBodyBytes(endpoint),
    // Permissions are checked before the body is read, so that refused requests cost little.
    preParsing: async (request, reply, payload) => {
      await admit(served, request, reply, needs).catch((error: unknown) => {
        tellRefusal(error, request)
        needs.countCall(endpoint.path, error instanceof Failure ? error.code : errorCode('unknown'))
        throw error
      })
      cutStalledBody(request, reply, needs.bodyStallMs ?? limits.bodyStallMs)
      return payload
    },
    config: {
      // Called when the document is requested: it takes longer than the rest of mounting.
      swaggerTransform: ({ url }) => ({ schema: documentation(endpoint), url }),
      ...(signingIn.includes(endpoint.path) ? { rateLimit: loginLimit(needs.loginsPerMinute) } : {}),
    },
    // Bytes are sent as they arrive; a compressor would delay them.
    ...(endpoint.answers === 'stream' ? { compress: false } : {}),
    handler: async (request, reply) => {
      const language = languageOf(request)
      const signal = leaving(request, reply)
      underWay.count += 1
      const answer = await act(served, request, reply, { language, signal }, needs)
        .catch((error: unknown) => {
          tellRefusal(error, request)
          const failure = signal.aborted ? leftFailure : asFailure(error, request)
          const plain: FastifyReply = reply
          plain.code(statusOf(failure))
          return envelope(failure.code, errorText(failure.code, language, failure.details), failure.data)
        })
        .finally(() => {
          underWay.count -= 1
        })
      if ('send' in answer) {
        needs.countCall(endpoint.path, ok)
        return answer.send(reply, signal, (error) => !signal.aborted && asFailure(error, request))
      }
      needs.countCall(endpoint.path, answer.code)
      return answer
    },
  })
}

/** The error that stops the work of a request whose caller has left. It is counted but not sent. */
const leftFailure = fail('badState', { reason: 'the caller left' })

/** A signal that aborts if the connection closes before the answer is complete. */
function leaving(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  whenOver({ request, reply }, () => isAnswered({ reply }) || gone.abort(new Error('the caller left')))
  return gone.signal
}

/**
 * Closes the connection if the session ends or loses permissions during a request, because a request can take minutes.
 */
function endWithSession(asker: Asker, request: FastifyRequest, reply: FastifyReply, needs: HttpNeeds): void {
  const again = asker.accountId === null ? needs.visitorOf : needs.userOf
  const look = setInterval(() => {
    again(asker.sessionHash).then(
      (now) => (now && !hasLost(asker, now)) || request.raw.socket.destroy(),
      // If the database is unreachable, the session does not end.
      () => undefined,
    )
  }, limits.streamLookMs)
  whenOver({ request, reply }, () => clearInterval(look))
}

/** Whether the caller has lost a permission since the request was admitted. */
const hasLost = (then: Asker, now: Asker): boolean =>
  now.orgId !== then.orgId ||
  then.auths.some((key) => !now.auths.includes(key)) ||
  seesLess(then.devices, now.devices) ||
  seesLess(then.projects, now.projects) ||
  seesLess(then.pages ?? 'all', now.pages ?? 'all')

function seesLess(then: 'all' | readonly number[], now: 'all' | readonly number[]): boolean {
  if (now === 'all' || then === now) return false
  if (then === 'all') return true
  const left = new Set(now)
  return then.some((id) => !left.has(id))
}

/** An answer with at most this many entries is checked and sent in one step: about two milliseconds of work. */
const entriesAtOnce = 2000

type Asked = { language: Language; signal: AbortSignal }

async function act(
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  needs: HttpNeeds,
): Promise<Envelope<unknown> | Streaming> {
  const { endpoint } = served
  const call = publicCall(request, reply, asked, needs)
  const asker = askers.get(request)
  const turnCall = { path: endpoint.path, accountId: asker?.accountId ?? null }
  needs.touch(turnCall)
  const input = readInput(endpoint, request, asked.language)
  needs.touch(turnCall)
  const output =
    served.kind === 'public'
      ? await served.handler(input as never, call as never)
      : await signedIn(served, input, call, asker)
  needs.touch(turnCall)
  if (endpoint.answers === 'stream') return startStream(output as StreamAnswer)
  const done = asked.language === 'en' ? 'success' : '操作成功'
  const pieces = piecesOf(output)
  if (pieces) return startStream(jsonStream({ code: ok, msg: done }, pieces))
  if (hasMoreEntries(output, entriesAtOnce)) {
    const checked = await checkInTurns(endpoint.output, output)
    return startStream(jsonStream({ code: ok, msg: done }, joinPieces(jsonPieces(checked))))
  }
  return envelope(ok, done, endpoint.output.parse(output))
}

function publicCall(request: FastifyRequest, reply: FastifyReply, asked: Asked, needs: HttpNeeds): PublicCall {
  return {
    ...needs.platform,
    ip: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    origin: needs.site.originOf(askingOf(request.raw)),
    ...asked,
    // An API key cannot sign in or out.
    sessionHash: isByKey(request) ? null : sessionHashOf(request),
    deviceHash: deviceHashOf(request),
    setSession: (token) => setSessionCookie(reply, token),
    setDevice: (token) => setDeviceCookie(reply, token),
    recoveryHash: recoveryHashOf(request),
    setRecovery: (token) => setRecoveryCookie(reply, token),
    signOnHash: signOnHashOf(request),
    setSignOn: (token) => setSignOnCookie(reply, token),
    clearSession: () => clearSessionCookie(reply),
  }
}

/** The callers of requests that need a session, including refused requests. */
const askers = new WeakMap<FastifyRequest, Asker>()

/** The account of a request; undefined for a visitor, and for a call that needs no session. */
export const accountOf = (request: FastifyRequest): number | undefined => askers.get(request)?.accountId ?? undefined

/** Throws 90004 for a foreign origin, 1006 without a session, 90002 without the permission. */
async function admit(served: Served, request: FastifyRequest, reply: FastifyReply, needs: HttpNeeds): Promise<void> {
  const { endpoint, kind } = served
  if (endpoint.method === 'POST' && !isByKey(request) && !needs.site.isOwnOrigin(askingOf(request.raw)))
    throw fail('originRefused')
  // Our clients do not compress requests, and the size of a compressed body is unknown until it is decompressed.
  const { 'content-encoding': encoding = '' } = request.headers
  if (encoding !== '' && encoding !== 'identity') throw badField('content-encoding', 'notAllowed', languageOf(request))
  if (kind === 'public') return
  const visit = visitHashOf(request)
  const asker = visit ? await visitorFor(served, visit, needs) : await userFor(served, request, needs)
  askers.set(request, asker)
  endWithSession(asker, request, reply, needs)
}

/** The visitor of a request. Throws visitEnded, shareForbids, noPermission, noWritePermission. */
async function visitorFor({ endpoint, openTo = [] }: Served, visit: Buffer, { visitorOf }: HttpNeeds): Promise<Asker> {
  const visitor = await visitorOf(visit)
  if (!visitor) throw fail('visitEnded')
  if (!openTo.some((menu) => visitor.menus.includes(menu))) throw fail('shareForbids')
  if (endpoint.may !== 'signedIn' && !visitor.auths.includes(endpoint.may)) throw fail(refusalOf(endpoint))
  return visitor
}

async function userFor({ endpoint }: Served, request: FastifyRequest, needs: HttpNeeds): Promise<User> {
  const hash = sessionHashOf(request)
  const user = hash ? await needs.userOf(hash) : undefined
  if (!hash || !user || user.isKey !== isByKey(request)) throw await nobodyFor(request, hash, needs)
  askers.set(request, user)
  if (user.isKey && !isForKeys(endpoint)) throw fail('keyRefused')
  if (user.isLocked && !endpoint.whileLocked) throw fail('lockNeeded')
  if (!mayAsk(endpoint, user.auths)) throw fail(refusalOf(endpoint))
  if (!endpoint.early) mustBeSetUp(user)
  if (endpoint.confirmed && needs.platform.now() - user.confirmedAt > limits.confirmedMs) throw fail('confirmPassword')
  return user
}

/** The error for a request without a valid session: 1020 for an expired API key, 1021 for an unknown one. [S8] */
async function nobodyFor(request: FastifyRequest, hash: Buffer | null, { platform }: HttpNeeds): Promise<Failure> {
  if (!isByKey(request)) return fail('sessionLost')
  const hasExpired = hash !== null && (await isExpiredKey(platform.db, hash, platform.now()))
  return fail(hasExpired ? 'tokenExpired' : 'tokenInvalid')
}

/** Throws if the account must first choose a password or set up a second step. */
function mustBeSetUp({ mustChoosePassword, mustSetUpStep }: User): void {
  if (mustChoosePassword) throw fail('choosePassword')
  if (mustSetUpStep) throw fail('setUpStep')
}

/** Whether API keys may call the endpoint: not if it changes the account or needs its password. */
const isForKeys = ({ may, confirmed, forKeys }: Endpoint) => !confirmed && (may !== 'signedIn' || forKeys === true)

/** The error for a missing permission; writing has its own. [S6] */
const refusalOf = ({ may }: Endpoint) => (may === 'signal:write' ? 'noWritePermission' : 'noPermission')

const refusals: readonly number[] = (['noPermission', 'noWritePermission', 'originRefused'] as const).map(errorCode)

/** Logs calls without permission or from a foreign origin, so that the operator of the platform sees them. */
function tellRefusal(error: unknown, request: FastifyRequest): void {
  if (!(error instanceof Failure) || !refusals.includes(error.code)) return
  const accountId = askers.get(request)?.accountId ?? null
  request.log.warn({ code: error.code, path: request.routeOptions.url, accountId, ip: request.ip }, 'refused')
}

/** The error to send: a `Failure` unchanged, a lost database as 90005, any other as 90099 with a logged id. */
export function asFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  const known = callersFault(error, request)
  if (known) return known
  if (isDatabaseDown(error)) return fail('databaseDown')
  if (isOfEndedSession(error)) return fail(askers.get(request)?.accountId === null ? 'visitEnded' : 'sessionLost')
  const logId = randomUUID().slice(0, 8)
  request.log.error({ logId, path: request.routeOptions.url, err: error }, 'unexpected fault')
  return fail('unknown', { logId })
}

/** Whether a row refers to a session that ended after the request was admitted. */
function isOfEndedSession(error: unknown): boolean {
  const { code, constraint = '' } = error as { code?: unknown; constraint?: string }
  return code === '23503' && constraint.endsWith('_session_hash_fkey')
}

/** Errors of the HTTP parser with a 4xx status: the caller's fault. */
function callersFault(error: unknown, request: FastifyRequest): Failure | undefined {
  const language = languageOf(request)
  const { code, statusCode = 500 } = error as { code?: unknown; statusCode?: number }
  if (typeof code !== 'string' || !code.startsWith('FST_') || statusCode < 400 || statusCode > 499) return undefined
  if (statusCode === 413) return tooLarge(maxBytes(request))
  if (code === 'FST_ERR_BAD_URL') return badField('url', 'badFormat', language)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return badField('content-type', 'notAllowed', language)
  return badField('body', 'malformed', language)
}

const maxBodyBytes = ({ bodyBytes, may }: Endpoint) =>
  bodyBytes ?? (may === 'public' ? limits.publicBodyBytes : limits.bodyBytes)

function maxBytes({ routeOptions: { bodyLimit = limits.bodyBytes }, headers }: FastifyRequest): number {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return isForm ? limits.formBytes : bodyLimit
}

/** The HTTP status: 413 for a body that is too large, otherwise 200. [DESIGN 9 HTTP] */
export const statusOf = (failure: Failure): number => (failure.code === errorCode('tooLarge') ? 413 : 200)

const options = {
  io: 'input',
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }) {
    const type = documentedType(zodSchema)
    if (type) Object.assign(jsonSchema, z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }))
  },
} as const satisfies Parameters<typeof z.toJSONSchema>[1]

function securityOf(endpoint: Endpoint): { security?: Record<string, string[]>[] } {
  if (endpoint.may === 'public') return {}
  return { security: [{ session: [] }, ...(isForKeys(endpoint) ? [{ key: [] }] : [])] }
}

type Documentation = ReturnType<typeof makeDocumentation>
const documented = new WeakMap<Endpoint, Documentation>()

/** The entry of a call in the API document, cached. */
function documentation(endpoint: Endpoint): Documentation {
  const known = documented.get(endpoint) ?? makeDocumentation(endpoint)
  documented.set(endpoint, known)
  return known
}

/** Creates the API documentation of all calls in advance, and yields to other work after each call. */
export const documentInTurns = (rooms: readonly RoomServer[], giveWay?: () => Promise<void>): Promise<unknown> =>
  mapInTurns(rooms.flat(), ({ endpoint }) => documentation(endpoint), giveWay)

/** Documents the input; `readInput` checks it. */
function makeDocumentation(endpoint: Endpoint) {
  const input = inlined(z.toJSONSchema(endpoint.input, options))
  const data = inlined(z.toJSONSchema(endpoint.output, { ...options, io: 'output' }))
  const fields = { code: { type: 'integer' }, msg: { type: 'string' }, data }
  const description = `Permission: ${endpoint.may}`
  const good =
    endpoint.answers === 'stream'
      ? { description, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
      : { description, type: 'object', properties: fields }
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.about,
    tags: [endpoint.path.split('/').slice(2, -1).join('/')],
    ...(endpoint.method === 'GET' ? { querystring: input } : { body: input }),
    ...(endpoint.accepts.length > 0 ? { consumes: endpoint.accepts.map(mediaType) } : {}),
    ...securityOf(endpoint),
    response: { 200: good },
  }
}

const mediaType = (accepts: 'json' | 'form' | 'multipart') =>
  ({ json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' })[accepts]
