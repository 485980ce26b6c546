// Makes log lines of writes that a gateway made on its own: for each kind one line for first writes and one for sums.
// Pure.
import { type GatewayWrite, type Writer, writers } from '../../../contract/gateway-writes.ts'
import type { Operation } from '../../frame/operation.ts'
import type { Act } from '../../platform/operation-log/contract.ts'
import type { Names } from './store.ts'

const actOf: Record<Writer, Act> = { script: 'scriptWrote', mapping: 'mappingWrote', tamper: 'tamperWrote' }
/** Maximum number of writes named in one line; the rest are counted. */
const mostNamed = 10

type Line = Pick<Operation, 'act' | 'code' | 'result'> & { after: { wrote: string; count: number; failed?: number } }

/** Text of a write: `Follow → Setpoint = 42` names the script or source variable, then target and value. */
function words({ by, id, signalId, value }: GatewayWrite, { scripts, signals }: Names): string {
  const title = (of: number) => signals.get(of) ?? `#${of}`
  return `${by === 'script' ? (scripts.get(id) ?? `#${id}`) : title(id)} → ${title(signalId)} = ${String(value)}`
}

function lineOf(by: Writer, writes: readonly GatewayWrite[], names: Names): Line {
  const sum = (of: (write: GatewayWrite) => number) => writes.reduce((total, write) => total + of(write), 0)
  const [count, failed] = [sum((write) => write.count), sum((write) => write.failed)]
  const named = writes.slice(0, mostNamed).map((write) => {
    const why = write.failed > 0 && write.code !== 200 ? ` (${write.code})` : ''
    return `${words(write, names)}${write.count > 1 ? ` ×${write.count}` : ''}${why}`
  })
  const more = writes.length > mostNamed ? [`+${writes.length - mostNamed}`] : []
  const last = writes.findLast((write) => write.failed > 0)
  return {
    act: actOf[by],
    after: { wrote: [...named, ...more].join('; '), count, ...(failed > 0 ? { failed } : {}) },
    ...(failed === count && last ? { code: last.code, result: 'failure' as const } : {}),
  }
}

/** Lines in the order of the kinds, first writes before sums. */
export const linesOf = (writes: readonly GatewayWrite[], names: Names): Line[] =>
  writers.flatMap((by) =>
    [true, false].flatMap((isFirst) => {
      const some = writes.filter((write) => write.by === by && write.isFirst === isFirst)
      return some.length > 0 ? [lineOf(by, some, names)] : []
    }),
  )
