import { describe, expect, it } from 'vitest'
import { checkDriver, problemText } from './check-driver.ts'

const signal = { id: 7, address: '40001', dataType: 'int16', access: 'r' } as const
const driver = { id: 1, type: 'modbus-tcp', params: { host: 'plc' }, signals: [signal] }

describe('checking a configured driver', () => {
  it('fills in the defaults of its parameters', () => {
    const checked = checkDriver(driver)
    expect('params' in checked && checked.params).toMatchObject({ host: 'plc', port: 502, unitId: 1 })
  })

  it.each([
    [{ ...driver, type: 'abacus' }, 'unknown driver type abacus'],
    [{ ...driver, params: { host: 'plc', port: 0 } }, 'parameter port'],
    [{ ...driver, params: {} }, 'parameter host'],
    [{ ...driver, signals: [{ ...signal, address: '9' }] }, 'signal 7: address: Write it as'],
    [{ ...driver, signals: [{ ...signal, dataType: 'bool' as const }] }, 'signal 7: address: A bool in a register'],
    [{ ...driver, signals: [{ ...signal, address: '30001', access: 'rw' as const }] }, 'signal 7: access: Inputs are'],
  ])('reports the problem (%#)', (broken, text) => {
    const checked = checkDriver(broken)
    expect('problems' in checked && checked.problems.map(problemText).join()).toContain(text)
  })

  it('reports every wrong point, not only the first', () => {
    const checked = checkDriver({ ...driver, signals: [1, 2, 3].map((id) => ({ ...signal, id, address: 'x' })) })
    expect('problems' in checked && checked.problems).toHaveLength(3)
  })
})
