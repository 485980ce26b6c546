// Checks a configured driver against its `about`: parameters and every point. Used by the server before saving, and by
// the gateway on what it receives. Pure.
import type { GatewayDriver, GatewaySignal } from '../contract/gateway-config.ts'
import { aboutOf } from './abouts.ts'
import type { About, BlockAbout, Point, Refusal, TagAbout } from './driver.ts'

type DriverProblem =
  | { kind: 'type'; type: string }
  | { kind: 'params'; field: string; reason: string }
  | { kind: 'signal'; signalId: number; refusal: Refusal }

/** A driver that is ready to run. `params` are parsed, with defaults filled in. */
export type CheckedDriver<A extends About = About> = A extends unknown
  ? { driver: GatewayDriver; about: A; params: object }
  : never

export const isOfBlocks = (checked: CheckedDriver): checked is CheckedDriver<BlockAbout> =>
  checked.about.kind === 'blocks'
export const isOfTags = (checked: CheckedDriver): checked is CheckedDriver<TagAbout> => checked.about.kind === 'tags'

/** The checked driver, or all of its problems. */
export function checkDriver(driver: GatewayDriver): CheckedDriver | { problems: DriverProblem[] } {
  const about = aboutOf(driver.type)
  if (!about) return { problems: [{ kind: 'type', type: driver.type }] }
  const parsed = about.params.safeParse(driver.params)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({
      kind: 'params' as const,
      field: issue.path.join('.'),
      reason: issue.message,
    }))
    return { problems }
  }
  const problems = driver.signals.flatMap((signal): DriverProblem[] => {
    const refusal = refusalOf(signal, about, parsed.data)
    return refusal ? [{ kind: 'signal', signalId: signal.id, refusal }] : []
  })
  return problems.length > 0 ? { problems } : ({ driver, about, params: parsed.data } as CheckedDriver)
}

function refusalOf(signal: GatewaySignal, about: About, params: object): Refusal | undefined {
  if (about.dataTypes.includes(signal.dataType)) return about.checkPoint(pointOf(signal), params)
  return {
    field: 'dataType',
    reason: { en: 'This driver does not support this data type', 'zh-cn': '该驱动不支持此数据类型' },
  }
}

type Placed = Pick<GatewaySignal, keyof Point & keyof GatewaySignal>

/** The part of a signal that a driver uses. */
export const pointOf = ({ id, address, dataType, access, length, byteOrder, prefix }: Placed): Point => ({
  id,
  address,
  dataType,
  access,
  ...(length === undefined ? {} : { length }),
  ...(byteOrder && { byteOrder }),
  ...(prefix && { prefix }),
})

/** A problem in one line, for logs and the reason of a refused configuration. */
export function problemText(problem: DriverProblem): string {
  if (problem.kind === 'type') return `unknown driver type ${problem.type}`
  if (problem.kind === 'params') return `parameter ${problem.field}: ${problem.reason}`
  return `signal ${problem.signalId}: ${problem.refusal.field}: ${problem.refusal.reason.en}`
}
