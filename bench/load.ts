// The load of a fleet, open loop: messages are sent when they are due, even if the platform does not keep up, and the
// time to the acknowledgement counts from when they were due. Runs in a process of its own.
import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Ack } from '../contract/topics.ts'
import type { FleetGateway } from './fleet.ts'
import { type Box, connectBox, topicBytes } from './mqtt-box.ts'
import { poolSize, valuePool } from './plant-values.ts'
import { openSocket, signIn } from './watcher.ts'

export type LoadPlan = {
  port: number
  fleet: FleetGateway[]
  /** The rate of all gateways together. */
  messagesPerSecond: number
  valuesPerMessage: number
  seconds: number
  /** Number of gateways that also stream their readings, four times a second, as for a viewer. */
  streaming: number
  /** A socket watches each device that streams. */
  watch: { url: string; password: string }
}

export type LoadResult = {
  sentMessages: number
  ackedMessages: number
  resent: number
  /** Ms from due to acknowledged, ascending. */
  latencies: number[]
  cpuSeconds: number
  /** Highest acknowledged number by SN. */
  acked: { [sn: string]: number }
  /** Messages that the load generator itself sent over 50 ms late. */
  late: number
  /** Ms from a streamed reading to the socket that watches it, ascending. */
  watched: number[]
}

const tickMs = 5
const streamMs = 250
const configHash = '0'.repeat(64)

/** The shared state of all gateways. */
type Common = {
  plan: LoadPlan
  pool: string[][]
  epoch: string
  startedAt: number
  /** Interval between two messages of one gateway in ms. */
  everyMs: number
  latencies: number[]
  watched: number[]
  counts: { sent: number; resent: number; late: number }
}

type Sender = {
  box: Box
  gateway: FleetGateway
  topics: { record: Buffer; live: Buffer }
  /** Column ids of each message in turn, as JSON. */
  idTexts: string[]
  /** The due time of each unacknowledged message. */
  due: Map<number, number>
  seq: number
  acked: number
  nextAt: number
}

