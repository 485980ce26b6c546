// A simulated SNMP agent of v1 and v2c for tests, with its own BER: GET, GETNEXT, GETBULK and SET of integers, counters
// and octets. Late, false and missing answers are scripted.
import { createSocket, type RemoteInfo } from 'node:dgram'

/** An object: tag of its type and the bytes of its value. */
type AgentObject = { tag: number; bytes: Buffer }

export type SnmpAgent = {
  port: number
  objects: Map<string, AgentObject>
  /** PDU tag and identifiers of each request, such as `a0 1.3.6.1 1.3.7`. */
  requests: string[]
  /** Most objects that fit into an answer. */
  most: number
  /** Returns the datagrams to send; `usual` is that of a healthy agent. */
  script: ((usual: Buffer, count: number) => Buffer[]) | undefined
  /** Sends a datagram to the last client from another port. */
  sendFromElsewhere(message: Buffer): Promise<void>
  close(): Promise<void>
}

const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

/** The shortest signed form of an integer. */
export const berInteger = (value: number): Buffer => {
  const bytes = Buffer.alloc(6)
  bytes.writeIntBE(value, 0, 6)
  let start = 0
  while (
    start < 5 &&
    ((bytes[start] === 0 && bytes[start + 1]! < 128) || (bytes[start] === 255 && bytes[start + 1]! > 127))
  )
    start++
  return bytes.subarray(start)
}

const oidBytes = (oid: string): Buffer => {
  const [first = 0, second = 0, ...rest] = oid.split('.').map(Number)
  const part = (value: number): number[] => {
    const groups = [value % 128]
    for (let high = Math.floor(value / 128); high > 0; high = Math.floor(high / 128)) groups.unshift((high % 128) + 128)
    return groups
  }
  return Buffer.from([first * 40 + second, ...rest.flatMap(part)])
}

const oidText = (bytes: Buffer): string => {
  const parts = [Math.floor(bytes[0]! / 40), bytes[0]! % 40]
  let value = 0
  for (const byte of bytes.subarray(1)) {
    value = value * 128 + (byte & 127)
    if (byte < 128) {
      parts.push(value)
      value = 0
    }
  }
  return parts.join('.')
}

/** Elements of BER in a row. */
function elements(bytes: Buffer): { tag: number; content: Buffer }[] {
  const found: { tag: number; content: Buffer }[] = []
  for (let at = 0; at < bytes.length; ) {
    const more = bytes[at + 1]! < 128 ? 0 : bytes[at + 1]! & 127
    const length = more === 0 ? bytes[at + 1]! : bytes.readUIntBE(at + 2, more)
    const start = at + 2 + more
    found.push({ tag: bytes[at]!, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return found
}

const order = (a: string, b: string): number => {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  for (let at = 0; ; at++) {
    if (left[at] === undefined || right[at] === undefined) return left.length - right.length
    if (left[at] !== right[at]) return left[at]! - right[at]!
  }
}

const pdus = { get: 0xa0, next: 0xa1, response: 0xa2, set: 0xa3, bulk: 0xa5 } as const
const noSuchInstance = 0x81
const endOfMib = 0x82

type Varbind = [oid: string, object: AgentObject]
type Request = { version: number; pdu: number; first: number; second: number; varbinds: Varbind[] }

/** The objects of an answer, or an error status with the number of the object. */
function answerTo(agent: SnmpAgent, { version, pdu, first, second, varbinds }: Request): Varbind[] | [number, number] {
  const missing = (tag: number): AgentObject => ({ tag, bytes: Buffer.alloc(0) })
  const sorted = [...agent.objects.keys()].sort(order)
  const after = (oid: string): Varbind => {
    const next = sorted.find((each) => order(each, oid) > 0)
    return next === undefined ? [oid, missing(endOfMib)] : [next, agent.objects.get(next)!]
  }
  if (varbinds.length > agent.most) return [1, 0]
  if (pdu === pdus.set) {
    for (const [oid, object] of varbinds) agent.objects.set(oid, object)
    return varbinds
  }
  if (pdu === pdus.bulk) {
    const out: Varbind[] = []
    for (let at = 0, oid = varbinds[0]![0]; at < Math.min(second, agent.most); at++) {
      out.push(after(oid))
      oid = out.at(-1)![0]
    }
    return first === 0 ? out : [5, 0]
  }
  const answers = varbinds.map(
    ([oid]): Varbind => (pdu === pdus.next ? after(oid) : [oid, agent.objects.get(oid) ?? missing(noSuchInstance)]),
  )
  const bad = answers.findIndex(([, { tag }]) => tag >= noSuchInstance)
  return version === 0 && bad >= 0 ? [2, bad + 1] : answers
}

function message(agent: SnmpAgent, bytes: Buffer): Buffer {
  const [version, community, pdu] = elements(elements(bytes)[0]!.content)
  const [id, first, second, list] = elements(pdu!.content)
  const varbinds = elements(list!.content).map(({ content }): Varbind => {
    const [oid, value] = elements(content)
    return [oidText(oid!.content), { tag: value!.tag, bytes: value!.content }]
  })
  agent.requests.push([pdu!.tag.toString(16), ...varbinds.map(([oid]) => oid)].join(' '))
  const number = (of: Buffer) => of.readIntBE(0, of.length)
  const request = { version: version!.content[0]!, pdu: pdu!.tag, varbinds }
  const answer = answerTo(agent, { ...request, first: number(first!.content), second: number(second!.content) })
  const isError = typeof answer[0] === 'number'
  const [status, index] = isError ? (answer as [number, number]) : [0, 0]
  const shown = isError ? varbinds : (answer as Varbind[])
  const encoded = shown.map(([oid, { tag, bytes: value }]) => tlv(0x30, tlv(6, oidBytes(oid)), tlv(tag, value)))
  return tlv(
    0x30,
    ...[tlv(2, version!.content), tlv(4, community!.content)],
    tlv(
      pdus.response,
      ...[tlv(2, id!.content), tlv(2, Buffer.of(status)), tlv(2, Buffer.of(index)), tlv(0x30, ...encoded)],
    ),
  )
}

/** Starts at a free port of the loopback. */
export async function startSnmpAgent(): Promise<SnmpAgent> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  let client: RemoteInfo | undefined
  let count = 0
  socket.on('message', (bytes, from) => {
    client = from
    const usual = message(agent, bytes)
    for (const each of agent.script ? agent.script(usual, count++) : [usual]) socket.send(each, from.port, from.address)
  })
  const agent: SnmpAgent = {
    port: socket.address().port,
    objects: new Map(),
    requests: [],
    most: 100,
    script: undefined,
    async sendFromElsewhere(bytes) {
      const other = createSocket('udp4')
      await new Promise<void>((resolve) => other.send(bytes, client!.port, client!.address, () => resolve()))
      await new Promise<void>((resolve) => other.close(() => resolve()))
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  return agent
}
