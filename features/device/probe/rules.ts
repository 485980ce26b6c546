// Checks the requests for reading and browsing a PLC. Pure: page and server use it.
import { type Failure, fail, type Language } from '../../../contract/errors.ts'
import { type GatewayConfig, ProbePoint } from '../../../contract/gateway-config.ts'
import { reasonText as inputReason } from '../../../contract/input-fault.ts'
import type { DataType } from '../../../core/data-type.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import { checkDriver } from '../../../drivers/check-driver.ts'
import { type About, isRefusal } from '../../../drivers/driver.ts'
import { examplesOf } from '../../../drivers/examples.ts'
import { checkedDriver } from '../driver/rules.ts'
import type { DriverDraft } from './contract.ts'

/** A checked driver. `what`: the address to read or browse; `told`: details for the operation log. */
export type Order = DriverDraft & { connection: string; what: string | undefined; told: object; point?: ProbePoint }

/**
 * Checks the driver and the address to read by the rules of saved ones. Throws 10001 with the name of the faulty field.
 */
export function orderOf(draft: DriverDraft, point: ProbePoint, language: Language) {
  const { type, params } = checkedDriver(draft, language)
  const given = Object.fromEntries(Object.entries(point).filter(([, value]) => value !== undefined)) as ProbePoint
  const checked = checkDriver({ id: 1, type, params, signals: [{ ...given, id: 1, access: 'r' }] })
  if ('problems' in checked) throw pointFault(checked.problems, language)
  const { address, dataType } = point
  const connection = checked.about.connectionKey(checked.params)
  return { type, params, point: given, connection, what: address, told: { address, dataType } } satisfies Order
}

/** The driver to browse with, from a node (undefined: the root). Throws 10001 with the field. */
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

/** Whether drivers of this type can browse their device. */
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

/** The order as a configuration, to find what the gateway does not support. */
export const configOf = ({ type, params, point }: Order): GatewayConfig => ({
  zone: 'UTC',
  drivers: [{ id: 1, type, params, signals: point ? [{ ...point, id: 1, access: 'r' }] : [] }],
})

/** The parameters of the form, or the initial ones while the form is incomplete. */
const validIn = (about: About, params: object): object => about.params.safeParse(params).data ?? about.initial

const isReadable = (about: About, address: string, dataType: DataType, params: object): boolean =>
  (dataType !== 'string' || about.kind === 'tags') &&
  !about.checkPoint({ id: 1, address, dataType, access: 'r' }, validIn(about, params))

/** Types to try, in order: for registers a 16-bit number first, for tags a text, because their type is unknown. */
const typesOf = ({ dataTypes, kind }: About): readonly DataType[] => {
  const first: DataType = kind === 'tags' ? 'string' : 'uint16'
  return [...dataTypes].sort((a, b) => Number(b === first) - Number(a === first))
}

/** The point for testing a driver without variables: its first register example, else any single value. */
export function firstPoint(about: About, params: object): ProbePoint | undefined {
  for (const dataType of typesOf(about)) {
    const found = examplesOf(about, params).find(({ address }) => isReadable(about, address, dataType, params))
    if (found) return { address: found.address, dataType }
  }
  return undefined
}

/** The chosen type if it suits the address, else the first type that does; for an invalid address the chosen one. */
export const suitedType = (about: About, address: string, dataType: DataType, params: object): DataType =>
  dataType === 'string' || isReadable(about, address, dataType, params)
    ? dataType
    : (typesOf(about).find((each) => isReadable(about, address, each, params)) ?? dataType)

/** Drops settings of the former variable after its address or type changed. */
export const changedPoint = ({ address, dataType, length }: ProbePoint): ProbePoint => ({
  address,
  dataType,
  ...(dataType === 'string' && length !== undefined && { length }),
})

type Nullable = { [K in keyof ProbePoint]: ProbePoint[K] | null }

/** The settings of a variable that are needed to read it. */
export const pointOnly = (signal: Nullable): ProbePoint =>
  ProbePoint.parse(Object.fromEntries(Object.entries(signal).filter(([, value]) => value !== null)))
