import { describe, expect, it, test } from 'vitest'
import { about } from './about.ts'
import { initialS7, S7Params } from './params.ts'
import { tsapsOf } from './tsap.ts'

const hexOf = (changed: Partial<S7Params>) => {
  const { local, remote } = tsapsOf({ ...initialS7, ...changed })
  return [local, remote].map((tsap) => tsap.toString(16).padStart(4, '0'))
}

describe('the TSAPs', () => {
  it.each<[Partial<S7Params>, string, string]>([
    [{}, '0100', '0301'],
    [{ model: '300' }, '0100', '0302'],
    [{ model: '400' }, '0100', '0303'],
    [{ model: '400', rack: 1, slot: 4 }, '0100', '0324'],
    [{ model: '1500' }, '0100', '0301'],
    [{ model: '1500', slot: 0 }, '0100', '0300'],
    [{ model: '200smart' }, '0100', '0301'],
    [{ model: '300', connection: 'pg' }, '0100', '0102'],
    [{ model: '300', connection: 'op' }, '0100', '0202'],
    [{ rack: 7, slot: 31 }, '0100', '03ff'],
    [{ model: 'logo', localTsap: '03.00', remoteTsap: '02.00' }, '0300', '0200'],
    [{ model: '200smart', localTsap: '10.00', remoteTsap: '10.1' }, '1000', '1001'],
    [{ remoteTsap: 'Fe.dC' }, '0100', 'fedc'],
  ])('of %o', (changed, local, remote) => {
    expect(hexOf(changed)).toEqual([local, remote])
  })
})

describe('parameters', () => {
  const isValid = (changed: object) => S7Params.safeParse({ ...initialS7, ...changed }).success

  test('that are typed for a TSAP are two hexadecimal bytes', () => {
    for (const remoteTsap of ['', '10.00', ' 3.1 ']) expect(isValid({ remoteTsap })).toBe(true)
    for (const remoteTsap of ['1000', '10.0g', '100.0', '10', '.', '10.00.'])
      expect(isValid({ remoteTsap })).toBe(false)
  })

  test('of LOGO! and CP 243-1 include both TSAPs', () => {
    expect(isValid({ model: 'logo', localTsap: '03.00', remoteTsap: '02.00' })).toBe(true)
    const { error } = S7Params.safeParse({ ...initialS7, model: 'logo', localTsap: '03.00' })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['remoteTsap'])
  })

  test('have bounds', () => {
    for (const wrong of [{ rack: 8 }, { slot: 32 }, { slot: -1 }, { port: 0 }, { model: '1600' }, { connection: 'x' }])
      expect(isValid(wrong)).toBe(false)
  })
})

test('drivers of one CPU share a connection, unless their TSAPs differ', () => {
  const keyOf = (changed: Partial<S7Params>) => about.connectionKey({ ...initialS7, host: 'PLC', ...changed })
  expect(keyOf({})).toBe('s7:plc:102:100:301')
  expect(keyOf({ model: '1500', maxGap: 0, collectMs: 50 })).toBe(keyOf({}))
  expect(keyOf({ connection: 'op' })).not.toBe(keyOf({}))
  expect(keyOf({ localTsap: '01.01' })).not.toBe(keyOf({}))
})
