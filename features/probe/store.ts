import type { OrgDb } from '../../db/org-db.ts'
import type { DriverDraft } from './contract.ts'

/** One of our devices with the gateway that serves it and, if asked for, one of its saved drivers; or nothing. */
export async function loadTarget(org: OrgDb, equipmentId: number, driverId: number | null) {
  const row = await org
    .from('equipment')
    .leftJoin('binding', (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin('gateway', 'gateway.id', 'binding.gatewayId')
    .leftJoin('driver', (join) => join.onRef('driver.equipmentId', '=', 'equipment.id').on('driver.id', '=', driverId))
    .select([
      'equipment.name as equipmentName',
      'gateway.id as gatewayId',
      'gateway.sn',
      'gateway.abilities',
      'gateway.state',
      'gateway.vpn',
      'gateway.mode',
      'driver.spec as driver',
    ])
    .where('equipment.id', '=', equipmentId)
    .executeTakeFirst()
  return row && { ...row, driver: row.driver as unknown as DriverDraft | null }
}

/** How many readings an account has asked for since. */
export async function countProbes(org: OrgDb, accountId: number, since: number): Promise<number> {
  const { count } = await org
    .from('command')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('command.kind', '=', 'probe')
    .where('command.accountId', '=', accountId)
    .where('command.createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
