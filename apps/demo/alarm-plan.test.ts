import { describe, expect, test } from 'vitest'
import { type EquipmentConfig, Signal } from '../../contract/equipment-config.ts'
import { AlarmRuleDraft } from '../../features/device/alarm-rules/contract.ts'
import { alarmFaults } from '../../features/device/alarm-rules/rules.ts'
import { stationKeys, stationMaps } from '../../plant/waterworks/registers.ts'
import { alarmPlan, ruleDraftOf, wordsOf } from './alarm-plan.ts'
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

describe.each(stationKeys)('the alarm rules of %s', (station) => {
  const config = configOf(station)
  const idOf = (name: string) => config.signals.find((signal) => signal.name === name)?.id as number | undefined
  const plan = alarmPlan(station)

  test('are right, every one, with names of their own', () => {
    for (const planned of plan) {
      const draft = AlarmRuleDraft.parse(ruleDraftOf(planned, { equipmentId: 1, idOf }))
      expect(alarmFaults(draft, config, 1)).toEqual([])
    }
    expect(new Set(plan.map(({ names }) => names.en)).size).toBe(plan.length)
    expect(plan.length).toBeGreaterThan(0)
  })

  test('speak both languages', () => {
    for (const { en, 'zh-cn': zh } of plan.flatMap(wordsOf)) {
      expect(en).not.toMatch(/\p{Script=Han}/u)
      expect(zh).toMatch(/\p{Script=Han}/u)
      const marks = (text: string) => (text.match(/\{[^}]*\}/g) ?? []).sort()
      expect(marks(zh)).toEqual(marks(en))
    }
  })

  test('are left out for a variable that a user removed', () => {
    const without = plan.map((planned) => ruleDraftOf(planned, { equipmentId: 1, idOf: () => undefined }))
    expect(without.filter((draft) => draft !== undefined).every((draft) => draft.condition.kind === 'offline')).toBe(
      true,
    )
  })
})
