// A gateway for load: hand-written MQTT 3.1.1, since a real client costs too much CPU. One socket, CONNECT,
// SUBSCRIBE, hello, then records at QoS 1 and their acknowledgements.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { type Ack, clientIdOf, downFilter, type Hello, upTopic } from '../contract/topics.ts'

type BoxOptions = {
  host: string
  port: number
  sn: string
  secret: string
  hello: Partial<Hello>
  onAck(ack: Ack): void
  /** Called for any other message, with the last word of its topic. */
  onDown?(name: string): void
  onClose(): void
}

export type Box = {
  session: string
  /** Number of bytes that wait in the socket. */
  waiting(): number
  /** Publishes a message on a topic of this gateway, at QoS 1 by default or at 0. */
  publish(topic: Buffer, payload: string, qos?: 0 | 1): void
  end(): void
}

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

function lengthBytes(length: number): Buffer {
  const bytes: number[] = []
  let left = length
  do {
    const digit = left % 128
    left = Math.floor(left / 128)
    bytes.push(left > 0 ? digit | 128 : digit)
  } while (left > 0)
  return Buffer.from(bytes)
}

const packet = (head: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([head]), lengthBytes(body.length), body])

/** The encoded topic for PUBLISH, built once. */
export const topicBytes = (sn: string, name: 'record' | 'event' | 'live' | 'hello' | 'beat'): Buffer =>
  text(upTopic(sn, name))

const boxIdOf = (sn: string) => Buffer.from(sn.padEnd(8).slice(-8)).toString('hex').slice(0, 16)

/** Connects and resolves when the platform has sent its welcome. */
export function connectBox(options: BoxOptions): Promise<Box> {
  const { sn, secret, hello } = options
  const session = randomBytes(8).toString('hex')
  const boxId = boxIdOf(sn)
  const socket = connect({ host: options.host, port: options.port, noDelay: true })
  let packetId = 0
  const box: Box = {
    session,
    waiting: () => socket.writableLength,
    publish(topic, payload, qos = 1) {
      const length = Buffer.byteLength(payload)
      const id = qos === 1 ? 2 : 0
      const head = lengthBytes(topic.length + id + length)
      const bytes = Buffer.allocUnsafe(1 + head.length + topic.length + id + length)
      bytes[0] = qos === 1 ? 0x32 : 0x30
      head.copy(bytes, 1)
      topic.copy(bytes, 1 + head.length)
      const at = 1 + head.length + topic.length
      if (qos === 1) {
        packetId = packetId === 65_535 ? 1 : packetId + 1
        bytes.writeUInt16BE(packetId, at)
      }
      bytes.write(payload, at + id)
      socket.write(bytes)
    },
    end: () => socket.destroy(),
  }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.on('close', options.onClose)
    socket.once('connect', () => {
      const variable = Buffer.concat([text('MQTT'), Buffer.from([4, 0xc2, 0, 60])])
      socket.write(packet(0x10, Buffer.concat([variable, text(clientIdOf(sn, boxId)), text(sn), text(secret)])))
    })
    const subscribe = packet(0x82, Buffer.concat([Buffer.from([0, 1]), text(downFilter(sn)), Buffer.from([0])]))
    const say = () => {
      const words = { session, boxId, at: Date.now(), firmware: 'load', configHash: null, bindingId: null, ...hello }
      box.publish(topicBytes(sn, 'hello'), JSON.stringify(words))
    }
    readPackets(socket, (kind, body) => {
      if (kind === 0x20 && body[1] !== 0) reject(new Error(`${sn} was refused: ${body[1]}`))
      else if (kind === 0x20) socket.write(subscribe)
      else if (kind === 0x90) say()
      else if (kind === 0x30) hear(body, resolve)
    })
  })

  function hear(body: Buffer, welcomed: (box: Box) => void): void {
    const length = body.readUInt16BE(0)
    const topic = body.toString('latin1', 2, 2 + length)
    if (topic.endsWith('/ack')) options.onAck(JSON.parse(body.toString('utf8', 2 + length)) as Ack)
    else if (topic.endsWith('/welcome')) welcomed(box)
    else options.onDown?.(topic.slice(topic.lastIndexOf('/') + 1))
  }
}

/** Calls back for each packet with its kind (upper half of the first byte) and body. */
function readPackets(socket: Socket, take: (kind: number, body: Buffer) => void): void {
  let kept: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    let at = 0
    for (;;) {
      const found = packetAt(kept, at)
      if (!found) break
      take(kept[at]! & 0xf0, kept.subarray(found.from, found.to))
      at = found.to
    }
    kept = kept.subarray(at)
  })
}

function packetAt(bytes: Buffer, at: number): { from: number; to: number } | undefined {
  let length = 0
  for (let i = 1; i <= 4; i += 1) {
    const byte = bytes[at + i]
    if (byte === undefined) return undefined
    length += (byte & 127) * 128 ** (i - 1)
    if (byte < 128) {
      const from = at + 1 + i
      return from + length <= bytes.length ? { from, to: from + length } : undefined
    }
  }
  throw new Error('malformed packet')
}
