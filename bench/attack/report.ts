// The results of the attack: a line each minute, and tables at the end.
import { loadavg } from 'node:os'
import { machineLine, quantile, residentMib, table } from '../machine.ts'
import type { Sample, Samples } from './meter.ts'
import { endpoints } from './registry.ts'
import type { LogFacts } from './server-log.ts'
import type { Total } from './tally.ts'

/** A longer time to an answer of the idle page fails the attack. */
const maxMs = 250
const noticedMs = 50

/** The measurements of the whole attack. */
export class Measured {
  readonly livez: Sample[] = []
  readonly control: Sample[] = []
  faults = 0
  readonly #loads: { at: number; load: number }[] = []

  add({ livez, control, faults }: Samples): void {
    this.livez.push(...livez)
    this.control.push(...control)
    this.faults += faults
  }

  noteLoad(): void {
    this.#loads.push({ at: Date.now(), load: loadavg()[0]! })
  }

  loadAt(at: number): number {
    return this.#loads.findLast((each) => each.at <= at)?.load ?? loadavg()[0]!
  }

  loads(): number[] {
    return this.#loads.map(({ load }) => load).sort((a, b) => a - b)
  }
}

const sorted = (samples: readonly Sample[]) => samples.map(({ ms }) => ms).sort((a, b) => a - b)
const shown = (ms: number) => ms.toFixed(ms < 10 ? 1 : 0)
const figures = (samples: readonly Sample[]): string[] => {
  const all = sorted(samples)
  return [...[0.5, 0.99, 0.999].map((part) => quantile(all, part)), all.at(-1) ?? Number.NaN].map(shown)
}

const largest = (counts: { [key: string]: number }, max: number): [string, number][] =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, max)

export type Result = { total: Total; measured: Measured; log: LogFacts; outOfRange: string[]; serverPid: number }

/** The reasons why the benchmark fails; empty if the attack found nothing. */
export function faultsOf({ total, measured, log, outOfRange }: Result): string[] {
  const faults: string[] = []
  const { facts } = total
  if (outOfRange.length > 0) faults.push(`${outOfRange.length} changes out of range`)
  if (facts.leaks.length > 0) faults.push(`${facts.leaks.length} answers with values out of range`)
  if (log.faults.size > 0 || Object.keys(facts.faults).length > 0) faults.push('unexpected faults (HTTP 500 or 90099)')
  if (log.uncaught.length > 0) faults.push(`${log.uncaught.length} errors in the log`)
  if (measured.faults > 0) faults.push(`${measured.faults} measurements without an answer`)
  const long = measured.livez.filter(({ ms }) => ms > maxMs).length
  if (long > 0) faults.push(`${long} measurements over ${maxMs} ms`)
  return faults
}

/** One line: the last minute of the measurements, and all counts so far. */
export function minuteLine(minute: number, { total, measured, log, outOfRange, serverPid }: Result): string {
  const since = Date.now() - 60_000
  const last = (samples: readonly Sample[]) => figures(samples.filter(({ at }) => at > since)).join('/')
  const { facts } = total
  return [
    `${minute} min: ${facts.calls} calls, ${total.reached.size} of ${endpoints.length} endpoints (${total.admitted.size} admitted)`,
    `livez p50/p99/p99.9/max ${last(measured.livez)} ms, control ${last(measured.control)} ms`,
    `load ${loadavg()[0]!.toFixed(1)}, server ${residentMib(serverPid)} MiB, generator ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
    `faults ${[...log.faults.values()].reduce((sum, { count }) => sum + count, 0)}, out of range ${facts.leaks.length + outOfRange.length}`,
  ].join('; ')
}

function measuredTable(measured: Measured): string {
  const over = (samples: readonly Sample[], ms: number) => samples.filter((sample) => sample.ms > ms).length
  const row = (name: string, samples: readonly Sample[]) => [
    ...[name, samples.length, ...figures(samples), over(samples, noticedMs), over(samples, maxMs)],
  ]
  const [livez, control] = [sorted(measured.livez), sorted(measured.control)]
  const ratio = (part: number) => `× ${(quantile(livez, part) / quantile(control, part)).toFixed(1)}`
  const worst = `× ${(livez.at(-1)! / control.at(-1)!).toFixed(1)}`
  return table(
    ['ms', 'samples', 'p50', 'p99', 'p99.9', 'max', `over ${noticedMs}`, `over ${maxMs}`],
    [
      row('/livez', measured.livez),
      row('control', measured.control),
      ['ratio', '', ratio(0.5), ratio(0.99), ratio(0.999), worst, '', ''],
    ],
  )
}

function slowest(measured: Measured): string {
  const slow = measured.livez.filter(({ ms }) => ms > noticedMs).sort((a, b) => b.ms - a.ms)
  return table(
    ['at', 'ms', 'load'],
    slow.slice(0, 30).map(({ at, ms }) => [new Date(at).toISOString(), shown(ms), measured.loadAt(at).toFixed(1)]),
  )
}

/** The whole report as text. */
export function reportOf(result: Result): string {
  const { total, measured, log, outOfRange } = result
  const { facts } = total
  const missing = endpoints.map(({ path }) => path).filter((path) => !total.reached.has(path))
  const refused = [...total.reached].filter((path) => !total.admitted.has(path))
  const loads = measured.loads()
  const turns = [...log.turns].sort(([, a], [, b]) => b.longestMs - a.longestMs).slice(0, 60)
  const lines = [
    machineLine(),
    `load during the attack: ${loads[0]?.toFixed(1)} to ${loads.at(-1)?.toFixed(1)}, median ${quantile(loads, 0.5).toFixed(1)}`,
    '',
    measuredTable(measured),
    '',
    `${facts.calls} calls; ${total.reached.size} of ${endpoints.length} endpoints reached, ${total.admitted.size} admitted a caller; ${facts.uploads} hostile files`,
    `not reached: ${missing.join(' ') || 'none'}`,
    `reached, never admitted: ${refused.join(' ') || 'none'}`,
    `by code: ${largest(facts.byCode, 60)
      .map(([code, count]) => `${code}: ${count}`)
      .join(', ')}`,
    `attacks beside calls: ${largest(facts.specials, 60)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ')}`,
    `no answer: ${
      largest(facts.silent, 20)
        .map(([name, count]) => `${name}: ${count}`)
        .join(', ') || 'none'
    }`,
    `faults of the attack itself: ${
      largest(facts.errors, 20)
        .map(([name, count]) => `${name}: ${count}`)
        .join(', ') || 'none'
    }`,
    `warnings in the log: ${
      largest(Object.fromEntries(log.warnings), 20)
        .map(([name, count]) => `${name}: ${count}`)
        .join(', ') || 'none'
    }`,
    '',
    'Slowest measurements:',
    slowest(measured),
    '',
    'Long turns by call:',
    table(
      ['call', 'turns', 'longest, ms'],
      turns.map(([path, { count, longestMs }]) => [path, count, longestMs]),
    ),
    '',
    'Unexpected faults:',
    ...[...log.faults].map(([path, { count, first }]) => `- ${path}: ${count}; ${first}`),
    ...Object.entries(facts.faults).map(([path, count]) => `- ${path}: ${count} answers`),
    '',
    'Errors in the log:',
    ...log.uncaught.map((line) => `- ${line}`),
    '',
    'Out of range:',
    ...[...outOfRange, ...facts.leaks].map((line) => `- ${line}`),
    '',
    `Result: ${faultsOf(result).join(', ') || 'passed'}`,
  ]
  return lines.join('\n')
}
