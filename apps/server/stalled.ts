// Callers who ask and never read: an answer, a file of hours or a list of millions, waits for nobody for ever.
import type { FastifyInstance } from 'fastify'

/** From the first byte of an answer on, a connection that takes nothing for so long is cut. */
export function cutStalled(http: FastifyInstance, afterMs: number): void {
  http.addHook('onSend', async (_request, { raw }) => {
    // What runs on before its first byte is not meant: it has bounds of its own.
    raw.setTimeout(afterMs, () => raw.destroy())
  })
}
