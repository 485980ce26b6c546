// The HTTP server: security headers, limits, static files, documents, web socket; the calls come from the rooms.
import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import staticFiles from '@fastify/static'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { errorText, type Language } from '../../contract/errors.ts'
import { reasonText } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import type { RoomServer } from '../../features/frame/serve.ts'
import { type ForeignSites, settingsOf } from '../../features/frame/setting.ts'
import { apiPage } from './api-page.ts'
import { readJson, readMultipartBodies } from './body.ts'
import { roomSettings, type ServerConfig } from './config.ts'
import { boundConnections } from './connections.ts'
import { boundHeavyCalls } from './heavy-calls.ts'
import { inlineScripts } from './inline-scripts.ts'
import { livingSessions } from './living-sessions.ts'
import { accountOf, asFailure, documentInTurns, type HttpNeeds, mountRooms, statusOf } from './mount.ts'
import { askingOf, type OwnSite, ownSite } from './own-site.ts'
import { tellPagePolicies } from './page-policies.ts'
import { boundPipelines } from './pipelines.ts'
import { languageOf, sessionCookie } from './sessions.ts'
import { cutStalled } from './stalled.ts'
import { staticAnswer } from './static-answer.ts'
import { type Door, serveUpgrades } from './upgrades.ts'

const contentSecurity = (site: OwnSite, { frameSites, videoSites, webDir }: ServerConfig, foreign: ForeignSites[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    // WebAssembly is for the interpreter that runs the scripts of pages; no text becomes code of the page itself.
    scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inlineScripts(webDir)],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    // Some browsers do not treat a socket of the same host as `self`.
    connectSrc: [
      "'self'",
      (request: IncomingMessage) => ownSockets(site, request),
      ...videoSites,
      ...foreign.flatMap(({ connect = [] }) => connect),
    ],
    // The player loads a stream in parts and joins them as a blob.
    mediaSrc: ["'self'", 'blob:', ...videoSites, ...foreign.flatMap(({ media = [] }) => media)],
    // Embedded pages are not frames; framed sites are those in the settings.
    frameSrc: frameSites.length > 0 ? [...frameSites] : ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'self'"],
  },
})

/** Origins in the settings of rooms. */
function foreignSites(env: ServerConfig['env']): ForeignSites[] {
  const setting = settingsOf(env)
  return roomSettings.map((each) => each.sites?.(setting(each)) ?? {})
}

const ownSockets = (site: OwnSite, request: IncomingMessage) =>
  site.isOwnHost(request.headers) ? site.socketOrigin(askingOf(request)) : "'self'"

/** Timeouts for clients that send their headers slowly. */
const patience = { headersTimeout: limits.httpHeadersMs, connectionsCheckingInterval: limits.httpHeadersMs / 3 }

/** Documents that are expensive to create, and open to anyone: the description of all calls, and the metrics. */
const documents = ['/openapi.json', '/api', '/metrics']

/** Uses the matched route, not the address as written: `/%6cfscada` is the same call. */
const isCounted = ({ routeOptions: { url = '' } }: FastifyRequest) =>
  /^\/(lfscada|org|usual|userimg|agent)/.test(url) || documents.includes(url)

/** Health probes do not use our host names, and their answers reveal nothing else. */
const isProbe = ({ routeOptions: { url = '' } }: FastifyRequest) => /^\/(health|live|ready)z$/.test(url)

