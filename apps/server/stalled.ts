// Callers who ask and never read: an answer, a file of hours or a list of millions, waits for nobody for ever.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whenOver } from './over.ts'

/** From the first byte of an answer on, a connection that takes nothing for so long is cut. */
export function cutStalled(http: FastifyInstance, afterMs: number): void {
  http.addHook('onSend', async (_request, { raw }) => {
    // What runs on before its first byte is not meant: it has bounds of its own.
    raw.setTimeout(afterMs, () => raw.destroy())
  })
}

/** A body of which nothing arrives for so long is cut with its connection: it holds memory, and may never be complete. */
export function cutStalledBody(request: FastifyRequest, reply: FastifyReply, afterMs: number): void {
  const { raw } = request
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
  if (raw.complete || (length === '0' && encoding === undefined)) return
  let received = raw.socket.bytesRead
  const check = setInterval(() => {
    if (raw.complete) return clearInterval(check)
    if (raw.socket.bytesRead === received) raw.socket.destroy()
    received = raw.socket.bytesRead
  }, afterMs)
  check.unref()
  whenOver({ request, reply }, () => clearInterval(check))
}
