// The headers of every answer: the content security policy of our pages, and no caching unless a handler allows it.
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { type ForeignSites, settingsOf } from '../../features/frame/setting.ts'
import { roomSettings, type ServerConfig } from './config.ts'
import { inlineScripts } from './inline-scripts.ts'
import { askingOf, type OwnSite } from './own-site.ts'

const contentSecurity = (site: OwnSite, { frameSites, videoSites, webDir }: ServerConfig, foreign: ForeignSites[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    // WebAssembly is for the interpreter that runs the scripts of pages; no text becomes code of the page itself.
    scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inlineScripts(webDir)],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    // Some browsers do not count a socket of the same host as `self`.
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

/** `isHttps`: browsers reach the platform by https alone. */
export async function sendSecurityHeaders(
  http: FastifyInstance,
  config: ServerConfig,
  { site, isHttps }: { site: OwnSite; isHttps: boolean },
): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: contentSecurity(site, config, foreignSites(config.env)),
    strictTransportSecurity: isHttps,
    crossOriginEmbedderPolicy: false,
  })
  // Answers contain secrets and other people's data; pages and assets set their own cache headers.
  http.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
