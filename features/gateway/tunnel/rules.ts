// What a remote download may reach, and how one that is over is told. Pure.
import type { DriverId } from '../../../contract/fields.ts'
import { targetOf } from '../../../drivers/target.ts'
import type { TunnelPast, TunnelTarget } from './contract.ts'

type Driver = { id: DriverId; name: string; type: string; params: object }

/** One line a driver that names a place on the network. */
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
