// A simulated gateway: the contract's outbox in its simplest form, and a log of exactly what
// was written. It is killed at any instant; everything in its log must be in history, whatever happens to the platform.
//   log.jsonl   {"epoch"} | {"seq","n","at","equipmentId","bindingId","hash","ids"} | {"dropped":{from,to}} | {"acked"}
import { existsSync, fdatasyncSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type MqttClient } from 'mqtt'
import type { BoundConfig } from '../../contract/gateway-config.ts'
import { type Ack, type Command, downFilter, type Up, upTopic, upTopics } from '../../contract/topics.ts'
import { boxLink, word } from '../box-link.ts'
import { checkOf } from './count.ts'

export type BoxRow = { seq: number; n: number; at: number; equipmentId: number; bindingId: number; ids: number[] }
type Range = { from: number; to: number }
type BoxLog = { epoch: string | null; rows: BoxRow[]; dropped: Range[]; acked: number }
type Gap = Range & { rows: BoxRow[] }

export type BoxOptions = {
  sn: string
  secret: string
  port: number
  dataDir: string
  /** The first number of the counter, if the log is empty. */
  firstN: number
  everyMs: number
  /** The maximum number of waiting rows; beyond it the oldest are dropped. */
  maxRows: number
}

const helloEveryMs = 2000
const resendMs = 3000
const window = 40

/** Everything of the log: rows by sequence, and where the next ones go. */
export function readLog(file: string): BoxLog {
  const log: BoxLog = { epoch: null, rows: [], dropped: [], acked: 0 }
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  for (const line of text.split('\n').slice(0, -1)) {
    const entry = JSON.parse(line) as { epoch?: string; dropped?: Range; acked?: number } & BoxRow
    if (entry.epoch) log.epoch = entry.epoch
    else if (entry.acked) log.acked = entry.acked
    else if (entry.dropped) log.dropped.push(entry.dropped)
    else log.rows.push(entry)
  }
  return log
}

function keep<T>(file: string, make: () => T): T {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(make()))
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

