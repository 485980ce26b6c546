// What sockets of pages watch: of several devices the variables that their page shows, and nothing else. Decision 28.
import type { EquipmentId, OrgId, PageId, ProjectId } from '../../contract/fields.ts'
import type { GatewayAlarm, SignalVal } from '../../contract/sockets.ts'
import type { Derived } from './derive.ts'

/** What the token of a page's socket allows. */
export type PageTicket = {
  orgId: OrgId
  pageId: PageId
  projectId: ProjectId
  /** What it was resolved from: another one, and it is to be resolved anew. */
  stand: string
  sessionHash: string
  devices: readonly PageDevice[]
  /** Intermediate variables that are shown. */
  mvars: readonly Derived[]
}
type PageDevice = {
  equipmentId: EquipmentId
  /** The account sees the device itself, not through the project alone. */
  isOwn: boolean
  gateway: Pick<GatewayAlarm, 'state' | 'vpn'> | undefined
  /** The variables that are shown. */
  ids: ReadonlySet<number>
}

/** Which variables of a device a socket is told of. Equal `key`, equal `ids`. */
export type Shows = { key: string; ids: ReadonlySet<number> }

export const showsOf = (ids: ReadonlySet<number>): Shows => ({ key: [...ids].sort((a, b) => a - b).join(), ids })

/** The same message with these variables alone; nothing where it has none of them. */
export function narrowed<M extends SignalVal>(message: M, { ids: shown }: Shows): M | undefined {
  const at: number[] = []
  for (let i = 0; i < message.ids.length; i += 1) if (shown.has(message.ids[i]!)) at.push(i)
  if (at.length === 0) return undefined
  if (at.length === message.ids.length) return message
  const of = <T>(column: readonly T[]) => at.map((i) => column[i]!)
  const { ids, values, times, codes } = message
  const columns = { ids: of(ids), values: of(values), times: of(times) }
  return { ...message, ...columns, ...(codes && { codes: of(codes) }) }
}
