import { describe, expect, it } from 'vitest'
import { configHash, gatewayConfigHash } from '../../../contract/config-hash.ts'
import { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { EquipmentId } from '../../../contract/fields.ts'
import { gatewayConfigOf, hashedOf, readConfig } from '../../frame/config.ts'
import type { ScriptDraft } from './contract.ts'
import { askedIn, namesIn, scriptFaults, scriptPart, tidyScript } from './rules.ts'

const signal = (id: number, name: string, access = 'rw') => ({
  ...{ id, driverId: 1, name, title: `The ${name}`, address: `H:${id}`, dataType: 'float32', access },
})
const config = EquipmentConfig.parse({
  drivers: [{ id: 1, name: 'PLC', type: 'modbus-tcp', params: { host: 'a', port: 502 } }],
  signals: [signal(1, 'Level', 'r'), signal(2, 'Setpoint'), signal(3, 'Pulse', 'w'), signal(4, 'Other')],
  scripts: [
    {
      id: 7,
      name: 'Follow',
      source: "write('Setpoint', read('Level').value)",
      trigger: { kind: 'period', everyMs: 1000 },
    },
  ],
})
const draft = (more: object): ScriptDraft =>
  ({ id: null, name: 'New', source: '1', trigger: { kind: 'start' }, ...more }) as ScriptDraft
const faultsOf = (more: object) => scriptFaults(draft(more), config).map(({ field, line }) => [field, line])

describe('a script', () => {
  it.each([
    ['is fine', {}, []],
    ['needs a name', { name: ' ' }, [['name', undefined]]],
    ['needs a name of its own', { name: 'follow' }, [['name', undefined]]],
    ['needs a source', { source: ' \n' }, [['source', undefined]]],
    ['reads what there is', { source: "\nread('Nowhere')" }, [['source', 2]]],
    ['writes what may be written', { source: "write('Setpoint', 1); write('Pulse', 1)" }, []],
    ['does not write what is read-only', { source: "1\n\nwrite('Level', 1)" }, [['source', 3]]],
    ['starts by variables', { trigger: { kind: 'change', signalIds: [] } }, [['trigger.signalIds', undefined]]],
    ['that there are', { trigger: { kind: 'change', signalIds: [9] } }, [['trigger.signalIds', undefined]]],
    ['and that are read', { trigger: { kind: 'change', signalIds: [3] } }, [['trigger.signalIds', undefined]]],
    ['or by others', { trigger: { kind: 'change', signalIds: [1, 2] } }, []],
  ])('%s', (_what, more, faults) => {
    expect(faultsOf(more)).toEqual(faults)
  })

  it('rejects renaming, removing or protecting variables that it uses', () => {
    const of = { equipmentId: 1, language: 'en', indexOf: () => -1 } as const
    const change = (signals: object[]) => scriptPart.faultOf?.({ ...config, signals: signals as never }, of)
    expect(change(config.signals)).toBeUndefined()
    const renamed = config.signals.map((each) => (each.id === 1 ? { ...each, name: 'Height' } : each))
    expect(change(renamed)?.details).toEqual({ reason: 'script “Follow”: the device has no variable “Level”' })
    const fixed = config.signals.map((each) => (each.id === 2 ? { ...each, access: 'r' } : each))
    expect(change(fixed)?.details).toEqual({ reason: 'script “Follow”: “Setpoint” is read-only' })
  })
})

describe('the names in a source', () => {
  it('are words equal to the name of a variable', () => {
    const names = namesIn("const name = 'Level'; read(name); // Other\nSetpoints", config.signals)
    expect([...names]).toEqual([
      ['Level', 1],
      ['Other', 4],
    ])
  })

  it('are found as literal arguments of read and write', () => {
    expect(askedIn('read("A"); \n write ( `B` , 1); read(c); read(`${d}`)')).toEqual([
      { act: 'read', name: 'A', line: 1 },
      { act: 'write', name: 'B', line: 2 },
    ])
  })
})

describe('the scripts sent to a gateway', () => {
  const sent = (scripts: object[]) =>
    gatewayConfigOf(EquipmentConfig.parse({ ...config, scripts }), 'UTC', EquipmentId.parse(1))

  it('have ids of variables; disabled scripts are omitted', () => {
    const { scripts } = sent([
      ...config.scripts,
      { id: 8, name: 'Off', source: '1', trigger: { kind: 'start' }, enabled: false },
      { id: 9, name: 'Changes', source: 'log(1)', trigger: { kind: 'change', signalIds: [2, 1] } },
      { id: 10, name: 'Start', source: 'log(1)', trigger: { kind: 'start' } },
    ])
    expect(scripts).toEqual([
      { id: 7, source: config.scripts[0]!.source, names: { Level: 1, Setpoint: 2 }, everyMs: 1000 },
      { id: 9, source: 'log(1)', names: {}, onChange: [2, 1] },
      { id: 10, source: 'log(1)', names: {}, atStart: true },
    ])
  })

  it('do not exist in a configuration without scripts', () => {
    const { scripts: _, ...before } = config
    expect(sent([])).toEqual(gatewayConfigOf(readConfig(before), 'UTC', EquipmentId.parse(1)))
    expect(gatewayConfigHash(sent([]))).not.toBe(gatewayConfigHash(sent([...config.scripts])))
    expect(configHash(hashedOf({ ...config, scripts: [] }))).toBe(configHash(hashedOf(before as never)))
  })
})

it('a script is saved without default values', () => {
  const trigger = { kind: 'change', signalIds: [1, 1] }
  expect(tidyScript(draft({ trigger, enabled: true }))).toEqual({
    ...{ name: 'New', source: '1', trigger: { kind: 'change', signalIds: [1] } },
  })
  expect(tidyScript(draft({ enabled: false }))).toMatchObject({ enabled: false })
})
