// Reads from a device over a line that delays, duplicates, cuts and mixes answers. A value without a fault must be the
// one that the memory of the device held during the read.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type About, DriverFault, type Point, type Session, type TagSession } from '../../drivers/driver.ts'
import type { AnyOpener } from '../../drivers/openers.ts'
import { createDice } from '../../plant/random.ts'
import { freePort } from '../ports.ts'
import { type Act, type ActName, actNames, calm, cuttingActs } from './acts.ts'
import { type LatenessLine, startLatenessLine } from './lines.ts'

/** A device with a memory, on a port of the loopback. */
type TorturePeer = {
  port: number
  /** Stores a number, 0 to 9999, as the value of a point (by its index), before the next request. */
  put(point: number, value: number): void
  /**
   * Only for drivers that listen: connects to that port, and again whenever the connection ends. Each session has a
   * device of its own.
   */
  dial?(port: number): void
  close(): Promise<void>
}

/** A way to read from a device. A driver folder lists its own as `tortureCases` in `torture-peer.ts`. */
export type TortureCase = {
  name: string
  transport: About['transport']
  /** Points of numbers; at least two with equally long answers. None shares its block with all others. */
  points: readonly Point[]
  paramsOf(host: string, port: number): object
  start(): Promise<TorturePeer>
  /** Turns an answer into that of another unit with other values. Undefined if the protocol has no units. */
  fromOther: ((answer: Buffer) => Buffer) | undefined
  /** Acts that the protocol has no means to detect, each with the reason. */
  undetectable?: Partial<Record<ActName, string>>
  /** Whether late answers also reach the next connection, as behind a serial server. */
  outlivesConnections?: boolean
  /** Timeout of a read whose answer is disturbed, ms. */
  timeoutMs?: number
  /** A session needs much processor time: fewer sessions, and answers are cut at some bytes only. */
  isCostly?: boolean
}

type TortureOutcome = {
  /** Values that were not in memory during their read. */
  wrong: string[]
  /** Number of values without a fault, and of faults by code. */
  good: number
  faults: Record<number, number>
  /** Number of answers by act. */
  done: Partial<Record<ActName, number>>
  /** Points that could not be read at the end, over an undisturbed line. */
  lost: string[]
}

const usualTimeoutMs = 60
const calmTimeoutMs = 2000

/**
 * `skips`: numbers of undisturbed answers before an act, because a read may take several requests. `cuts`: the maximum
 * number of positions at which answers are cut. `chaosRuns`: random sequences.
 */
type Effort = { readers: number; skips: readonly number[]; cuts: number; chaosRuns: number }
const full: Effort = { readers: 12, skips: [0, 1, 2], cuts: Number.POSITIVE_INFINITY, chaosRuns: 12 }
const small: Effort = { readers: 6, skips: [0], cuts: 2, chaosRuns: 1 }
const effortOf = ({ isCostly = false }: TortureCase): Effort => (isCostly ? small : full)
const chaosActs = 12
const maxValue = 9973
const recoveries = 6

type Plan = { acts: Act[]; isFromStart: boolean }

/** The acts of a case: each after each skip, cuts at each byte, and random sequences from the handshake on. */
function plansOf(of: TortureCase, longest: number): Plan[] {
  const { undetectable = {}, fromOther, transport } = of
  const { skips, cuts, chaosRuns } = effortOf(of)
  const needsOther = (name: ActName) => name.includes('another')
  const possible = actNames.filter((name) => {
    if (name in undetectable || (needsOther(name) && !fromOther)) return false
    return name !== 'after that of another address' || transport === 'udp'
  })
  const step = Math.max(1, Math.ceil(longest / cuts))
  const plans: Plan[] = []
  const add = (act: Act, skip: number) =>
    plans.push({ acts: [...Array.from({ length: skip }, () => calm), act], isFromStart: false })
  for (const name of possible) {
    if (!cuttingActs.includes(name)) for (const skip of skips) add({ name, at: 0 }, skip)
    else for (let at = 0; at < longest; at += step) add({ name, at }, (at / step) % skips.length)
  }
  const dice = createDice(longest)
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(dice.next() * list.length)]!
  const random = (): Act => ({
    name: dice.next() < 0.4 ? calm.name : oneOf(possible),
    at: Math.floor(dice.next() * 97),
  })
  for (let run = 0; run < chaosRuns; run++)
    plans.push({ acts: Array.from({ length: chaosActs }, random), isFromStart: run % 2 === 0 })
  return plans
}

