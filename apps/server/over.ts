// Detects that an answer was sent, or aborted with its connection. An answer that waits behind another in a pipeline
// has no socket of its own yet, and would never emit an event if the connection closed.
import type { FastifyReply, FastifyRequest } from 'fastify'

type Call = { request: FastifyRequest; reply: FastifyReply }

/** Calls `act` once at the end of the answer; immediately if it has ended already. */
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

/** True if the whole answer was passed to the operating system. */
export const isAnswered = ({ reply }: Pick<Call, 'reply'>): boolean => reply.raw.writableFinished
