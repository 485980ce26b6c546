// CPU time of the evaluator, of periods, and of history reports on the gateway; medians of five rounds.
//   npm run bench -- formula --rounds 5
import { gatewayConfigHash } from '../contract/config-hash.ts'
import type { BoundConfig, GatewayReport } from '../contract/gateway-config.ts'
import { compileFormula, isFormula } from '../core/formula.ts'
import { nextPeriodStart } from '../core/period.ts'
import { Storing } from '../signal/edge/store/storing.ts'
import { createValues } from '../signal/edge/values.ts'
import { createSeriesStoring } from '../signal/store/series-storing.ts'
import { machineLine, median, numbers, table } from './machine.ts'

const given = numbers({ rounds: 5 })

/** CPU time per call in µs. */
async function cost(count: number, act: () => void | Promise<void>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < given.rounds; round++) {
    const before = process.cpuUsage()
    await act()
    const { user, system } = process.cpuUsage(before)
    rounds.push((user + system) / count)
  }
  return median(rounds)
}

const ref = (signalId: number) => `\${1.${signalId}}`
const text = `(${ref(1)}*0.85+max(${ref(2)},${ref(3)}))/${ref(4)} > 3 ? 1 : ${ref(1)} > 5 and ${ref(2)} < 7`

const compile = () => {
  for (let index = 0; index < 5000; index++) compileFormula(text)
}

const formula = compileFormula(text)
const readings = new Map([3.5, 4, 5, 2].map((value, index) => [index + 1, { value, code: 200 }]))
const evaluate = () => {
  if (!isFormula(formula)) throw new Error('the formula is wrong')
  for (let index = 0; index < 200_000; index++) formula.evaluate(({ signalId }) => readings.get(signalId))
}

const borders = () => {
  for (let index = 0; index < 100_000; index++) {
    nextPeriodStart({ every: 15, unit: 'minute' }, 'Europe/Berlin', 1.8e12 + index * 1000)
  }
}

const ids = Array.from({ length: 500 }, (_, index) => index + 1)
const parts = [0, 1, 2, 3, 4].map((index) => ids.slice(index * 100, index * 100 + 100))

/**
 * A configuration of 500 variables that are read in 5 blocks per round: half of them stored on change, all of them in
 * an hourly summary.
 */
function boundOf(): BoundConfig {
  const part = (index: number) => parts[index]!
  const minIntervalMs = 100
  const reports: GatewayReport[] = [0, 1, 2, 3, 4].flatMap((index) => [
    ...(index < 3
      ? [{ id: index + 1, type: 'normal', mode: 'change', minIntervalMs, columns: columns(part(index), 0) } as const]
      : []),
    {
      ...{ id: index + 10, type: 'summary', mode: 'periodic', period: { every: 1, unit: 'hour' } },
      columns: columns(part(index), 1000).map((column) => ({ ...column, aggregation: 'average' })),
    } as const,
  ])
  const signals = ids.map((id) => ({ id, address: `H:${id}`, dataType: 'float32', access: 'r' }) as const)
  const config = { zone: 'Europe/Berlin', drivers: [{ id: 1, type: 'modbus-tcp', params: {}, signals }], reports }
  return { equipmentId: 1, bindingId: 1, hash: gatewayConfigHash(config), config }
}

/** Stores readings as a gateway does. */
function storing() {
  let kept = 0
  let now = 0
  const clock = { now: () => now, platform: () => 1.8e12 + now }
  const values = createValues()
  const log = () => undefined
  const run = new Storing({ values, clock, wall: Date.now, log, sink: (sample) => (kept += sample.ids.length) })
  run.apply(boundOf())
  return {
    async rounds(count: number) {
      for (let round = 0; round < count; round++) {
        now += 200
        for (const block of parts) {
          for (const id of block) values.put(id, id + now, now)
          await Promise.resolve()
        }
      }
    },
    kept: () => kept,
    stop: () => run.stop(),
  }
}

/** Stores the same readings as a series. */
function storingOver() {
  let kept = 0
  let at = 1.8e12
  const series = createSeriesStoring({ bound: boundOf(), begin: at, store: () => (kept += 1) })
  return {
    rounds(count: number) {
      for (let round = 0; round < count; round++) {
        at += 200
        for (const [index, block] of parts.entries()) {
          for (const id of block) series.reading(id, id + at, 200, at + index)
        }
      }
    },
    kept: () => kept,
  }
}

const columns = (ids: readonly number[], from: number) => ids.map((signalId) => ({ id: from + signalId, signalId }))

console.log(machineLine())
const world = storing()
const series = storingOver()
const rows: [string, string][] = [
  ['compile a formula of 4 variables', (await cost(5000, compile)).toFixed(1)],
  ['evaluate it', (await cost(200_000, evaluate)).toFixed(2)],
  ['the next border of a period in a zone', (await cost(100_000, borders)).toFixed(2)],
  [
    'a reading through the reports (500 variables, 800 columns)',
    (await cost(500 * 400, () => world.rounds(400))).toFixed(2),
  ],
  ['the same over a series', (await cost(500 * 400, () => series.rounds(400))).toFixed(2)],
]
world.stop()
console.log(table(['CPU µs of one', `median of ${given.rounds}`], rows))
console.log(`${world.kept()} and ${series.kept()} values were kept on the way`)
