// What is asked of a gateway to read one point, and why it cannot be asked. Pure: page and server use it.
import { type Failure, fail, type Language } from '../../../contract/errors.ts'
import { type GatewayConfig, ProbePoint } from '../../../contract/gateway-config.ts'
import { reasonText as inputReason } from '../../../contract/input-fault.ts'
import type { DataType } from '../../../core/data-type.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import { checkDriver } from '../../../drivers/check-driver.ts'
import { type About, isRefusal } from '../../../drivers/driver.ts'
import { checkedDriver } from '../driver/rules.ts'
import type { DriverDraft } from './contract.ts'

/** A driver that was checked. `what` of it is asked for, and what the log tells of that. */
export type Order = DriverDraft & { connection: string; what: string | undefined; told: object; point?: ProbePoint }

/** The driver with its parameters, and the point, both checked as if they were saved; throws 10001 with the field. */
export function orderOf(draft: DriverDraft, point: ProbePoint, language: Language) {
  const { type, params } = checkedDriver(draft, language)
  const given = Object.fromEntries(Object.entries(point).filter(([, value]) => value !== undefined)) as ProbePoint
  const checked = checkDriver({ id: 1, type, params, signals: [{ ...given, id: 1, access: 'r' }] })
  if ('problems' in checked) throw pointFault(checked.problems, language)
  const { address, dataType } = point
  const connection = checked.about.connectionKey(checked.params)
  return { type, params, point: given, connection, what: address, told: { address, dataType } } satisfies Order
}

/** The driver whose address space is looked through, from a node (none: the root). Throws 10001 with the field. */
export function browseOrderOf(draft: DriverDraft, node: string | undefined, language: Language): Order {
  const { type, params } = checkedDriver(draft, language)
  const about = aboutOf(type)!
  const refuse = (field: string) => {
    const reason = inputReason('notAllowed', language)
    return fail('badParameter', { field, reason }, { field, reason })
  }
  if (!canBrowse(type)) throw refuse('type')
  const parsed = about.params.parse(params)
  if (node !== undefined && isRefusal(about.parseAddress(node, parsed))) throw refuse('node')
  return { type, params, connection: about.connectionKey(parsed), what: node, told: node === undefined ? {} : { node } }
}

/** A driver of this type can tell what its device has. */
export function canBrowse(type: string): boolean {
  const about = aboutOf(type)
  return about?.kind === 'tags' && about.canBrowse
}

function pointFault(
  problems: Extract<ReturnType<typeof checkDriver>, { problems: unknown }>['problems'],
  language: Language,
): Failure {
  const [problem] = problems
  const { field, reason } =
    problem?.kind === 'signal'
      ? { field: problem.refusal.field, reason: problem.refusal.reason[language] }
      : { field: 'driver', reason: inputReason('notAllowed', language) }
  return fail('badParameter', { field, reason }, { field: `point.${field}`, reason })
}

/** The same as a configuration, to see what of it a gateway cannot do. */
export const configOf = ({ type, params, point }: Order): GatewayConfig => ({
  zone: 'UTC',
  drivers: [{ id: 1, type, params, signals: point ? [{ ...point, id: 1, access: 'r' }] : [] }],
})

const isReadable = (about: About, address: string, dataType: DataType): boolean =>
  (dataType !== 'string' || about.kind === 'tags') &&
  !about.checkPoint({ id: 1, address, dataType, access: 'r' }, about.initial)

/** A register is read as one number rather than as a part of one; a tag, whose type nobody knows, as a text. */
const typesOf = ({ dataTypes, kind }: About): readonly DataType[] => {
  const first: DataType = kind === 'tags' ? 'string' : 'uint16'
  return [...dataTypes].sort((a, b) => Number(b === first) - Number(a === first))
}

/** What a driver without variables is tried with: the first of its examples that is a register, else any single value. */
export function firstPoint(about: About): ProbePoint | undefined {
  for (const dataType of typesOf(about)) {
    const found = about.examples.find(({ address }) => isReadable(about, address, dataType))
    if (found) return { address: found.address, dataType }
  }
  return undefined
}

/** The chosen type if the address can have it, else the first type that it can have; for a wrong address the chosen one. */
export const suitedType = (about: About, address: string, dataType: DataType): DataType =>
  dataType === 'string' || isReadable(about, address, dataType)
    ? dataType
    : (typesOf(about).find((each) => isReadable(about, address, each)) ?? dataType)

/** Elsewhere, or as another type, what belongs to the variable that stood there says nothing any more. */
export const changedPoint = ({ address, dataType, length }: ProbePoint): ProbePoint => ({
  address,
  dataType,
  ...(dataType === 'string' && length !== undefined && { length }),
})

type Nullable = { [K in keyof ProbePoint]: ProbePoint[K] | null }

/** Of a variable, what reading it needs. */
export const pointOnly = (signal: Nullable): ProbePoint =>
  ProbePoint.parse(Object.fromEntries(Object.entries(signal).filter(([, value]) => value !== null)))
