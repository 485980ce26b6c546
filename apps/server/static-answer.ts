// An answer that is equal for all callers until the platform stops: created, compressed and tagged once. Compressing
// the description of all calls for each anonymous request would use up the processor.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../../core/sha256.ts'

type Made = { plain: Buffer; packed: Buffer; tag: string }

/** An answer that is created on the first request, because by then every call is mounted. */
export function staticAnswer(type: string, make: () => Promise<string>) {
  let made: Promise<Made> | undefined
  const get = async (): Promise<Made> => {
    const plain = Buffer.from(await make())
    const packed = await promisify(gzip)(plain, { level: 9 })
    return { plain, packed, tag: `"${sha256(plain).toString('base64url').slice(0, 22)}"` }
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // After a failure the next request creates the answer again.
    made ??= get().catch((error: unknown) => {
      made = undefined
      throw error
    })
    const { plain, packed, tag } = await made
    reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const isPacked = takesGzip(request.headers['accept-encoding'] ?? '')
    if (isPacked) reply.header('content-encoding', 'gzip')
    return reply.type(type).send(isPacked ? packed : plain)
  }
}

const takesGzip = (accepted: string): boolean => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)
