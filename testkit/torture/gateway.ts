// One gateway of the torture test: its process, its device (and the next one that it is bound to), and the list of
// written numbers.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSettings } from './agent-main.ts'
import type { AlarmLedger, FoundAlarm } from './alarm-check.ts'
import { type BoxRow, readLog } from './box.ts'
import type { Ledger } from './check.ts'
import type { Device } from './device.ts'
import type { CountingPlc } from './plc.ts'
import { type Proc, proc } from './programs.ts'

export type Tortured = {
  readonly sn: string
  readonly gatewayId: number
  /** All devices that the gateway has ever served, the current one last. */
  readonly devices: Device[]
  readonly process: Proc
  readonly plc: CountingPlc
  /** True if the disk is too small for the longest outage, so that the gateway has to drop records and report gaps. */
  readonly hasSmallDisk: boolean
  /** Whether the gateway evaluates alarm rules; only the real agent does. */
  readonly judges: boolean
  start(): void
  kill(): Promise<void>
  shiftClock(ms: number): void
  /** Stops the counter. */
  freeze(): void
  /** Called when the gateway's device is unbound. */
  unbinding(): void
  /** Called when the gateway is bound to another device; earlier readings belong to the previous one. */
  rebound(device: Device): void
  /** Records that the gateway now runs the configuration of its device. */
  inStep(): void
  /**
   * Simulates the loss of the disk: kills the gateway, empties its folder, starts it again. Records on that disk that
   * are not in history yet are not counted as lost.
   */
  deleteOutbox(held: () => Promise<ReadonlySet<number>>, heldAlarms: () => Promise<FoundAlarm[]>): Promise<void>
  ledger(): Omit<Ledger, 'gapRows'>
  alarmLedger(): AlarmLedger
}

type GatewayOptions = {
  kind: 'box' | 'edge'
  program: string
  sn: string
  secret: string
  port: number
  gatewayId: number
  dataDir: string
  device: Device
  plc: CountingPlc
  maxRows: number
}

const smallRows = 1000

/** A number the real agent read so soon before it was killed may not have reached its disk. */
const flushMs = 1500

/** Every number in the files of an outbox, found only by searching for JSON. */
function numbersOnDisk(folder: string, countColumn: number): Set<number> {
  const numbers = new Set<number>()
  for (const text of textsIn(folder)) {
    for (const [, ids = '', values = ''] of text.matchAll(/"ids":\[([\d,]+)\],"values":\[([\d,]+)\]/g)) {
      const list = values.split(',')
      for (const [i, id] of ids.split(',').entries()) if (Number(id) === countColumn) numbers.add(Number(list[i]))
    }
  }
  return numbers
}

type EventOnDisk = { ruleId: number; kind: string; n: number }
const eventPattern = /"ruleId":(\d+),"alarm":"[0-9a-f]{16}","kind":"(raised|cleared)","t":-?\d+,"values":\[(\[.*?\])\]/g

/** Alarms in the files of an outbox, each with the number of the reading in its text. */
function eventsOnDisk(folder: string, countSignals: readonly number[]): EventOnDisk[] {
  const events: EventOnDisk[] = []
  for (const text of textsIn(folder))
    for (const [, ruleId, kind = '', values = ''] of text.matchAll(eventPattern))
      for (const [, id, n] of values.matchAll(/\[(\d+),(\d+)\]/g))
        if (countSignals.includes(Number(id))) events.push({ ruleId: Number(ruleId), kind, n: Number(n) })
  return events
}

/** Whether the list has the alarm of an event. */
function isKnown({ ruleId, kind, n }: EventOnDisk, alarms: readonly FoundAlarm[]): boolean {
  const own = alarms.filter((alarm) => alarm.ruleId === ruleId && alarm.n !== null && alarm.n <= n)
  if (kind === 'raised') return own.some((alarm) => alarm.n === n)
  const before = Math.max(...own.map((alarm) => alarm.n!))
  return own.some((alarm) => alarm.n === before && alarm.clearedAt !== null)
}

function* textsIn(folder: string): Generator<string> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) yield readFileSync(join(entry.parentPath, entry.name), 'latin1')
}

