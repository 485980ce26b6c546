// Pictures that were uploaded: below their own path, never as a page, and with no right to do anything. Those of people for
// whoever is signed in; those of pages for whoever knows their drawn name, as visitors do from the page alone.
import type { FastifyInstance } from 'fastify'
import { userImageBase, userImageName } from '../../contract/user-image.ts'
import type { Platform } from '../../features/frame/serve.ts'
import { sessionUser } from '../../features/frame/spine-services.ts'
import { loadImage } from '../../features/people/info/store.ts'
import { loadPicture } from '../../features/platform/picture/store.ts'
import { sessionHashOf } from './sessions.ts'

const headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // Its name is drawn anew with each picture.
  'cache-control': 'private, max-age=86400, immutable',
}

export function mountUserImages(scope: FastifyInstance, { db, use }: Platform): void {
  scope.get<{ Params: { '*': string } }>(`${userImageBase}*`, { schema: { hide: true } }, async (request, reply) => {
    const hash = sessionHashOf(request)
    const name = userImageName(request.params['*'])
    const person = name && hash && (await use(sessionUser)(hash)) ? await loadImage(db, name) : undefined
    const image = person ?? (name && (await loadPicture(db, name)))
    if (!image) return reply.code(404).send('not found')
    return reply.headers(headers).type(image.type).send(image.bytes)
  })
}
