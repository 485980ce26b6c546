// One gateway under torture: its process, its device (and the next one it is rebound to), and the ledger of what it wrote.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSettings } from './agent-main.ts'
import { type BoxRow, readLog } from './box.ts'
import type { Ledger } from './check.ts'
import type { CountingPlc } from './plc.ts'
import { type Proc, proc } from './programs.ts'
import type { Device } from './site.ts'

export type Tortured = {
  readonly sn: string
  readonly gatewayId: number
  /** All it ever served, the present one last. */
  readonly devices: Device[]
  readonly process: Proc
  readonly plc: CountingPlc
  start(): void
  kill(): Promise<void>
  shiftClock(ms: number): void
  /** Its disk is gone: killed, emptied, started. What was not acknowledged is lost, and excused. */
  deleteOutbox(): Promise<void>
  /** From this number on another device is the owner; what is before goes to the one before. */
  ledger(): Omit<Ledger, 'gapRows'>
}

export type GatewayOptions = {
  kind: 'box' | 'edge'
  program: string
  sn: string
  secret: string
  port: number
  gatewayId: number
  dataDir: string
  device: Device
  plc: CountingPlc
  mostRows: number
}

/** A number the real agent read may not have reached its disk when it was killed so soon after. */
const flushMs = 1500

export function torturedGateway(options: GatewayOptions): Tortured {
  const { kind, program, sn, secret, port, gatewayId, dataDir, device, plc, mostRows } = options
  const devices = [device]
  const killedAt: number[] = []
  const excused = new Set<number>()
  const written: BoxRow[] = []
  let dropped = 0
  let clockOffsetMs = 0
  let firstN = 1
  const settings = (): AgentSettings =>
    kind === 'box'
      ? { kind, sn, secret, port, dataDir, firstN, everyMs: 200, mostRows }
      : { kind, sn, secret, port, dataDir, clockOffsetMs }
  let current = proc(sn, program, [])
  const crashes: string[] = []
  let peak = 0

  /** Takes over what the log of a box says before it goes, or at the end. */
  function takeLog(isDeleted: boolean): void {
    const log = readLog(join(dataDir, 'log.jsonl'))
    const gone = new Set<number>()
    for (const { from, to } of log.dropped) for (let seq = from; seq <= to; seq += 1) gone.add(seq)
    for (const row of log.rows) {
      written.push(row)
      if (gone.has(row.seq)) dropped += 1
      else if (isDeleted && row.seq > log.acked) excused.add(row.n)
    }
    firstN = (log.rows.at(-1)?.n ?? firstN - 1) + 1
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
    start: own.start,
    async kill() {
      killedAt.push(Date.now())
      await own.kill()
    },
    shiftClock(ms) {
      clockOffsetMs = ms
      own.send({ clockOffsetMs })
    },
    async deleteOutbox() {
      killedAt.push(Date.now())
      await own.kill()
      if (kind === 'box') takeLog(true)
      rmSync(join(dataDir, kind === 'box' ? 'log.jsonl' : 'outbox'), { recursive: true, force: true })
      own.start()
    },
    ledger() {
      if (kind === 'box') {
        takeLog(false)
        const must = new Set(written.map(({ n }) => n).filter((n) => !excused.has(n)))
        const owners = new Map(written.map(({ n, equipmentId }) => [n, equipmentId]))
        return { sn, must, may: excused, dropped, ownerOf: (n) => owners.get(n) ?? 'any' }
      }
      const must = new Set<number>()
      const may = new Set<number>()
      plc.readAt.forEach((at, i) => {
        const isDoubtful = killedAt.some((killed) => at >= killed - flushMs && at <= killed)
        ;(isDoubtful ? may : must).add(i + 1)
      })
      return { sn, must, may, dropped: 0, ownerOf: () => 'any' }
    },
  }
}
