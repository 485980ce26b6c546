// Answers that flow: a file, arrays, or an envelope too large to be written at once. Nothing is sent before the first of
// them is there, so that a failure until then still has its envelope; after that, what fails is cut off, and whoever
// reads sees that it is not complete.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { nextTurn } from '../../core/next-turn.ts'
import type { StreamAnswer } from '../../features/frame/serve.ts'

/** What is ready to be sent. Reading stops when the caller goes; `onFault` hears what cut it off. */
export type Streaming = {
  send(reply: FastifyReply, left: AbortSignal, onFault: (error: unknown) => void): FastifyReply
}

/** Waits for the first bytes; throws what the body throws until then. */
export async function startStream(answer: StreamAnswer): Promise<Streaming> {
  const { body } = answer
  if (Symbol.asyncIterator in body) {
    const parts = body[Symbol.asyncIterator]()
    const first = await parts.next()
    const readable = Readable.from(from(first, parts), { objectMode: false })
    // Also when not a byte of it was read: then nobody has begun with `from`, and nobody would end it.
    readable.once('close', () => void parts.return?.().catch(() => undefined))
    return streaming(answer, readable)
  }
  const length = body.reduce((sum, part) => sum + part.byteLength, 0)
  return streaming(answer, Readable.from(body, { objectMode: false }), length)
}

const streaming = ({ type, name }: StreamAnswer, body: Readable, length?: number): Streaming => ({
  send(reply, left, onFault) {
    body.once('error', onFault)
    const leave = () => body.destroy()
    if (left.aborted) leave()
    left.addEventListener('abort', leave, { once: true })
    // Sending, compressing and the watches over a call listen for its end: more than Node expects.
    reply.raw.setMaxListeners(20)
    reply.type(type)
    if (name !== undefined) reply.header('content-disposition', disposition(name))
    if (length !== undefined) reply.header('content-length', length)
    return reply.send(body)
  },
})

async function* from(first: IteratorResult<Uint8Array>, parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let part = first; !part.done; part = await parts.next()) if (part.value.length > 0) yield part.value
  } finally {
    await parts.return?.()
  }
}

/** The envelope around data that is written piece by piece; between two of them everybody else has his turn. */
export const jsonStream = (head: { code: number; msg: string }, data: Iterable<string>): StreamAnswer => ({
  type: 'application/json; charset=utf-8',
  body: enveloped(head, data),
})

async function* enveloped(head: object, data: Iterable<string>): AsyncGenerator<Uint8Array> {
  // With the first piece, so that what fails before it has not begun.
  let before = `${JSON.stringify(head).slice(0, -1)},"data":`
  for (const piece of data) {
    yield Buffer.from(before + piece)
    before = ''
    await nextTurn()
  }
  yield Buffer.from(`${before}}`)
}

const marks = /['()*]/g
const escaped = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`

/** As RFC 6266 wants it: the name in UTF-8 (RFC 5987), and one in ASCII for whoever reads no other. */
export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(marks, escaped)}`
}