/** The values of the device in each turn. Points and turns have different values, so that a late answer is noticed. */
class Memory {
  readonly peers: TorturePeer[] = []
  readonly #points: number
  turn = 0

  constructor(points: number) {
    this.#points = points
  }

  valueAt(point: number, turn: number): number {
    return 1 + ((turn * this.#points + point) % maxValue)
  }

  advance(): void {
    this.turn++
    for (const peer of this.peers)
      for (let point = 0; point < this.#points; point++) peer.put(point, this.valueAt(point, this.turn))
  }
}

type Shared = {
  of: TortureCase
  about: About
  opener: AnyOpener
  memory: Memory
  home: string
  outcome: TortureOutcome
}

/** A driver session over a line of its own. */
class Reader {
  readonly #shared: Shared
  readonly line: LatenessLine
  readonly #params: object
  #session: Session | TagSession | undefined
  #reads = 0
  /** Acts of the plan that runs, for the report. */
  #plan = 'undisturbed'

  private constructor(shared: Shared, line: LatenessLine, port: number) {
    this.#shared = shared
    this.line = line
    this.#params = shared.of.paramsOf('127.0.0.1', port)
  }

  static async start(shared: Shared): Promise<Reader> {
    const { peers } = shared.memory
    const isShared = shared.of.transport !== 'listen' && peers.length > 0
    const peer = isShared ? peers[0]! : await shared.of.start()
    if (!isShared) peers.push(peer)
    const { transport, fromOther, outlivesConnections = false, timeoutMs = usualTimeoutMs } = shared.of
    const isListening = transport === 'listen'
    const ownPort = isListening ? await freePort() : 0
    const line = await startLatenessLine({
      target: isListening ? ownPort : peer.port,
      transport,
      fromOther,
      outlivesConnections,
      idleMs: () => 1.5 * timeoutMs,
    })
    if (isListening) peer.dial!(line.port)
    return new Reader(shared, line, isListening ? ownPort : line.port)
  }

  /** Opens a session unless one is open. Counts a fault and returns false if that fails. */
  async isOpened(timeoutMs: number): Promise<boolean> {
    if (this.#session?.isOpen) return true
    await this.close()
    const { opener, home } = this.#shared
    const params = { ...this.#params, timeoutMs }
    try {
      this.#session = await opener.open(params as never, new AbortController().signal, home, [])
      return true
    } catch (error) {
      this.#count(error)
      return false
    }
  }

  async close(): Promise<void> {
    const old = this.#session
    this.#session = undefined
    await old?.close()
  }

  /** Reads one block or all of them, in turn. Returns the indexes of points that were read without a fault. */
  async read(timeoutMs: number): Promise<number[]> {
    const { memory, about, of } = this.#shared
    memory.advance()
    const from = memory.turn
    const params = { ...this.#params, timeoutMs }
    const read: { index: number; value: unknown }[] = []
    const take = (point: Point, value: unknown) => read.push({ index: of.points.indexOf(point), value })
    try {
      if (about.kind === 'tags') await this.#readTags(params, take)
      else await this.#readBlocks(about, params, take)
    } catch (error) {
      this.#count(error)
      if ((error as DriverFault).broken) await this.close()
    }
    for (const { index, value } of read) this.#check(index, value, from)
    return read.map(({ index }) => index)
  }

  async #readTags(params: object, take: (point: Point, value: unknown) => void): Promise<void> {
    const { points } = this.#shared.of
    const readings = await (this.#session as TagSession).read(points, params)
    for (const [index, reading] of readings.entries()) {
      if ('fault' in reading) this.#count(reading.fault)
      else if (!reading.doubt) take(points[index]!, reading.value)
    }
  }

  async #readBlocks(
    about: Extract<About, { kind: 'blocks' }>,
    params: object,
    take: (point: Point, value: unknown) => void,
  ): Promise<void> {
    const session = this.#session as Session
    const planned = about.plan(this.#shared.of.points, params)
    const isAll = session.readMany !== undefined && this.#reads % 3 === 2
    const blocks = isAll ? planned : [planned[this.#reads % planned.length]!]
    this.#reads++
    const answers = isAll ? await session.readMany!(blocks, params) : [await session.read(blocks[0]!, params)]
    for (const [index, answer] of answers.entries()) {
      const block = blocks[index]!
      if (answer instanceof DriverFault) this.#count(answer)
      else for (const { point } of block.points) take(point, about.decode(point, block, answer, params))
    }
  }

  #check(index: number, value: unknown, from: number): void {
    const { memory, outcome, of } = this.#shared
    const turns = Array.from({ length: memory.turn - from + 1 }, (_, later) => from + later)
    if (turns.some((turn) => memory.valueAt(index, turn) === value)) outcome.good++
    else {
      const { address } = of.points[index]!
      outcome.wrong.push(`${address} is ${value} instead of ${memory.valueAt(index, memory.turn)}: ${this.#plan}`)
    }
  }

  /** Counts a fault; rethrows any other error. */
  #count(error: unknown): void {
    if (!(error instanceof DriverFault)) throw error
    const { faults } = this.#shared.outcome
    faults[error.code] = (faults[error.code] ?? 0) + 1
  }

  /** Reads over an undisturbed line until all points were read. Returns the others. */
  async lostPoints(): Promise<string[]> {
    this.line.script = []
    const { points } = this.#shared.of
    const seen = new Set<number>()
    for (let time = 0; time < recoveries * points.length && seen.size < points.length; time++)
      if (await this.isOpened(calmTimeoutMs)) for (const index of await this.read(calmTimeoutMs)) seen.add(index)
    return points.filter((_, index) => !seen.has(index)).map(({ address }) => address)
  }

  /** Runs a plan until its acts are used up, and reads once more. */
  async run({ acts, isFromStart }: Plan): Promise<void> {
    const { timeoutMs = usualTimeoutMs } = this.#shared.of
    this.#plan = acts.map(({ name, at }) => `${name} (${at})`).join('; ')
    if (isFromStart) await this.close()
    else if (!(await this.isOpened(calmTimeoutMs))) return
    this.line.script = [...acts]
    for (let time = 0; time < 2 * acts.length && this.line.script.length > 0; time++) {
      const isCalm = this.line.script.length === 0
      if (await this.isOpened(isCalm ? calmTimeoutMs : 4 * timeoutMs)) await this.read(timeoutMs)
    }
    this.line.script = []
    if (await this.isOpened(calmTimeoutMs)) await this.read(timeoutMs)
  }
}

/** Tortures a driver by all acts of a case. */
export async function tortureDriver(about: About, opener: AnyOpener, of: TortureCase): Promise<TortureOutcome> {
  const outcome: TortureOutcome = { wrong: [], good: 0, faults: {}, done: {}, lost: [] }
  const home = await mkdtemp(join(tmpdir(), 'torture-'))
  const memory = new Memory(of.points.length)
  const shared: Shared = { of, about, opener, memory, home, outcome }
  const readers: Reader[] = []
  try {
    const first = await Reader.start(shared)
    readers.push(first)
    outcome.lost.push(...(await first.lostPoints()))
    const plans = plansOf(of, first.line.longest)
    while (readers.length < effortOf(of).readers) readers.push(await Reader.start(shared))
    await Promise.all(readers.map((reader) => runAll(reader, plans)))
    for (const reader of readers) outcome.lost.push(...(await reader.lostPoints()))
  } finally {
    for (const reader of readers) {
      await reader.close()
      await reader.line.close()
      for (const [name, times] of reader.line.done) outcome.done[name] = (outcome.done[name] ?? 0) + times
    }
    for (const peer of memory.peers) await peer.close()
    await rm(home, { recursive: true })
  }
  return outcome
}

/** Takes plans from the list until it is empty. */
async function runAll(reader: Reader, plans: Plan[]): Promise<void> {
  for (let plan = plans.shift(); plan; plan = plans.shift()) await reader.run(plan)
}
