// The open alarms of the devices of a page, as they are read beside its values. Pure.
import { limits } from '../../../contract/limits.ts'
import type { AlarmLine, AlarmsService, Ending } from '../../../widgets/services.ts'

/** Asked for; of more only the number is told. */
const mostAsked = 100

/** `all`: those that the viewer sees, on a page of a project those of the project. */
export type Devices = readonly number[] | 'all'

export type OpenAlarms = { total: number; rows: readonly AlarmLine[] }

const order = { severe: 0, important: 1, normal: 2 } as const
const severestFirst = (a: AlarmLine, b: AlarmLine): number =>
  order[a.level] - order[b.level] || b.raisedAt - a.raisedAt || b.id - a.id

/** Severest first, of one severity the newest; null where nobody tells them. A call takes few devices: of many it is asked several times. */
export async function openAlarmsOf(
  alarms: Pick<AlarmsService, 'open'>,
  equipmentIds: Devices,
  ending?: Ending,
): Promise<OpenAlarms | null> {
  const { open } = alarms
  if (!open) return null
  const parts: number[][] = equipmentIds === 'all' ? [[]] : []
  for (let at = 0; equipmentIds !== 'all' && at < equipmentIds.length; at += limits.alarmDevices)
    parts.push(equipmentIds.slice(at, at + limits.alarmDevices))
  const told = await Promise.all(parts.map((ids) => open({ equipmentIds: ids, most: mostAsked }, ending)))
  return {
    total: told.reduce((sum, { total }) => sum + total, 0),
    rows: told.flatMap(({ rows }) => rows).sort(severestFirst),
  }
}
