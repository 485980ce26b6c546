// Cuts off callers that send a request and never read: no answer, such as a file of hours or a list of millions, waits
// forever.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whenOver } from './over.ts'

/** Closes a connection that has accepted no data of its answer for this long. */
export function cutStalled(http: FastifyInstance, afterMs: number): void {
  http.addHook('onSend', async (_request, { raw }) => {
    // Work before the first byte is not covered: it has its own limits.
    raw.setTimeout(afterMs, () => raw.destroy())
  })
}

/** Closes a connection if its body does not advance for this long: it holds memory, and may never be complete. */
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
