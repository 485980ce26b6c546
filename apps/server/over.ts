// When an answer is over: sent, or given up with its connection. An answer that waits behind another in a pipeline has
// no socket of its own yet, and would never be told that there will be none.
import type { FastifyReply, FastifyRequest } from 'fastify'

type Call = { request: FastifyRequest; reply: FastifyReply }

/** Calls `act` once when it is; at once if it already is. */
export function whenOver({ request, reply }: Call, act: () => void): void {
  const { socket } = request.raw
  if (reply.raw.closed || socket.destroyed) return act()
  const over = () => {
    reply.raw.off('close', over)
    socket.off('close', over)
    act()
  }
  reply.raw.once('close', over)
  socket.once('close', over)
}

/** Whether all of it was handed to the system before it was over. */
export const isAnswered = ({ reply }: Pick<Call, 'reply'>): boolean => reply.raw.writableFinished
