import { describe, expect, it } from 'vitest'
import { initialCommands } from './commands.ts'
import { startWaterworks } from './model.ts'
import {
  type DataType,
  findRegister,
  outstationKeys,
  type Register,
  type StationKey,
  sizeOf,
  stationKeys,
  stationMaps,
  worksKeys,
} from './registers.ts'

const all = stationKeys.flatMap((station) => stationMaps[station].registers.map((register) => ({ station, register })))
const registers: Register[] = all.map(({ register }) => register)
const isNumber = ({ dataType }: Register) => dataType !== 'bool' && dataType !== 'string'
const is64 = ({ dataType }: Register) => dataType === 'int64' || dataType === 'uint64'

describe('the map as a whole', () => {
  it('has about 150 signals at the works, fifty or more at each station, and up to thirty at an outstation', () => {
    for (const station of worksKeys) expect(stationMaps[station].registers.length).toBeGreaterThanOrEqual(50)
    const works = all.filter(({ station }) => worksKeys.some((key) => key === station))
    expect(works.length).toBeGreaterThanOrEqual(150)
    expect(works.length).toBeLessThanOrEqual(200)
    for (const station of outstationKeys) {
      expect(stationMaps[station].registers.length, station).toBeGreaterThanOrEqual(7)
      expect(stationMaps[station].registers.length, station).toBeLessThanOrEqual(30)
    }
  })

  it('has every data type', () => {
    const types: DataType[] = ['bool', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64']
    const used = new Set(registers.map((register) => register.dataType))
    for (const type of [...types, 'bcd16', 'bcd32', 'string'] as const) expect(used).toContain(type)
  })

  it('has booleans as coils, discrete inputs and bits, text in both encodings, all byte orders and areas', () => {
    const flags = registers.filter((register) => register.dataType === 'bool')
    expect(new Set(flags.map((flag) => flag.area))).toEqual(new Set(['coil', 'discrete', 'holding', 'input']))
    expect(new Set(registers.map((register) => register.encoding))).toEqual(new Set([undefined, 'ascii', 'utf8']))
    expect(new Set(registers.map((register) => register.byteOrder))).toEqual(new Set(['ABCD', 'CDAB', 'BADC', 'DCBA']))
    expect(new Set(registers.map((register) => register.access))).toEqual(new Set(['r', 'w', 'rw']))
    expect(registers.filter((register) => register.scale !== undefined).length).toBeGreaterThan(10)
    expect(registers.some((register) => register.offset !== undefined)).toBe(true)
  })

  it.each(stationKeys)('%s has unique keys and pinned points', (station) => {
    const mine = stationMaps[station].registers
    expect(new Set(mine.map((register) => register.key)).size).toBe(mine.length)
    expect(mine.some((register) => register.pinned)).toBe(true)
  })

  it.each(worksKeys)('%s has ten writable points or more, and gaps', (station) => {
    const mine = stationMaps[station].registers
    expect(mine.filter((register) => register.access !== 'r').length).toBeGreaterThanOrEqual(10)
    const inputs = mine.filter((register) => register.area === 'input')
    const covered = inputs.reduce((sum, register) => sum + sizeOf(register), 0)
    expect(Math.max(...inputs.map((register) => register.address))).toBeGreaterThan(covered * 2)
  })

  it.each(stationKeys)('%s has unique names in both languages within a group', (station) => {
    const mine = stationMaps[station].registers
    for (const name of ['nameEn', 'nameZh'] as const) {
      const named = mine.map((register) => `${register.groupEn}/${register[name]}`)
      expect(new Set(named).size).toBe(named.length)
    }
  })

  it('has station unit ids that differ', () => {
    expect(new Set(stationKeys.map((station) => stationMaps[station].unitId)).size).toBe(stationKeys.length)
  })

  it('finds a point by its key', () => {
    expect(findRegister('intake', 'wellLevel')).toMatchObject({ nameZh: '井液位', unit: 'm', dataType: 'float32' })
    expect(findRegister('intake', 'nonsense')).toBeUndefined()
  })
})

describe.each(all.map(({ station, register }) => [`${station} ${register.key}`, register] as const))(
  '%s',
  (_, register) => {
    it('is complete and lies where its area allows', () => {
      expect(register.nameEn).toMatch(/^[A-Z\w][\w Δ().,]*/)
      expect(register.nameZh).toMatch(/[一-龥]/)
      expect(register.groupZh).toMatch(/[一-龥]/)
      expect(register.address).toBeGreaterThanOrEqual(0)
      expect(register.address + sizeOf(register)).toBeLessThanOrEqual(65_536)
      if (register.access !== 'r') expect(['coil', 'holding']).toContain(register.area)
      if (register.area === 'coil' || register.area === 'discrete') {
        expect(register).toMatchObject({ dataType: 'bool' })
        expect(register.bit).toBeUndefined()
      } else if (register.dataType === 'bool') {
        expect(register.bit).toBeGreaterThanOrEqual(0)
        expect(register.bit).toBeLessThanOrEqual(15)
      }
      if (register.dataType === 'bool') {
        expect(new Set(register.states?.en).size).toBe(2)
        for (const word of register.states?.zh ?? []) expect(word).toMatch(/[一-龥]/)
      }
      if (register.dataType === 'string') expect(register).toMatchObject({ encoding: expect.any(String) })
    })

    it('has a range that holds its normal band and fits its type', () => {
      const { min, max, normalLow, normalHigh, scale = 1, offset = 0 } = register
      if (!isNumber(register) || is64(register)) return
      expect(min).toBeLessThan(max!)
      if (normalLow !== undefined) {
        expect(normalLow).toBeGreaterThanOrEqual(min!)
        expect(normalHigh).toBeLessThanOrEqual(max!)
        expect(normalLow).toBeLessThan(normalHigh!)
      }
      if (register.dataType === 'int16') expect((max! - offset) / scale).toBeLessThanOrEqual(32_767)
      if (register.dataType === 'uint16') {
        expect((max! - offset) / scale).toBeLessThanOrEqual(65_535)
        expect((min! - offset) / scale).toBeGreaterThanOrEqual(0)
      }
    })
  },
)

describe('the map and the model', () => {
  const measured = startWaterworks({ seed: 1, atMs: Date.UTC(2026, 10, 21, 0, 41) }).readings
  const readingsOf = (station: StationKey) => ({ ...measured[station], ...initialCommands[station] })

  it.each(stationKeys)('%s: every point has a reading of its kind, and no reading is without a point', (station) => {
    const mine = stationMaps[station].registers
    expect(new Set(Object.keys(readingsOf(station)))).toEqual(new Set(mine.map((register) => register.key)))
    for (const register of mine) {
      const value: unknown = Reflect.get(readingsOf(station), register.key)
      const kind = register.dataType === 'bool' ? 'boolean' : register.dataType === 'string' ? 'string' : 'number'
      expect(`${register.key} ${typeof value}`).toBe(`${register.key} ${is64(register) ? 'bigint' : kind}`)
    }
  })

  it.each(stationKeys)('%s: every reading starts in its range', (station) => {
    for (const register of stationMaps[station].registers.filter((one) => isNumber(one) && !is64(one))) {
      const value = Number(Reflect.get(readingsOf(station), register.key))
      expect(value, register.key).toBeGreaterThanOrEqual(register.min!)
      expect(value, register.key).toBeLessThanOrEqual(register.max!)
    }
  })

  it.each(stationKeys)('%s: what can be written is exactly what the operator can command', (station) => {
    const writable = stationMaps[station].registers.filter((register) => register.access !== 'r')
    expect(new Set(writable.map((register) => register.key))).toEqual(new Set(Object.keys(initialCommands[station])))
  })
})
