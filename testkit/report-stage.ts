// Two stations and a project of them, with a stored history of two hours, for tests of custom reports.
import { expect } from 'vitest'
import type { InputOf } from '../contract/endpoint.ts'
import type { addCustomReport } from '../features/project/report/contract.ts'
import { eventually } from './eventually.ts'
import { addReport } from './reports.ts'
import { type TestServer, testServer } from './server.ts'
import { liveSite, type Site } from './site.ts'

/** The present time of the tests: 13:20 in the time zone of the report. */
export const now = Date.UTC(2026, 2, 1, 13, 20)
export const hour = (h: number, minute = 0) => Date.UTC(2026, 2, 1, h, minute)

export type ReportStage = {
  server: TestServer
  intake: Site
  works: Site /** A site of the same company that is in no project. */
  other: Site
}

export async function startReportStage(): Promise<ReportStage> {
  const server = await testServer({ loginsPerMinute: 1000, now: () => now })
  const intake = await liveSite(server, 'Intake')
  const works = await liveSite(server, 'Works')
  const other = await liveSite(server, 'Other')
  const change = await addReport(server.admin, intake.equipmentId, { mode: 'change', columns: ['Pump', 'Level'] })
  const [pump, level] = change.columnIds as unknown as number[]
  const counter = await addReport(server.admin, works.equipmentId, { mode: 'change', columns: ['Setpoint'] })
  const [energy] = counter.columnIds as unknown as number[]
  // The pump's readings stop after two hours; the counter is read each hour except at 11:00.
  const pumpAt: [number, boolean][] = [
    [hour(9), false],
    [hour(10), true],
    [hour(12), false],
  ]
  for (const [at, value] of pumpAt) await intake.box.record({ [pump!]: value, [level!]: 4 }, { at })
  for (const [at, value] of [
    [hour(9, 59), 100],
    [hour(10, 59), 130],
    [hour(12, 59), 190],
    [hour(13, 10), 192],
  ] as const)
    await works.box.record({ [energy!]: value }, { at })
  // Acknowledged records are committed.
  await eventually(() => expect([intake.box.acked(), works.box.acked()]).toEqual([3, 4]))
  return { server, intake, works, other }
}

export async function stopReportStage({ server, intake, works, other }: ReportStage): Promise<void> {
  for (const { box } of [intake, works, other]) await box[Symbol.asyncDispose]()
  await server.stop()
}

export const signalRef = (site: Site, name: string) => `\${${site.equipmentId}.${site.id(name)}}`
export type Draft = Omit<InputOf<typeof addCustomReport>, 'projectId'>

/** Energy by the hour, running hours, and power calculated from both. */
export const energyReport = (
  { intake, works }: Pick<ReportStage, 'intake' | 'works'>,
  more: Partial<Draft> = {},
): Draft => ({
  ...{ title: 'Energy', bucket: { unit: 'hour' }, zone: 'UTC' },
  fields: [
    { key: 'energy', title: 'Energy', unit: 'kWh', decimals: 1, expression: `delta(${signalRef(works, 'Setpoint')})` },
    { key: 'hours', title: 'Running', unit: 'h', expression: `hours(${signalRef(intake, 'Pump')})` },
    { key: 'power', title: '=Power', unit: 'kW', decimals: 1, expression: '{energy} / {hours}' },
  ],
  ...more,
})
