// The HTTP server: security headers, limits, static files, documents, web socket; the calls come from the rooms.
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { errorText } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { RoomServer } from '../../features/frame/serve.ts'
import { collectCalls, serveDocuments } from './api-documents.ts'
import { readJson, readMultipartBodies } from './body.ts'
import type { ServerConfig } from './config.ts'
import { boundConnections } from './connections.ts'
import { answerFault, answerGarbage, tooFrequent } from './fault-answers.ts'
import { boundHeavyCalls } from './heavy-calls.ts'
import { livingSessions } from './living-sessions.ts'
import { accountOf, type HttpNeeds, mountRooms } from './mount.ts'
import { askingOf, ownSite } from './own-site.ts'
import { tellPagePolicies } from './page-policies.ts'
import { boundPipelines } from './pipelines.ts'
import { sendSecurityHeaders } from './security-headers.ts'
import { languageOf, sessionCookie } from './sessions.ts'
import { cutStalled } from './stalled.ts'
import { type Door, serveUpgrades } from './upgrades.ts'
import { serveWeb } from './web-files.ts'

/** Timeouts for clients that send their headers slowly. */
const patience = { headersTimeout: limits.httpHeadersMs, connectionsCheckingInterval: limits.httpHeadersMs / 3 }

/** Documents that are expensive to create, and open to anyone: the description of all calls, and the metrics. */
const documents = ['/openapi.json', '/api', '/metrics']

/** Uses the matched route, not the address as written: `/%6cfscada` is the same call. */
const isCounted = ({ routeOptions: { url = '' } }: FastifyRequest) =>
  /^\/(lfscada|org|usual|userimg|agent)/.test(url) || documents.includes(url)

/** Health probes do not use our host names, and their answers reveal nothing else. */
const isProbe = ({ routeOptions: { url = '' } }: FastifyRequest) => /^\/(health|live|ready)z$/.test(url)

/**
 * An HTTP server with everything mounted; not listening yet. The steps are in the order in which their hooks run for a
 * request.
 */
export async function createHttp(
  config: ServerConfig,
  rooms: readonly RoomServer[],
  given: Omit<HttpNeeds, 'site'>,
  log: Logger,
  mountMore: (http: FastifyInstance) => void,
  doors: readonly Door[],
): Promise<FastifyInstance> {
  const needs: HttpNeeds = { ...given, site: ownSite(config) }
  const isHttps = config.tls !== null || (config.publicUrl?.startsWith('https:') ?? false)
  const http = createServer(config, log)
  // First, so that the refusals below have the same headers.
  await sendSecurityHeaders(http, config, { site: needs.site, isHttps })
  boundPipelines(http, limits.pipelinedCalls, () => needs.countRefused('pipelined'))
  tellPagePolicies(http, needs.platform)
  refuseForeignHosts(http, needs)
  await readAndCompress(http)
  const sessions = livingSessions(needs.userOf)
  await limitCalls(http, needs.callsPerMinute, sessions.keyOf)
  await collectCalls(http, { publicUrl: config.publicUrl, cookie: sessionCookie(isHttps) })
  readJson(http, { decode: needs.platform.decode, accountOf })
  cutStalled(http, limits.httpStallMs)
  // Before the calls are mounted: a scope keeps the handler that was set when it was created.
  http.setErrorHandler(answerFault)
  await http.register(async (scope) => {
    mountCalls(scope, rooms, { ...needs, userOf: sessions.userOf })
    mountMore(scope)
    serveDocuments(scope, rooms)
  })
  await serveWeb(http, config.webDir)
  boundAllConnections(http, config, needs, doors)
  return http
}

function createServer(config: ServerConfig, log: Logger): FastifyInstance {
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
  http.setValidatorCompiler(() => () => true)
  http.setSerializerCompiler(() => (data) => JSON.stringify(data))
  http.decorateRequest('isSecure', false)
  return http
}

/** Refuses requests for the host name of another site, and notes whether the browser reaches us by https. */
function refuseForeignHosts(http: FastifyInstance, needs: HttpNeeds): void {
  const { site } = needs
  http.addHook('onRequest', async (request, reply) => {
    request.isSecure = site.isSecure(askingOf(request.raw))
    if (site.isOwnHost(request.headers) || isProbe(request)) return
    needs.countRefused('hosts')
    const msg = errorText(90006, languageOf(request))
    return reply.code(421).send({ code: 90006, msg, data: null })
  })
}

/** Reads the cookies, forms and files of requests, and compresses answers. */
async function readAndCompress(http: FastifyInstance): Promise<void> {
  await http.register(cookie)
  await http.register(formbody, { bodyLimit: limits.formBytes })
  await http.register(multipart)
  await http.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'], globalDecompression: false })
}

async function limitCalls(
  http: FastifyInstance,
  perMinute: number,
  keyOf: (request: FastifyRequest) => string,
): Promise<void> {
  await http.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: keyOf,
    errorResponseBuilder: (request) => tooFrequent(request),
    allowList: (request) => !isCounted(request),
  })
}

function mountCalls(scope: FastifyInstance, rooms: readonly RoomServer[], needs: HttpNeeds): void {
  const endpoints = rooms.flat().map(({ endpoint }) => endpoint)
  const isHeavy = new Set(endpoints.flatMap(({ heavy, path }) => (heavy ? [path] : [])))
  const hasParts = new Set(endpoints.flatMap(({ accepts, path }) => (accepts.includes('multipart') ? [path] : [])))
  readMultipartBodies(scope, (path) => hasParts.has(path))
  const heavyCalls = boundHeavyCalls(scope, {
    isHeavy: (path) => isHeavy.has(path),
    keyOf: (request) => String(accountOf(request) ?? request.ip),
    most: limits.heavyCallsAtOnce,
    onRefused: () => needs.countRefused('heavy'),
  })
  needs.gauge('gatehouse_heavy_calls_under_way', 'Heavy calls that are being answered', heavyCalls)
  mountRooms(scope, rooms, needs)
}

/** Limits connections, and opens the doors of web sockets; all of them close with the server. */
function boundAllConnections(
  http: FastifyInstance,
  { trustProxy }: ServerConfig,
  needs: HttpNeeds,
  doors: readonly Door[],
): void {
  const connections = boundConnections(http.server, trustProxy, () => needs.countRefused('connections'))
  needs.gauge('gatehouse_http_connections', 'Connections of browsers and machines', connections.count)
  const upgrades = serveUpgrades(http.server, {
    doors,
    site: needs.site,
    trustProxy,
    perMinute: needs.callsPerMinute,
    onRefused: () => needs.countRefused('upgrades'),
  })
  http.addHook('preClose', async () => {
    upgrades.closeAll()
    connections.closeAll()
  })
}
