// Subscriptions of page sockets: the variables of several devices that their page shows, and nothing else. Decision 28.
import type { EquipmentId, OrgId, PageId, ProjectId } from '../../contract/fields.ts'
import type { GatewayAlarm, SignalVal } from '../../contract/sockets.ts'
import type { Derived } from './derive.ts'

/** The permissions of the token of a page's socket. */
export type PageTicket = {
  orgId: OrgId
  pageId: PageId
  projectId: ProjectId
  /** Version of the data that it was resolved from: if that changes, the ticket is resolved again. */
  stand: string
  sessionHash: string
  devices: readonly PageDevice[]
  /** Intermediate variables that are shown. */
  mvars: readonly Derived[]
}
type PageDevice = {
  equipmentId: EquipmentId
  /** The account sees the device itself, not only through the project. */
  isOwn: boolean
  gateway: Pick<GatewayAlarm, 'state' | 'vpn'> | undefined
  /** Ids of the variables that the page shows. */
  ids: ReadonlySet<number>
}

/** The variables of a device that a socket receives. Equal `key` means equal `ids`. */
export type Shows = { key: string; ids: ReadonlySet<number> }

export const showsOf = (ids: ReadonlySet<number>): Shows => ({ key: [...ids].sort((a, b) => a - b).join(), ids })

/** The message with only these variables; undefined if it has none of them. */
export function narrowTo<M extends SignalVal>(message: M, { ids: shown }: Shows): M | undefined {
  const at: number[] = []
  for (let i = 0; i < message.ids.length; i += 1) if (shown.has(message.ids[i]!)) at.push(i)
  if (at.length === 0) return undefined
  if (at.length === message.ids.length) return message
  const of = <T>(column: readonly T[]) => at.map((i) => column[i]!)
  const { ids, values, times, codes } = message
  const columns = { ids: of(ids), values: of(values), times: of(times) }
  return { ...message, ...columns, ...(codes && { codes: of(codes) }) }
}
