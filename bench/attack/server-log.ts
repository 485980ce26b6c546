// Reads the log of the platform as it grows: long turns by call, unexpected faults, and uncaught errors.
import { closeSync, openSync, readSync } from 'node:fs'

export type LogFacts = {
  turns: Map<string, { count: number; longestMs: number }>
  faults: Map<string, { count: number; first: string }>
  /** Lines that are no entries of the log, such as the trace of an uncaught error, and other entries of errors. */
  uncaught: string[]
  warnings: Map<string, number>
}

type Entry = { level?: number; msg?: string; ms?: number; path?: string; calls?: { path: string }[]; err?: unknown }

const maxUncaught = 50

export class ServerLog {
  readonly facts: LogFacts = { turns: new Map(), faults: new Map(), uncaught: [], warnings: new Map() }
  readonly #file: number
  #at = 0
  #rest = ''
  constructor(path: string) {
    this.#file = openSync(path, 'r')
  }

  /** Reads the lines that were written since the previous call. */
  read(): void {
    const buffer = Buffer.alloc(1 << 20)
    for (;;) {
      const bytes = readSync(this.#file, buffer, 0, buffer.length, this.#at)
      if (bytes === 0) return
      this.#at += bytes
      const lines = (this.#rest + buffer.toString('utf8', 0, bytes)).split('\n')
      this.#rest = lines.pop()!
      for (const line of lines) this.#take(line)
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  #take(line: string): void {
    const entry = entryOf(line)
    if (entry === undefined) {
      const isUsual = line === '' || line.startsWith('ready ')
      if (!isUsual && this.facts.uncaught.length < maxUncaught) this.facts.uncaught.push(line.slice(0, 300))
      return
    }
    const { level = 0, msg = '', path = '?', err } = entry
    if (msg === 'the event loop was blocked') this.#addTurn(entry)
    else if (msg === 'unexpected fault') {
      const fault = this.facts.faults.get(path) ?? { count: 0, first: JSON.stringify(err).slice(0, 1500) }
      fault.count += 1
      this.facts.faults.set(path, fault)
    } else if (level >= 50) {
      if (this.facts.uncaught.length < maxUncaught) this.facts.uncaught.push(line.slice(0, 600))
    } else this.facts.warnings.set(msg, (this.facts.warnings.get(msg) ?? 0) + 1)
  }

  #addTurn({ ms = 0, calls = [] }: Entry): void {
    const paths = calls.length > 0 ? new Set(calls.map(({ path }) => path)) : new Set(['(no call)'])
    for (const path of paths) {
      const turn = this.facts.turns.get(path) ?? { count: 0, longestMs: 0 }
      turn.count += 1
      turn.longestMs = Math.max(turn.longestMs, ms)
      this.facts.turns.set(path, turn)
    }
  }
}

function entryOf(line: string): Entry | undefined {
  if (!line.startsWith('{"level"')) return undefined
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
