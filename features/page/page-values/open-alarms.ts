// The open alarms of a page's devices, for the list beside its values. Pure.
import { limits } from '../../../contract/limits.ts'
import type { AlarmLine, AlarmsService, Ending } from '../../../widgets/services.ts'

/** Maximum number of alarms that are requested; the rest is counted. */
const mostAsked = 100

/**
 * The devices whose alarms are listed. `all`: all that the viewer can see; on a page of a project, those of the
 * project.
 */
export type Devices = readonly number[] | 'all'

export type OpenAlarms = { total: number; rows: readonly AlarmLine[] }

const order = { severe: 0, important: 1, normal: 2 } as const
const severestFirst = (a: AlarmLine, b: AlarmLine): number =>
  order[a.level] - order[b.level] || b.raisedAt - a.raisedAt || b.id - a.id

/**
 * Most severe first, then newest; null if alarms are not available. A call accepts few devices: a longer list needs
 * several calls.
 */
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
