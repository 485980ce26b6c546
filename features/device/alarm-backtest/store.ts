// Database reads of a backtest: the newest configuration of the device, and the columns that store its variables.
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import type { Period, StorageMode } from '../../../contract/gateway-config.ts'
import type { Sight } from '../../../db/sight.ts'
import { readConfig } from '../../frame/config.ts'
import type { StoredColumn } from './past-readings.ts'

export async function loadConfig(sight: Sight, equipmentId: EquipmentId): Promise<EquipmentConfig> {
  const row = await sight
    .from('configVersion')
    .select('content')
    .where('objectType', '=', 'equipment')
    .where('objectId', '=', equipmentId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return readConfig((row?.content as object | undefined) ?? null)
}

/** Loads all gateways that were ever bound to the device. */
export async function loadGatewayIds(sight: Sight, equipmentId: EquipmentId): Promise<GatewayId[]> {
  const rows = await sight
    .from('binding')
    .select('binding.gatewayId')
    .distinct()
    .where('binding.equipmentId', '=', equipmentId)
    .execute()
  return rows.map(({ gatewayId }) => gatewayId)
}

const unitMs = {
  second: 1000,
  minute: 60_000,
  hour: 3600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_678_400_000,
}

/** Columns that store the raw values of these variables, also those of deleted reports. */
export async function loadStored(
  sight: Sight,
  equipmentId: EquipmentId,
  signalIds: readonly number[],
): Promise<StoredColumn[]> {
  if (signalIds.length === 0) return []
  const rows = await sight
    .from('historyColumn')
    .innerJoin(sight.table('historyReport'), 'historyReport.id', 'historyColumn.reportId')
    .select(['historyColumn.id', 'historyColumn.signalId', 'historyReport.spec'])
    .where('historyColumn.equipmentId', '=', equipmentId)
    .where('historyColumn.aggregation', 'is', null)
    .where('historyColumn.signalId', 'in', signalIds as never[])
    .orderBy('historyColumn.id')
    .execute()
  return rows.map(({ id, signalId, spec }) => {
    const { mode, period } = spec as unknown as { mode: StorageMode; period?: Period | null }
    const isByClock = (mode === 'periodic' || mode === 'interval') && period
    return { id, signalId, periodMs: isByClock ? period.every * unitMs[period.unit] : null }
  })
}
