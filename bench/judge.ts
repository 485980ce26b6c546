// The cost of evaluating alarms: rules at 1 Hz, as a gateway with 200 of them, and as a platform with 10,000 would run
// them.
//   npm run bench -- judge --seconds 60
import { SeriesJudging } from '../signal/judge/series-judging.ts'
import { machineLine, numbers, table } from './machine.ts'

const { seconds } = numbers({ seconds: 60 })
const of = (signalId: number) => `\${1.${signalId}}`

/** A rule: four in five are limits with a dead band and delays, one in five is a movement, about as in real plants. */
const ruleOf = (id: number) =>
  id % 5 === 0
    ? { id, rate: { signalId: id, change: 30, overMs: 60_000 } }
    : { id, raise: `${of(id)} > 80`, stay: `${of(id)} > 75`, onMs: 2000, tell: [id] }

/** A value between 0 and 100 that swings slowly, with noise that does not repeat. */
const swinging = (id: number, second: number) =>
  50 + 40 * Math.sin((second + id) / 40) + ((id * 7919 + second * 104_729) % 100) / 10

function run(rules: number): { cpuMs: number; events: number } {
  let events = 0
  const judging = new SeriesJudging({
    equipmentId: 1,
    rules: Array.from({ length: rules }, (_, index) => ruleOf(index + 1)),
    begin: 0,
    tell: () => {
      events += 1
    },
  })
  const begun = process.cpuUsage()
  for (let second = 1; second <= seconds; second += 1)
    for (let id = 1; id <= rules; id += 1) judging.reading(id, swinging(id, second), 200, second * 1000)
  judging.time(seconds * 1000)
  const { user, system } = process.cpuUsage(begun)
  return { cpuMs: (user + system) / 1000, events }
}

run(1000)
console.log(machineLine())
console.log(
  table(
    ['rules', 'CPU a second of values', 'of a core', 'a reading', 'events'],
    [200, 10_000].map((rules) => {
      const { cpuMs, events } = run(rules)
      const each = cpuMs / seconds
      return [
        rules,
        `${each.toFixed(2)} ms`,
        `${(each / 10).toFixed(2)} %`,
        `${((each * 1000) / rules).toFixed(2)} µs`,
        events,
      ]
    }),
  ),
)
