// An export, from the request to its bytes.
import type { z } from 'zod'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { tableAnswer } from '../../../core/table-file.ts'
import type { Call, StreamAnswer } from '../../frame/serve.ts'
import {
  type Column,
  columnsOf,
  countsOf,
  type Device,
  mustCut,
  openDevice,
  refuse,
  reportOf,
  scopeOf,
} from '../history/part-reading.ts'
import { cannotDraw } from '../history/rules.ts'
import type { exportHistory } from './contract.ts'
import { deviceClock } from './device-clock.ts'
import { createExportJobs, type Progress } from './export-jobs.ts'
import { exportTable } from './export-rows.ts'

type Input = z.output<(typeof exportHistory)['input']>

/** All running exports of this process. */
export const jobs = createExportJobs()

/** Columns of a report, or requested by variable or column id; at most as many as a report can have. */
async function columnsAsked({ sight, language }: Call, input: Input): Promise<{ columns: Column[]; title: string }> {
  const { equipmentId, reportId, signalIds, columnIds } = input
  if (reportId !== undefined) {
    const { report, columns } = await reportOf(sight, equipmentId, reportId)
    return { columns, title: report.name }
  }
  if (signalIds.length + columnIds.length === 0) throw badField('reportId', 'missing', language)
  refuse(cannotDraw(new Set(signalIds).size + new Set(columnIds).size, limits.columnsPerReport))
  return { columns: await columnsOf(sight, input), title: '' }
}

/** The name of an exported file: `Pump station Daily 2026-03-01 2026-03-31`. */
function nameOf({ name, zone }: Device, title: string, { from, to }: Input): string {
  const clock = deviceClock(zone)
  const days = [from, to].map((at) => clock.text(at).slice(0, 10))
  return [name, title, ...days].filter((word) => word !== '').join(' ')
}

/** 1101, 10002, 10009, 10010, 10011; 10001 when neither a report nor a variable is named. */
export async function openExport(input: Input, call: Call): Promise<StreamAnswer> {
  const { from, to, format, exportId, interval } = input
  const { sight, history, language, signal, user } = call
  const device = await openDevice(sight, input)
  const { columns, title } = await columnsAsked(call, input)
  const counts = await countsOf(call, device, columns, input)
  const shown = columns.filter(({ removedAt }, c) => removedAt === null || counts[c]! > 0)
  const name = nameOf(device, title, input)
  const intervals = interval && mustCut(interval, device, input)
  const query = { ...scopeOf(sight, device, shown), from: intervals?.[0]?.from ?? from, to }

  let progress: Progress | undefined
  const onRows = (rows: number) => {
    if (!progress) return
    progress.rows += rows
    progress.total = Math.max(progress.total, progress.rows)
  }
  const clock = deviceClock(device.zone)
  const table = exportTable(history, query, shown, { language, clock, signal, onRows, intervals })
  const { body, ...file } = tableAnswer(format, name, table)
  const work = (own: Progress) => {
    progress = own
    progress.total = Math.max(0, ...counts)
    return body
  }
  const who = { accountId: user.accountId, orgId: sight.orgId, exportId, signal }
  return { ...file, body: jobs.run(who, work) }
}
