import { describe, expect, it } from 'vitest'
import { createRegisterBank } from './register-bank.ts'
import type { Reading, Register } from './waterworks/registers.ts'

const point = (key: string, part: Partial<Register>): Register => ({
  ...{ key, nameEn: key, nameZh: key, area: 'holding', address: 0, dataType: 'uint16', byteOrder: 'ABCD' },
  ...{ unit: '', access: 'rw', decimals: 0, groupEn: '', groupZh: '', ...part },
})

const registers = [
  point('speed', { address: 0, min: 0, max: 1500 }),
  point('level', { address: 2, dataType: 'float32', min: 1, max: 4.5 }),
  point('status', { address: 8, access: 'r' }),
  point('time', { address: 9, dataType: 'bcd16', min: 0, max: 2359 }),
  point('auto', { address: 10, bit: 1, dataType: 'bool' }),
  point('light', { address: 10, bit: 15, dataType: 'bool' }),
  point('alarm', { address: 11, bit: 0, dataType: 'bool', access: 'r' }),
  point('batch', { address: 12, dataType: 'string', length: 4, encoding: 'ascii' }),
  point('start', { area: 'coil', address: 0, dataType: 'bool' }),
  point('stop', { area: 'coil', address: 1, dataType: 'bool' }),
  point('running', { area: 'discrete', address: 4, dataType: 'bool', access: 'r' }),
]

function bankWithJournal(gaps: 'refused' | 'zero' = 'refused') {
  const journal: [string, Reading][] = []
  const bank = createRegisterBank({ registers, gaps, onWrite: (key, value) => journal.push([key, value]) })
  bank.put('level', 2)
  return { bank, journal }
}

describe('reading', () => {
  it('returns what the program has written', () => {
    const { bank } = bankWithJournal()
    bank.put('speed', 1462)
    expect(bank.read('holding', 0, 1)).toEqual([1462])
    expect(bank.peek('speed')).toBe(1462)
    expect(bank.read('holding', 2, 2)).toEqual([0x4000, 0])
  })

  it('refuses a range with a gap in it where the PLC is strict', () => {
    const { bank } = bankWithJournal('refused')
    expect(bank.read('holding', 0, 4)).toBe(2)
    expect(bank.read('holding', 65_535, 4)).toBe(2)
    expect(bank.read('input', 0, 1)).toBe(2)
  })

  it('returns zeros for the gap where the PLC is lenient, but nothing after the last point', () => {
    const { bank } = bankWithJournal('zero')
    expect(bank.read('holding', 0, 4)).toEqual([0, 0, 0x4000, 0])
    expect(bank.read('holding', 13, 2)).toBe(2)
    expect(bank.write('holding', 1, [5])).toBe(2)
  })

  it('has no value for a signal that does not exist', () => {
    const { bank } = bankWithJournal()
    bank.put('nonsense', 1)
    expect(bank.peek('nonsense')).toBeUndefined()
  })
})

describe('writing', () => {
  it('reports the value to the program in engineering units', () => {
    const { bank, journal } = bankWithJournal()
    expect(bank.write('holding', 2, [0x4060, 0])).toBeUndefined()
    expect(journal).toEqual([['level', 3.5]])
    expect(bank.peek('level')).toBe(3.5)
  })

  it('over several points reports each of them', () => {
    const { bank, journal } = bankWithJournal()
    expect(bank.write('coil', 0, [1, 0])).toBeUndefined()
    expect(journal).toEqual([
      ['start', true],
      ['stop', false],
    ])
  })

  it.each([
    ['above its range', 0, [1501], 3],
    ['of a float out of range', 2, [0x41a0, 0], 3],
    ['of a float that is no number', 2, [0x7fc0, 0], 3],
    ['of a nibble that is no digit', 9, [0x12ff], 3],
    ['into a read-only register', 8, [1], 2],
    ['into a gap', 1, [1], 2],
    ['that runs from a point into a gap', 0, [100, 5], 2],
    ['of text that is none', 12, [0xffff, 0], 3],
    ['of a bit that no point owns', 10, [0b100], 3],
    ['of a read-only bit', 11, [1], 2],
  ])('a value %s is refused', (_, address, values, fault) => {
    const { bank, journal } = bankWithJournal()
    expect(bank.write('holding', address as number, values as number[])).toBe(fault)
    expect(journal).toEqual([])
  })

  it('is all or nothing', () => {
    const { bank, journal } = bankWithJournal()
    bank.put('time', 815)
    expect(bank.write('holding', 9, [0x0900, 0xffff])).toBe(3)
    expect(bank.peek('time')).toBe(815)
    expect(journal).toEqual([])
  })

  it('of half a float changes the whole value', () => {
    const { bank, journal } = bankWithJournal()
    expect(bank.write('holding', 2, [0x4040])).toBeUndefined()
    expect(journal).toEqual([['level', 3]])
  })

  it('of bits does not change the neighbours', () => {
    const { bank } = bankWithJournal()
    bank.put('light', true)
    expect(bank.write('holding', 10, [0x8002])).toBeUndefined()
    expect(bank.peek('auto')).toBe(true)
    bank.put('auto', false)
    expect(bank.peek('light')).toBe(true)
    expect(bank.read('holding', 10, 1)).toEqual([0x8000])
  })

  it('a limit does not refuse itself after rounding to float32', () => {
    const limited = [point('sp', { dataType: 'float32', min: 0.1, max: 0.55 })]
    const bank = createRegisterBank({ registers: limited, gaps: 'refused' })
    expect(bank.write('holding', 0, [0x3f0c, 0xcccd])).toBeUndefined()
    expect(bank.write('holding', 0, [0x3f0c, 0xdccd])).toBe(3)
  })
})
