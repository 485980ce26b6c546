// Answers to requests that fail outside a handler: in the parser, by a limit, or by a file that has changed.
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorText, type Language } from '../../contract/errors.ts'
import { reasonText } from '../../contract/input-fault.ts'
import { asFailure, statusOf } from './mount.ts'
import { languageOf } from './sessions.ts'
import { isPage } from './web-files.ts'

/** The fault of a caller over its limit of calls per minute. */
export const tooFrequent = (request: FastifyRequest) =>
  Object.assign(new Error('too frequent'), {
    statusCode: 429,
    envelope: { code: 90003, msg: errorText(90003, languageOf(request)), data: null },
  })

/** Answers faults outside a handler, of the parser and of limits, with the envelope. */
export function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const limited = (error as { envelope?: object }).envelope
  if (limited) return reply.code(429).send(limited)
  const unmet = unmetCondition(error)
  if (unmet !== undefined && isPage(request)) return reply.code(unmet).send()
  const failure = asFailure(error, request)
  // The rest of a body is read and discarded: if the connection closed, its sender could miss the answer.
  reply.removeHeader('connection')
  const { code, details, data } = failure
  return reply.code(statusOf(failure)).send({ code, msg: errorText(code, languageOf(request), details), data })
}

/** 412 or 416: a file that has changed, or is shorter than the range that the browser requests. */
function unmetCondition(error: unknown): 412 | 416 | undefined {
  const { statusCode } = error as { statusCode?: unknown }
  return statusCode === 412 || statusCode === 416 ? statusCode : undefined
}

/** A message that the HTTP parser rejects has no request and no language: the answer is in both languages. */
export function answerGarbage(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request'
  const field = (language: Language) => ({ field: 'HTTP', reason: reasonText('malformed', language) })
  const msg = (['zh-cn', 'en'] as const).map((language) => errorText(10001, language, field(language))).join(' / ')
  const body = JSON.stringify({ code: 10001, msg, data: null })
  const head = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
