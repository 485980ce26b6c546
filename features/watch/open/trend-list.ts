// Ten-minute trends of variables of many devices, for lists.
import type { EquipmentId, SignalId } from '../../../contract/fields.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { token } from '../../frame/token.ts'

export type TrendWanted = {
  equipmentId: EquipmentId
  signalId: SignalId
  /** Until when the device's gateway is known to have read, epoch ms: now while it is online. */
  knownTo: number
}

/** [epoch ms, value], oldest first. */
export type Trend = [at: number, value: number][]

/** Returns trends by variable: live values, with stored ones where those leave gaps. */
type ListTrends = (
  call: Pick<OpenCall, 'sight' | 'live' | 'history' | 'now'>,
  wanted: readonly TrendWanted[],
) => Promise<ReadonlyMap<number, Trend>>

export const listTrends = token<ListTrends>('trends of lists')
