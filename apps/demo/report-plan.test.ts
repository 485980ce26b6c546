import { describe, expect, it, test } from 'vitest'
import { type EquipmentConfig, Signal } from '../../contract/equipment-config.ts'
import { limits } from '../../contract/limits.ts'
import { ReportDraft } from '../../features/device/report/contract.ts'
import { pointsPerDay } from '../../features/device/report/estimate.ts'
import { reportFaults } from '../../features/device/report/rules.ts'
import { stationKeys, stationMaps } from '../../plant/waterworks/registers.ts'
import { draftOf, reportPlan } from './report-plan.ts'
import { variableOf } from './station.ts'

const configOf = (station: (typeof stationKeys)[number]): EquipmentConfig => ({
  drivers: [],
  signals: stationMaps[station].registers.map((register, index) =>
    Signal.parse({ id: index + 1, ...variableOf(register, 1) }),
  ),
  reports: [],
  alarms: [],
  scripts: [],
})

describe.each(stationKeys)('the reports of %s', (station) => {
  const config = configOf(station)
  const plan = reportPlan(station)
  const draft = (planned: (typeof plan)[number]) =>
    ReportDraft.parse(draftOf(planned, (name) => config.signals.find((signal) => signal.name === name)?.id ?? 0))

  it.each(plan.map((planned) => [planned.names.en, planned] as const))('%s is right as it is', (_, planned) => {
    expect(reportFaults(draft(planned), config, 1)).toEqual([])
    expect(planned.columns.length).toBeLessThanOrEqual(limits.columnsPerReport)
    expect(planned.names['zh-cn']).toMatch(/\p{Script=Han}/u)
  })

  test('have names of their own in both languages', () => {
    for (const language of ['en', 'zh-cn'] as const)
      expect(new Set(plan.map(({ names }) => names[language])).size).toBe(plan.length)
  })

  test('store every variable with a meaningful history', () => {
    const stored = new Set(plan.flatMap(({ columns }) => columns.map(({ signal }) => signal)))
    const left = config.signals.filter(({ name }) => !stored.has(name)).map(({ name }) => name)
    expect(left.filter((name) => !/^(plc|serial|heartbeat|station|rakeNow)/.test(name))).toEqual([])
  })
})

test('a month of all stations is at most 40 million values', () => {
  const day = stationKeys
    .flatMap(reportPlan)
    // Slowly changing variables are bounded by their interval alone; a state changes a few times an hour.
    .map((planned) =>
      planned.mode === 'change' ? 24 * 4 * planned.columns.length : (pointsPerDay(planned as never)?.points ?? 0),
    )
    .reduce((sum, points) => sum + points, 0)
  expect(day * 30).toBeLessThan(40e6)
  expect(day * 30).toBeGreaterThan(10e6)
})
