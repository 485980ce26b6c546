// Requests and answers of CIP, for one service and for several in one message. Pure. Source: 1756-PM020; CIP volume 1,
// chapters 2-4 and 3-5.
import type { DriverFault } from '../driver.ts'
import { cipFault, incomplete, outOfStep, status } from './faults.ts'
import { objectPath } from './path.ts'

export const services = {
  attributes: 0x03,
  packet: 0x0a,
  read: 0x4c,
  write: 0x4d,
  modify: 0x4e,
  forwardClose: 0x4e,
  readPart: 0x52,
  unconnectedSend: 0x52,
  writePart: 0x53,
  forwardOpen: 0x54,
  instances: 0x55,
  forwardOpenLarge: 0x5b,
} as const

const answerFlag = 0x80

/** A request: service, length of the path in words, path, data. */
export function requestBytes(service: number, path: Uint8Array, data: Uint8Array = new Uint8Array()): Uint8Array {
  const bytes = new Uint8Array(2 + path.length + data.length)
  bytes[0] = service
  bytes[1] = path.length / 2
  bytes.set(path, 2)
  bytes.set(data, 2 + path.length)
  return bytes
}

/** `extended`: the first word of the additional status. */
export type Answer = { status: number; extended: number | undefined; data: Buffer }

/**
 * The answer to a request of that service. A failed Unconnected Send answers with its own service. Throws 1712 if it
 * answers another one.
 */
export function answerOf(message: Buffer, service: number): Answer {
  if (message.length < 4) throw outOfStep(`an answer of ${message.length} bytes`)
  const words = message[3]!
  const start = 4 + words * 2
  if (message.length < start) throw outOfStep('an answer that ends in its status')
  const code = message[2]!
  const isOwn = message[0] === (service | answerFlag)
  const isRouting = message[0] === (services.unconnectedSend | answerFlag) && code !== status.good
  if ((!isOwn && !isRouting) || message[1] !== 0) throw outOfStep(`an answer to service ${message[0]! & 0x7f}`)
  return { status: code, extended: words > 0 ? message.readUInt16LE(4) : undefined, data: message.subarray(start) }
}

/** The data of a good answer. Throws the fault of any other. */
export function goodData(answer: Answer): Buffer {
  if (answer.status !== status.good) throw faultOf(answer)
  return answer.data
}

export const faultOf = (answer: Answer): DriverFault => cipFault(answer.status, answer.extended)

const messageRouter = objectPath(0x02, 1)

/** Bytes of a message with several services, beyond those of the requests, or of the answers. */
export const packetOverhead = (count: number): number => 8 + 2 * count

/** The request for several services in one message. */
export function packetRequest(requests: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(2 + requests.length * 2)
  head.writeUInt16LE(requests.length, 0)
  let offset = head.length
  for (const [at, request] of requests.entries()) {
    head.writeUInt16LE(offset, 2 + at * 2)
    offset += request.length
  }
  return requestBytes(services.packet, messageRouter, Buffer.concat([head, ...requests]))
}

/**
 * The answers in the answer to several services, in the order of the requests. Throws 1719 if they are not as many as
 * the requests, or overlap.
 */
export function packetAnswers(data: Buffer, count: number): Buffer[] {
  if (data.length < 2 + count * 2 || data.readUInt16LE(0) !== count)
    throw incomplete(`${data.length < 2 ? 0 : data.readUInt16LE(0)} of ${count} answers`)
  const offsets = Array.from({ length: count }, (_, at) => data.readUInt16LE(2 + at * 2))
  return offsets.map((offset, at) => {
    const end = at + 1 < count ? offsets[at + 1]! : data.length
    if (offset < 2 + count * 2 || end < offset + 4 || end > data.length) throw incomplete('answers that overlap')
    return data.subarray(offset, end)
  })
}
