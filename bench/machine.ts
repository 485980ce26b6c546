// The machine of a measurement: printed by every benchmark, so that results of two machines are not compared.
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** Describes the machine in one line: processors, memory, Node.js version, load of the last minute. */
export function machineLine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = loadavg()[0]!.toFixed(1)
  return `${cpus().length} × ${first?.model.trim()}, ${memory} GiB, Node ${process.versions.node}, load ${load}`
}

/** CPU seconds a process has used, with those of its children that have ended; 0 once it is gone. Linux only. */
export function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
  } catch {
    return 0
  }
}

/** The parent of a process. Linux only. */
export const parentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])

/** The child processes of a process. Linux only. */
export function childrenOf(pid: number): number[] {
  try {
    const tasks = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return tasks.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Private memory of a process, MiB. Linux only. */
export function residentMib(pid: number): number {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kib) / 1024)
  } catch {
    return 0
  }
}

/** The median of a list of numbers. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The value below which this share of all values is; sorts in place. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Rows under headings, as a Markdown table. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Reads pairs `--name value` from the command line; numbers only. */
export function numbers<K extends string>(initial: { [N in K]: number }): { [N in K]: number } {
  const given = { ...initial }
  for (const [index, word] of process.argv.entries()) {
    const name = word.slice(2) as K
    if (word.startsWith('--') && name in given) given[name] = Number(process.argv[index + 1])
  }
  return given
}