/** Creates an HTTP server with all routes; it does not listen yet. */
export async function createHttp(
  config: ServerConfig,
  rooms: readonly RoomServer[],
  given: Omit<HttpNeeds, 'site'>,
  log: Logger,
  mountMore: (http: FastifyInstance) => void,
  doors: readonly Door[],
): Promise<FastifyInstance> {
  const site = ownSite(config)
  const needs: HttpNeeds = { ...given, site }
  const isHttps = config.tls !== null || (config.publicUrl?.startsWith('https:') ?? false)
  const http = Fastify({
    loggerInstance: log,
    // Addresses may contain socket tokens, so requests are not logged; faults are.
    logController: new LogController({ disableRequestLogging: true }),
    // Trusts one proxy; addresses that the caller sent to the proxy may be forged.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    http: patience,
    forceCloseConnections: true,
    https: config.tls && { ...config.tls, ...patience, handshakeTimeout: limits.httpHeadersMs },
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answerFault,
    clientErrorHandler: answerGarbage,
  } as object) as unknown as FastifyInstance
  http.decorateRequest('isSecure', false)
  // Registered first, so that the refusals below have the same headers.
  await http.register(helmet, {
    contentSecurityPolicy: contentSecurity(site, config, foreignSites(config.env)),
    strictTransportSecurity: isHttps,
    crossOriginEmbedderPolicy: false,
  })
  // Answers contain secrets and other people's data; pages and assets set their own cache headers.
  http.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  boundPipelines(http, limits.pipelinedCalls, () => needs.countRefused('pipelined'))
  tellPagePolicies(http, needs.platform)
  http.addHook('onRequest', async (request, reply) => {
    request.isSecure = site.isSecure(askingOf(request.raw))
    if (site.isOwnHost(request.headers) || isProbe(request)) return
    needs.countRefused('hosts')
    const msg = errorText(90006, languageOf(request))
    return reply.code(421).send({ code: 90006, msg, data: null })
  })
  http.setValidatorCompiler(() => () => true)
  http.setSerializerCompiler(() => (data) => JSON.stringify(data))
  await http.register(cookie)
  await http.register(formbody, { bodyLimit: limits.formBytes })
  await http.register(multipart)
  await http.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'], globalDecompression: false })
  const sessions = livingSessions(needs.userOf)
  await http.register(rateLimit, {
    max: needs.callsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: sessions.keyOf,
    errorResponseBuilder: (request) => tooFrequent(request),
    allowList: (request) => !isCounted(request),
  })
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Gatehouse', version: '0.1.0' },
      // Relative to the document if no public address is set.
      servers: [{ url: config.publicUrl ? new URL(config.publicUrl).origin : '/' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie(isHttps) },
          key: { type: 'http', scheme: 'bearer' },
        },
      },
    },
  })
  readJson(http, { decode: needs.platform.decode, accountOf })
  cutStalled(http, limits.httpStallMs)
  // Set before the calls are mounted, because a scope keeps the handler that is set when the scope is created.
  http.setErrorHandler(answerFault)
  await http.register(async (scope) => {
    const isHeavy = new Set(rooms.flat().flatMap(({ endpoint }) => (endpoint.heavy ? [endpoint.path] : [])))
    const multipart = new Set(
      rooms.flat().flatMap(({ endpoint: { accepts, path } }) => (accepts.includes('multipart') ? [path] : [])),
    )
    readMultipartBodies(scope, (path) => multipart.has(path))
    const heavyCalls = boundHeavyCalls(scope, {
      isHeavy: (path) => isHeavy.has(path),
      keyOf: (request) => String(accountOf(request) ?? request.ip),
      most: limits.heavyCallsAtOnce,
      onRefused: () => needs.countRefused('heavy'),
    })
    needs.gauge('gatehouse_heavy_calls_under_way', 'Heavy calls that are being answered', heavyCalls)
    mountRooms(scope, rooms, { ...needs, userOf: sessions.userOf })
    mountMore(scope)
    const made = { schema: { hide: true }, compress: false as const }
    const described = async () => {
      await documentInTurns(rooms)
      return http.swagger()
    }
    const description = staticAnswer('application/json; charset=utf-8', async () => JSON.stringify(await described()))
    scope.get('/openapi.json', made, description)
    const page = staticAnswer('text/html; charset=utf-8', async () => apiPage(await described()))
    scope.get('/api', made, page)
  })
  await serveWeb(http, config.webDir)
  const connections = boundConnections(http.server, config.trustProxy, () => needs.countRefused('connections'))
  needs.gauge('gatehouse_http_connections', 'Connections of browsers and machines', connections.count)
  const upgrades = serveUpgrades(http.server, {
    doors,
    site,
    trustProxy: config.trustProxy,
    perMinute: needs.callsPerMinute,
    onRefused: () => needs.countRefused('upgrades'),
  })
  http.addHook('preClose', async () => {
    upgrades.closeAll()
    connections.closeAll()
  })
  return http
}

const tooFrequent = (request: FastifyRequest) =>
  Object.assign(new Error('too frequent'), {
    statusCode: 429,
    envelope: { code: 90003, msg: errorText(90003, languageOf(request)), data: null },
  })

/** Answers faults outside a handler, of the parser and of limits, with the envelope. */
function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const limited = (error as { envelope?: object }).envelope
  if (limited) return reply.code(429).send(limited)
  const unmet = unmetCondition(error)
  if (unmet !== undefined && isPage(request)) return reply.code(unmet).send()
  const failure = asFailure(error, request)
  // The rest of a body is read and discarded: if the connection closed, its sender could miss the answer.
  reply.removeHeader('connection')
  const { code, details, data } = failure
  return reply.code(statusOf(failure)).send({ code, msg: errorText(code, languageOf(request), details), data })
}

/** 412 or 416: a file that has changed, or is shorter than the range that the browser requests. */
function unmetCondition(error: unknown): 412 | 416 | undefined {
  const { statusCode } = error as { statusCode?: unknown }
  return statusCode === 412 || statusCode === 416 ? statusCode : undefined
}

/** A message that the HTTP parser rejects has no request and no language: the answer is in both languages. */
function answerGarbage(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request'
  const field = (language: Language) => ({ field: 'HTTP', reason: reasonText('malformed', language) })
  const msg = (['zh-cn', 'en'] as const).map((language) => errorText(10001, language, field(language))).join(' / ')
  const body = JSON.stringify({ code: 10001, msg, data: null })
  const head = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

const isPage = (request: FastifyRequest) => request.method === 'GET' && !/^\/(lfscada|org|usual)\//.test(request.url)

/**
 * Serves the web application: assets, cached forever, and its single page for every other path, so that deep links
 * survive a reload.
 */
async function serveWeb(http: FastifyInstance, webDir: string | null): Promise<void> {
  const hasWeb = webDir !== null && existsSync(join(webDir, 'index.html'))
  if (hasWeb) {
    await http.register(staticFiles, {
      root: webDir,
      // The build has written `…gz` files where compression pays off.
      preCompressed: true,
      wildcard: false,
      setHeaders: (reply, path) => {
        const forever = path.includes(`${join(webDir, 'assets')}`)
        // The page carries its content security policy, so a cached one would have an outdated policy.
        const other = /\.html(\.gz)?$/.test(path) ? 'no-store' : 'no-cache'
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : other)
      },
    })
  }
  http.setNotFoundHandler((request, reply) => {
    if (hasWeb && isPage(request) && !request.url.startsWith('/assets/')) return reply.sendFile('index.html')
    if (isPage(request)) return reply.code(404).send('not found')
    return reply.send({ code: 10002, msg: errorText(10002, languageOf(request)), data: null })
  })
}
