// Uploaded pictures: served below a path of their own, never as a page, and without any rights. Pictures of people are
// for signed-in users; those of pages for everyone who knows their random name, which visitors get from the page.
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
  // Each picture has a new random name, so that it can be cached for long.
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
