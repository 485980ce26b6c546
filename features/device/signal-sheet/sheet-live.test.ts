import { describe, expect, it } from 'vitest'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { newFrom, rowsOf } from './sheet.ts'
import { noLiveOf, notRunning, type Running, runsDriver } from './sheet-live.ts'

const signal = (id: number, driverId: number) => ({
  id,
  driverId,
  name: `V${id}`,
  title: `Value ${id}`,
  address: `H:${id}`,
  dataType: 'int16' as const,
  access: 'r' as const,
})
const config = {
  drivers: [
    { id: 1, name: 'PLC', type: 'modbus-tcp', params: {} },
    { id: 2, name: 'Meter', type: 'modbus-tcp', params: {} },
  ],
  signals: [signal(11, 1), signal(12, 1), signal(21, 2)],
  reports: [],
} as unknown as EquipmentConfig

describe('saved variables that the gateway does not run', () => {
  it.each<[string, Running, number[]]>([
    ['none once both match', 'match', []],
    ['all without a gateway', 'unbound', [11, 12, 21]],
    ['all while the gateway never spoke', 'unknown', [11, 12, 21]],
    ['those that would change', [{ kind: 'changed', object: 'signal', name: 'V12' }], [12]],
    ['those that would be added', [{ kind: 'added', object: 'signal', name: 'V21' }], [21]],
    ['all of a driver that would change', [{ kind: 'changed', object: 'driver', name: 'PLC' }], [11, 12]],
    ['none because a report or the zone would change', [{ kind: 'changed', object: 'zone', name: 'zone' }], []],
    ['none because something goes', [{ kind: 'removed', object: 'signal', name: 'V11' }], []],
  ])('are %s', (_, running, ids) => {
    expect([...notRunning(config, running)]).toEqual(ids)
  })
})

describe('whether faults of a driver are shown', () => {
  it.each<[string, Running, boolean]>([
    ['runs as it is saved', 'match', true],
    ['is not known to run', 'unknown', false],
    ['has no gateway', 'unbound', false],
    ['would change', [{ kind: 'changed', object: 'driver', name: 'PLC' }], false],
    ['would be added', [{ kind: 'added', object: 'driver', name: 'PLC' }], false],
    ['stays while another goes', [{ kind: 'removed', object: 'driver', name: 'Meter' }], true],
    ['stays while a variable of the same name changes', [{ kind: 'changed', object: 'signal', name: 'PLC' }], true],
  ])('%s', (_, running, isRun) => expect(runsDriver(running, 'PLC')).toBe(isRun))
})

describe('a row of the sheet', () => {
  const saved = rowsOf(config)[0]!
  const known = { isBound: true, waiting: new Set<number>() }
  const edited = (cells: Partial<typeof saved.cells>) => ({ ...saved, cells: { ...saved.cells, ...cells } })

  it('shows the live value if the variable is saved and runs', () => {
    expect(noLiveOf(saved, saved, known)).toBeUndefined()
    expect(noLiveOf(edited({ title: 'Another name', unit: 'm', min: '0' }), saved, known)).toBeUndefined()
  })

  it.each(['address', 'dataType', 'access', 'driver', 'scale', 'offset', 'length'] as const)(
    'is not saved while its %s is another',
    (column) => expect(noLiveOf(edited({ [column]: '7' }), saved, known)).toBe('notSaved'),
  )

  it('is not saved while new', () => {
    expect(noLiveOf({ ...saved, key: newFrom }, undefined, known)).toBe('notSaved')
  })

  it('reports a missing synchronisation or gateway', () => {
    expect(noLiveOf(saved, saved, { isBound: true, waiting: new Set([11]) })).toBe('notSynced')
    expect(noLiveOf(saved, saved, { isBound: false, waiting: new Set([11]) })).toBe('noGateway')
  })
})
