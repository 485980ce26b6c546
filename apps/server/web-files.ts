// The files of the web application.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorText } from '../../contract/errors.ts'
import { languageOf } from './sessions.ts'

/** Whether a browser requests a page or one of its files, and not a call. */
export const isPage = (request: FastifyRequest) =>
  request.method === 'GET' && !/^\/(lfscada|org|usual)\//.test(request.url)

/**
 * Serves the web application: assets, cached forever, and its single page for every other path, so that deep links
 * survive a reload.
 */
export async function serveWeb(http: FastifyInstance, webDir: string | null): Promise<void> {
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