/** Runs the plan; resolves when everything is acknowledged, or there is no more progress. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const everyMs = (plan.fleet.length / plan.messagesPerSecond) * 1000
  const common: Common = {
    ...{ plan, pool: valuePool(), epoch: randomBytes(8).toString('hex'), startedAt: Date.now(), everyMs },
    ...{ latencies: [], watched: [], counts: { sent: 0, resent: 0, late: 0 } },
  }
  const senders: Sender[] = []
  for (const gateway of plan.fleet) senders.push(await connectSender(gateway, common))
  const sockets = await watchStreams(plan, common.watched)
  const cpu = process.cpuUsage()
  await pace(senders, common)
  await drain(senders)
  const { user, system } = process.cpuUsage(cpu)
  for (const socket of sockets) socket.terminate()
  for (const { box } of senders) box.end()
  return {
    sentMessages: common.counts.sent,
    ackedMessages: senders.reduce((sum, { acked }) => sum + acked, 0),
    resent: common.counts.resent,
    latencies: common.latencies.sort((a, b) => a - b),
    cpuSeconds: (user + system) / 1e6,
    acked: Object.fromEntries(senders.map(({ gateway: { sn }, acked }) => [sn, acked])),
    late: common.counts.late,
    watched: common.watched.sort((a, b) => a - b),
  }
}

async function watchStreams({ fleet, streaming, watch: { url, password } }: LoadPlan, ages: number[]) {
  const cookie = await signIn(url, password)
  const sockets: WebSocket[] = []
  for (const { equipmentId } of fleet.slice(0, streaming))
    sockets.push(await openSocket(url, cookie, equipmentId, ({ times }) => void ages.push(Date.now() - times[0]!)))
  return sockets
}

async function connectSender(gateway: FleetGateway, common: Common): Promise<Sender> {
  const { plan } = common
  const { sn, secret, columnIds, bindingId } = gateway
  const each = plan.valuesPerMessage
  const groups = Math.max(1, Math.floor(columnIds.length / each))
  const sender: Omit<Sender, 'box'> & { box?: Box } = {
    ...{ gateway, topics: { record: topicBytes(sn, 'record'), live: topicBytes(sn, 'live') } },
    idTexts: Array.from({ length: groups }, (_, group) => columnIds.slice(group * each, (group + 1) * each).join(',')),
    ...{ due: new Map(), seq: 0, acked: 0, nextAt: 0 },
  }
  sender.box = await connectBox({
    ...{ host: '127.0.0.1', port: plan.port, sn, secret },
    hello: { configHash, bindingId },
    onAck: (ack) => take(sender as Sender, ack, common),
    onClose: () => undefined,
  })
  return sender as Sender
}

function take(sender: Sender, { lane, seq, again }: Ack, common: Common): void {
  if (lane !== 'record') return
  const now = performance.now()
  for (let number = sender.acked + 1; number <= seq; number += 1) {
    const due = sender.due.get(number)
    if (due !== undefined) common.latencies.push(now - due)
    sender.due.delete(number)
  }
  sender.acked = Math.max(sender.acked, seq)
  if (!again) return
  for (let number = seq + 1; number <= sender.seq; number += 1) {
    common.counts.resent += 1
    sendRecord(sender, number, common)
  }
}

function sendRecord({ box, gateway, topics, idTexts }: Sender, seq: number, common: Common): void {
  const { plan, pool, epoch, startedAt, everyMs } = common
  const values: string[] = []
  for (let i = 0; i < plan.valuesPerMessage; i += 1)
    values.push(pool[i % pool.length]![(seq + i * 131 + gateway.gatewayId) % poolSize]!)
  const head = `{"session":"${box.session}","epoch":"${epoch}","lane":"record","seq":${seq},"equipmentId":${gateway.equipmentId},"bindingId":${gateway.bindingId},"configHash":"${configHash}"`
  const times = `"sentAt":${Date.now()},"at":${startedAt + Math.round(seq * everyMs)}`
  box.publish(
    topics.record,
    `${head},${times},"ids":[${idTexts[seq % idTexts.length]}],"values":[${values.join(',')}]}`,
  )
}

function sendLive({ box, gateway, topics }: Sender, { pool }: Common): void {
  const { equipmentId, bindingId, signalIds } = gateway
  const turn = Math.floor(Math.random() * poolSize)
  const values = signalIds.map((_, i) => pool[i % pool.length]![(turn + i * 131) % poolSize])
  const head = `{"session":"${box.session}","equipmentId":${equipmentId},"bindingId":${bindingId},"at":${Date.now()}`
  box.publish(topics.live, `${head},"ids":[${signalIds.join(',')}],"values":[${values.join(',')}]}`, 0)
}

/** Sends due messages until the time is over. */
function pace(senders: readonly Sender[], common: Common): Promise<void> {
  const { plan, everyMs } = common
  const begin = performance.now()
  const end = begin + plan.seconds * 1000
  for (const [index, sender] of senders.entries()) sender.nextAt = begin + (index / senders.length) * everyMs
  let streamedAt = begin
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now()
      for (const sender of senders) sendDue(sender, Math.min(now, end), common)
      if (now - streamedAt >= streamMs) {
        streamedAt = now
        for (const sender of senders.slice(0, plan.streaming)) sendLive(sender, common)
      }
      if (now < end) return
      clearInterval(timer)
      resolve()
    }, tickMs)
  })
}

function sendDue(sender: Sender, until: number, common: Common): void {
  while (sender.nextAt <= until) {
    sender.seq += 1
    sender.due.set(sender.seq, sender.nextAt)
    if (until - sender.nextAt > 50) common.counts.late += 1
    sendRecord(sender, sender.seq, common)
    common.counts.sent += 1
    sender.nextAt += common.everyMs
  }
}

/** Waits until everything is acknowledged, or no acknowledgement arrives for fifteen seconds. */
async function drain(senders: readonly Sender[]): Promise<void> {
  const waiting = () => senders.reduce((sum, { seq, acked }) => sum + seq - acked, 0)
  let left = waiting()
  let movedAt = performance.now()
  while (left > 0 && performance.now() - movedAt < 15_000) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (waiting() < left) movedAt = performance.now()
    left = waiting()
  }
}
