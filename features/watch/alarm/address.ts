// The state of the page in its address: view, filter, page number and opened alarm.
import { alarmKinds } from '../../../contract/alarm-kinds.ts'
import { alarmLevels } from '../../../contract/equipment-config.ts'
import { AlarmId, EquipmentId, GroupId } from '../../../contract/fields.ts'
import { type Search, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { type AlarmFilter, type AlarmRow, alarmViews } from './contract.ts'

const listOf = <V extends string>(all: readonly V[], text: string | undefined): V[] =>
  all.filter((each) => text?.split(',').includes(each))

const instant = (text: string | undefined): number | null => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)

/** Reads the filter from an address; ignores values that are not valid. */
export function filterOf(search: Search): AlarmFilter {
  const levels = listOf(alarmLevels, search.levels)
  const kinds = listOf(alarmKinds, search.kinds)
  return {
    view: alarmViews.find((view) => view === search.view) ?? 'open',
    levels: levels.length > 0 ? levels : null,
    kinds: kinds.length > 0 ? kinds : null,
    equipmentId: EquipmentId.safeParse(search.equipment).data ?? null,
    groupId: GroupId.safeParse(search.group).data ?? null,
    ruleId: null,
    keyword: search.word?.slice(0, 50) || null,
    from: instant(search.from),
    to: instant(search.to),
  }
}

/** The inverse of `filterOf`; empty texts for values that are not set. */
export const searchOf = ({ view, levels, kinds, equipmentId, groupId, keyword, from, to }: AlarmFilter) => ({
  view: view === 'open' ? '' : view,
  levels: levels?.join(',') ?? '',
  kinds: kinds?.join(',') ?? '',
  equipment: equipmentId ? String(equipmentId) : '',
  group: groupId ? String(groupId) : '',
  word: keyword ?? '',
  from: from == null ? '' : String(from),
  to: to == null ? '' : String(to),
})

export const isNarrowed = ({ view: _, ...filter }: AlarmFilter): boolean =>
  Object.values(filter).some((value) => value !== null && value !== undefined)

/** The opened alarm, or `undefined`. */
export const openedIn = (search: Search): AlarmId | undefined => AlarmId.safeParse(search.alarm).data

/** The address of the device of an alarm, with the alarm opened. */
export const deviceOf = ({ equipmentId, id }: Pick<AlarmRow, 'equipmentId' | 'id'>): string =>
  pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: equipmentId, alarm: id })

/** The address of an intermediate variable, with its alarm rules opened. */
export const mvarOf = ({ id, projectId }: { id: number; projectId: number }): string =>
  withSearch('/manage/eg/project/list', { id: projectId, tab: 'mvars', alarms: id })
