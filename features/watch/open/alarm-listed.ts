// Alarm lists and files, for calls on visible devices and for project pages with an alarm table.
import type { z } from 'zod'
import type { AlarmMethod } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import { type TableFormat, tableAnswer } from '../../../core/table-file.ts'
import type { Sight } from '../../../db/sight.ts'
import { formatDate } from '../../../ui/format.ts'
import type { Call, ChangeCall, OpenCall, StreamAnswer } from '../../frame/serve.ts'
import { sender } from '../../platform/verification/contract.ts'
import { actOnAlarms } from '../alarm/act.ts'
import { alarmWords } from '../alarm/alarm-words.ts'
import { type AlarmNarrowing, type AlarmScreen, type acknowledgeAlarms, alarmScreens } from '../alarm/contract.ts'
import { alarmTable, type ExportedRow } from '../alarm/export-rows.ts'
import { streamAlarms } from '../alarm/export-store.ts'
import { mustSpan } from '../alarm/rules.ts'
import { countOpen, loadAlarms } from '../alarm/store.ts'
import { withTold } from '../alarm/told-store.ts'

/** Throws noAlarmAccess if the caller may not open alarms from that screen. [S6] */
function mustOpen(screen: AlarmScreen | undefined, { auths }: OpenCall['asker']): void {
  if (screen && !auths.includes(alarmScreens[screen])) throw fail('noAlarmAccess')
}

/** Methods by which the platform sends; without a provider it only stores messages. */
export const isSentBy =
  (use: OpenCall['use']) =>
  (method: AlarmMethod): boolean =>
    method === 'push' || use(sender).by(method) === 'provider'

export async function listedAlarms(
  { openedFrom, ...filter }: Parameters<typeof loadAlarms>[1] & { openedFrom?: AlarmScreen | undefined },
  { sight, asker, now, use }: Pick<OpenCall, 'sight' | 'asker' | 'now' | 'use'>,
) {
  mustOpen(openedFrom, asker)
  mustSpan(filter, now())
  const page = await loadAlarms(sight, filter, now())
  return { ...page, rows: await withTold(sight, page.rows, { ...asker, isSent: isSentBy(use) }) }
}

/**
 * The open alarms that the caller may see, for a screen on which they cannot be changed: counts by severity, and the
 * first alarms.
 */
export async function standingAlarms(sight: Sight, most: number, now: number) {
  const { rows } = await loadAlarms(sight, { view: 'open', keyword: null, pageNo: 1, pageSize: most }, now)
  return { counts: await countOpen(sight, null, now), rows }
}

/** The alarms of a filter as a file; `shown` removes what the caller may not see of a row. */
export async function alarmFile(
  { format, zone: wanted, ...filter }: AlarmNarrowing & { format: TableFormat; zone?: string | undefined },
  { sight, user, language, now }: Pick<Call, 'sight' | 'user' | 'language' | 'now'>,
  shown: (row: ExportedRow) => ExportedRow = (row) => row,
): Promise<StreamAnswer> {
  mustSpan(filter, now())
  const zone = wanted ?? user.zone
  const name = `${alarmWords[language].exportName} ${formatDate(now(), zone)}`
  return tableAnswer(format, name, alarmTable(streamAlarms(sight, filter, now()), { language, zone }, shown))
}

/** Acknowledges alarms. [S4 confirm] */
export const confirmAlarms = (input: z.output<typeof acknowledgeAlarms.input>, call: ChangeCall) =>
  actOnAlarms('acknowledged', input, call)
