// Streamed answers: a file, arrays, or an envelope too large to be written in one turn. Nothing is sent before the
// first part is available, so that an earlier failure still has its envelope; a later failure aborts the answer, and
// its reader sees that it is incomplete.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { nextTurn } from '../../core/next-turn.ts'
import type { StreamAnswer } from '../../features/frame/serve.ts'

/**
 * A stream ready to be sent. It stops when the caller disconnects; `onFault` is called with the error that aborted it.
 */
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
    // Needed if nothing was read: then `from` has not started, and would not close the iterator.
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
    // Sending, compressing and the watches over a call all listen for its end: more listeners than Node expects.
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

/** The envelope around data that is written piece by piece, yielding to other calls in between. */
export const jsonStream = (head: { code: number; msg: string }, data: Iterable<string>): StreamAnswer => ({
  type: 'application/json; charset=utf-8',
  body: enveloped(head, data),
})

async function* enveloped(head: object, data: Iterable<string>): AsyncGenerator<Uint8Array> {
  // Sent with the first piece, so that a failure before it leaves the answer unstarted.
  let before = `${JSON.stringify(head).slice(0, -1)},"data":`
  for (const piece of data) {
    yield Buffer.from(before + piece)
    before = ''
    await nextTurn()
  }
  // If the stream was empty, the data is null.
  yield Buffer.from(before === '' ? '}' : `${before}null}`)
}

const marks = /['()*]/g
const escaped = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`

/** The header of RFC 6266: the name in UTF-8 (RFC 5987), and an ASCII name for older clients. */
export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(marks, escaped)}`
}
