// The description of all calls, as OpenAPI for programs and as a page for people.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { RoomServer } from '../../features/frame/serve.ts'
import { apiPage } from './api-page.ts'
import { documentInTurns } from './mount.ts'
import { staticAnswer } from './static-answer.ts'

/** Collects the calls that are mounted afterwards. `cookie`: the name of the session's. */
export async function collectCalls(
  http: FastifyInstance,
  { publicUrl, cookie }: { publicUrl: string | null; cookie: string },
): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Gatehouse', version: '0.1.0' },
      // Relative to the document if no public address is set.
      servers: [{ url: publicUrl ? new URL(publicUrl).origin : '/' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookie },
          key: { type: 'http', scheme: 'bearer' },
        },
      },
    },
  })
}

/** Serves the description, made at its first request. */
export function serveDocuments(scope: FastifyInstance, rooms: readonly RoomServer[]): void {
  const made = { schema: { hide: true }, compress: false as const }
  const described = async () => {
    await documentInTurns(rooms)
    return scope.swagger()
  }
  const description = staticAnswer('application/json; charset=utf-8', async () => JSON.stringify(await described()))
  scope.get('/openapi.json', made, description)
  const page = staticAnswer('text/html; charset=utf-8', async () => apiPage(await described()))
  scope.get('/api', made, page)
}