export function runBox({ sn, secret, port, dataDir, firstN, everyMs, maxRows }: BoxOptions): void {
  mkdirSync(dataDir, { recursive: true })
  const boxId = keep(join(dataDir, 'box.json'), word)
  const boundFile = join(dataDir, 'bound.json')
  const logFile = join(dataDir, 'log.jsonl')
  // An incomplete last line was never sent: it is removed.
  if (existsSync(logFile)) {
    const text = readFileSync(logFile, 'utf8')
    writeFileSync(logFile, text.slice(0, text.lastIndexOf('\n') + 1))
  }
  const known = readLog(logFile)
  const log = openSync(logFile, 'a')
  const write = (entry: object) => writeSync(log, `${JSON.stringify(entry)}\n`)
  const epoch = known.epoch ?? word()
  if (known.epoch === null) write({ epoch })
  let bound = existsSync(boundFile) ? (JSON.parse(readFileSync(boundFile, 'utf8')) as BoundConfig | null) : null
  let n = known.rows.at(-1)?.n ?? firstN - 1
  let seq = known.rows.at(-1)?.seq ?? 0
  const waiting = new Map(known.rows.filter((row) => row.seq > known.acked).map((row) => [row.seq, row]))
  let gaps: Gap[] = []
  for (const { from, to } of known.dropped) if (to > known.acked) noteGap(from, to)
  let session = word()
  let client: MqttClient | undefined
  let welcome = false
  let sentTo = 0
  let offset = 0
  let knowsTime = false

  function noteGap(from: number, to: number): void {
    const rows: BoxRow[] = []
    for (let each = from; each <= to; each += 1) {
      const row = waiting.get(each)
      if (row) rows.push(row)
      waiting.delete(each)
    }
    gaps.push({ from, to, rows })
  }

  /** Drops the oldest quarter of the waiting rows, up to the first change of binding. */
  function dropOldest(): void {
    const [oldest] = waiting.values()
    if (!oldest) return
    let to = oldest.seq
    while (to < oldest.seq + maxRows / 4 && waiting.get(to + 1)?.bindingId === oldest.bindingId) to += 1
    write({ dropped: { from: oldest.seq, to } })
    fdatasyncSync(log)
    noteGap(oldest.seq, to)
  }

  function say<N extends keyof Up>(name: N, payload: Omit<Up[N], 'session'>): void {
    client?.publish(upTopic(sn, name), JSON.stringify({ session, ...payload }), { qos: upTopics[name].qos })
  }
  const hello = () =>
    say('hello', {
      boxId,
      at: Date.now(),
      firmware: 'torture',
      configHash: bound?.hash ?? null,
      bindingId: bound?.bindingId ?? null,
      mode: 'standard',
      vpn: false,
    })

  function dial(): void {
    session = word()
    welcome = false
    client = connect(`mqtt://127.0.0.1:${port}`, boxLink({ sn, secret, boxId, session }))
    client.on('error', () => undefined)
    client.on('connect', () => client?.subscribe(downFilter(sn), { qos: 0 }, hello))
    client.on('close', () => {
      welcome = false
      client?.removeAllListeners('close')
      setTimeout(dial, 100 + Math.random() * 300)
    })
    client.on('message', (topic, payload) =>
      take(topic.split('/').at(-1) ?? '', JSON.parse(payload.toString()) as never),
    )
  }

  function take(name: string, message: never): void {
    if (name === 'welcome') {
      const { session: of, accepted, at } = message as { session: string; accepted: boolean; at: number }
      if (of !== session || !accepted) return
      offset = at - Date.now()
      knowsTime = true
      if (!welcome) sentTo = 0
      welcome = true
      send()
    }
    if (name === 'ack') acknowledge(message as Ack)
    if (name === 'command') obey(message as Command)
  }

  function acknowledge(ack: Ack): void {
    if (ack.epoch !== epoch || ack.lane !== 'record') return
    for (const each of waiting.keys()) if (each <= ack.seq) waiting.delete(each)
    gaps = gaps.filter(({ to }) => to > ack.seq)
    if (ack.seq > 0) write({ acked: ack.seq })
    sentTo = ack.again ? ack.seq : Math.max(sentTo, ack.seq)
    send()
  }

  function obey(command: Command): void {
    if (command.kind === 'configure') bound = command.bound
    if (command.kind === 'release') bound = null
    if (command.kind !== 'write') writeFileSync(boundFile, JSON.stringify(bound))
    say('result', { uuid: command.uuid, status: 'success', code: 200, at: Date.now() + offset } as never)
    if (command.kind !== 'write') hello()
  }

  function sendGaps(): void {
    for (const { from, to, rows } of gaps) {
      if (to <= sentTo) continue
      const [first, last] = [rows[0], rows.at(-1)]
      const owner = { equipmentId: first?.equipmentId ?? null, bindingId: first?.bindingId ?? null }
      const span = { fromAt: first?.at ?? null, toAt: last?.at ?? null }
      say('gap', { epoch, lane: 'record', seq: to, from, points: rows.length * 2, reason: 'full', ...owner, ...span })
      sentTo = to
    }
  }

  /** Sends records in order, at most one window ahead of the acknowledged number. */
  function send(): void {
    if (!welcome) return
    sendGaps()
    const [oldest = 0] = waiting.keys()
    for (const { seq: own, n: count, at, equipmentId, bindingId, ids } of waiting.values()) {
      if (own <= sentTo) continue
      if (own - oldest > window) break
      const place = { epoch, lane: 'record' as const, seq: own }
      const configHash = bound?.hash ?? '0'.repeat(64)
      const values = [count, checkOf(count)]
      say('record', { ...place, equipmentId, bindingId, configHash, sentAt: Date.now() + offset, at, ids, values })
      sentTo = own
    }
  }

  let isFrozen = false
  // The parent sends a message to stop writing.
  process.on('message', ({ freeze }: { freeze?: boolean }) => {
    isFrozen ||= freeze ?? false
  })

  function tick(): void {
    if (isFrozen) return
    const report = bound?.config.reports?.[0]
    // No record is stored before the time is known.
    if (!bound || !report || !knowsTime) return
    n += 1
    seq += 1
    const { equipmentId, bindingId } = bound
    const ids = report.columns.map(({ id }) => id)
    const row = { seq, n, at: Date.now() + offset, equipmentId, bindingId, ids }
    write(row)
    fdatasyncSync(log)
    waiting.set(seq, row)
    if (waiting.size > maxRows) dropOldest()
    const signals = report.columns.map(({ signalId }) => signalId)
    if (welcome) say('live', { equipmentId, bindingId, at: row.at, ids: signals, values: [n, checkOf(n)] })
    send()
  }

  dial()
  setInterval(tick, everyMs)
  setInterval(() => client?.connected && hello(), helloEveryMs)
  // Sends lost messages again.
  setInterval(() => {
    sentTo = 0
    send()
  }, resendMs)
}
