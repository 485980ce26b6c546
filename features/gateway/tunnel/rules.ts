// Targets of a remote download, and a finished one as the page shows it. Pure.
import type { DriverId } from '../../../contract/fields.ts'
import { targetOf } from '../../../drivers/target.ts'
import type { TunnelPast, TunnelTarget } from './contract.ts'

type Driver = { id: DriverId; name: string; type: string; params: object }

/** The possible targets, one for each driver with a network address. */
export const targetsOf = (drivers: readonly Driver[]): TunnelTarget[] =>
  drivers.flatMap(({ id, name, type, params }) => {
    const target = targetOf(params)
    return target ? [{ driverId: id, name, type, ...target }] : []
  })

type Ended = Omit<TunnelPast, 'reason' | 'endedAt' | 'why'> & {
  endedAt: number | null
  why: TunnelPast['why'] | null
}

export function pastOf(row: Ended, reason: string): TunnelPast | null {
  const { loginname, host, port, createdAt, endedAt, why, bytesUp, bytesDown } = row
  if (endedAt === null || why === null) return null
  return { loginname, host, port, createdAt, endedAt, why, reason, bytesUp, bytesDown }
}