export function torturedGateway(options: GatewayOptions): Tortured {
  const { kind, program, sn, secret, port, gatewayId, dataDir, device, plc, maxRows } = options
  const devices = [device]
  const killedAt: number[] = []
  const reboundAt: number[] = []
  const unboundAt: number[] = []
  const inStepAt: number[] = []
  const lostEvents = new Set<number>()
  /** Numbers that were found on the disk of the real agent when it was killed. */
  const onDisk = new Set<number>()
  const excused = new Set<number>()
  const written: BoxRow[] = []
  const dropped = new Set<number>()
  let clockOffsetMs = 0
  let firstN = 1
  const settings = (): AgentSettings =>
    kind === 'box'
      ? { kind, sn, secret, port, dataDir, firstN, everyMs: 200, maxRows }
      : { kind, sn, secret, port, dataDir, clockOffsetMs, outboxBytes: maxRows * 150 }
  let current = proc(sn, program, [])
  const crashes: string[] = []
  let peak = 0

  /** Reads the log of a simulated gateway before it is deleted, or at the end. */
  function takeLog(isDeleted: boolean): void {
    const log = readLog(join(dataDir, 'log.jsonl'))
    const gone = new Set<number>()
    for (const { from, to } of log.dropped) for (let seq = from; seq <= to; seq += 1) gone.add(seq)
    for (const row of log.rows) {
      written.push(row)
      if (gone.has(row.seq)) dropped.add(row.n)
      else if (isDeleted && row.seq > log.acked) excused.add(row.n)
    }
    firstN = (log.rows.at(-1)?.n ?? firstN - 1) + 1
  }

  async function kill(): Promise<void> {
    await current.kill()
    killedAt.push(Date.now())
    if (kind === 'edge')
      for (const { columnIds } of devices)
        for (const n of numbersOnDisk(join(dataDir, 'outbox'), columnIds[0]!)) onDisk.add(n)
  }

  /** Numbers that are only on the disk of the real agent are lost with it. */
  function excuse(folder: string, known: ReadonlySet<number>, alarms: readonly FoundAlarm[]): void {
    for (const { columnIds } of devices)
      for (const n of numbersOnDisk(folder, columnIds[0]!)) if (!known.has(n)) excused.add(n)
    const countSignals = devices.map(({ signalId }) => signalId)
    for (const event of eventsOnDisk(folder, countSignals)) if (!isKnown(event, alarms)) lostEvents.add(event.n)
  }

  const own: Proc = {
    name: sn,
    pid: () => current.pid(),
    isRunning: () => current.isRunning(),
    start() {
      peak = Math.max(peak, current.peakMb())
      crashes.push(...current.crashes)
      current = proc(sn, program, [JSON.stringify(settings())])
      current.start()
    },
    kill: () => current.kill(),
    send: (message) => current.send(message),
    peakMb: () => Math.max(peak, current.peakMb()),
    get crashes() {
      return [...crashes, ...current.crashes]
    },
  }

  return {
    sn,
    gatewayId,
    devices,
    process: own,
    plc,
    hasSmallDisk: maxRows < smallRows,
    judges: kind === 'edge',
    start: own.start,
    kill,
    freeze() {
      plc.freeze()
      own.send({ freeze: true })
    },
    unbinding: () => void unboundAt.push(Date.now()),
    rebound(next) {
      reboundAt.push(Date.now())
      devices.push(next)
    },
    inStep: () => void inStepAt.push(Date.now()),
    shiftClock(ms) {
      clockOffsetMs = ms
      own.send({ clockOffsetMs })
    },
    async deleteOutbox(held, heldAlarms) {
      await kill()
      const folder = join(dataDir, kind === 'box' ? 'log.jsonl' : 'outbox')
      if (kind === 'box') takeLog(true)
      else excuse(folder, await held(), await heldAlarms())
      rmSync(folder, { recursive: true, force: true })
      own.start()
    },
    alarmLedger() {
      const answers = plc.faults.map((faults, i) => ({ ...faults, at: plc.readAt[i]! }))
      const terms = devices.map(({ equipmentId, rules }, i) => ({
        equipmentId,
        ruleIdOf: rules.idOf,
        boundAt: i === 0 ? 0 : unboundAt[i - 1]!,
        from: inStepAt[i] ?? Number.POSITIVE_INFINITY,
        until: unboundAt[i] ?? Number.POSITIVE_INFINITY,
        endsAt: inStepAt[i + 1] ?? Number.POSITIVE_INFINITY,
      }))
      return { sn, answers, kills: killedAt, terms, lost: lostEvents, hasSmallDisk: maxRows < smallRows }
    },
    ledger() {
      if (kind === 'box') {
        takeLog(false)
        const must = new Set(written.map(({ n }) => n).filter((n) => !excused.has(n)))
        const owners = new Map(written.map(({ n, equipmentId }) => [n, equipmentId]))
        return { sn, must, may: excused, dropped, ownersOf: (n) => [owners.get(n) ?? 0] }
      }
      const must = new Set<number>()
      const may = new Set<number>()
      plc.readAt.forEach((at, i) => {
        const n = i + 1
        const isKilled = killedAt.some((killed) => at >= killed - flushMs && at <= killed) && !onDisk.has(n)
        ;(isKilled || excused.has(n) ? may : must).add(n)
      })
      const ids = devices.map(({ equipmentId }) => equipmentId)
      // Readings from before a rebinding never go to the later owner; until it is synchronised it serves the previous one.
      const ownersOf = (n: number) =>
        ids.slice(0, 1 + reboundAt.filter((moment) => moment <= (plc.readAt[n - 1] ?? 0)).length)
      return { sn, must, may, dropped: null, ownersOf }
    },
  }
}
