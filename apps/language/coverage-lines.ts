// The coverage of a language as lines of text.
import type { Coverage } from './catalogue.ts'

const share = (done: number, all: number): string => (all === 0 ? '–' : `${Math.floor((100 * done) / all)} %`)

/** A line for the language, one for each area, and one for each text that is wrong. */
export function coverageLines(code: string, { areas, unknown, faults }: Coverage): string[] {
  const sums = [...areas.values()]
  const [done, all] = [sums.reduce((sum, each) => sum + each.done, 0), sums.reduce((sum, each) => sum + each.all, 0)]
  const line = (name: string, done: number, all: number) =>
    `${name.padEnd(14)}${share(done, all).padStart(6)}  ${done} of ${all} texts`
  return [
    line(code, done, all),
    ...[...areas].map(([area, each]) => line(`  ${area}`, each.done, each.all)),
    ...unknown.map((context) => `unknown: ${context}`),
    ...faults.map((fault) => `wrong marks: ${fault}`),
  ]
}
