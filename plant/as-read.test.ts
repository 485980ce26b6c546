import { describe, expect, it } from 'vitest'
import { planDrivers, variableOf } from '../apps/demo/station.ts'
import { checkDriver, isOfBlocks } from '../drivers/check-driver.ts'
import { createUnit, readValue } from '../signal/edge/poll/unit.ts'
import { asRead } from './as-read.ts'
import { createRegisterBank } from './register-bank.ts'
import { initialCommands } from './waterworks/commands.ts'
import { startWaterworks, step } from './waterworks/model.ts'
import {
  type Area,
  type Reading,
  type StationKey,
  stationKeys,
  stationMaps,
  worksKeys,
} from './waterworks/registers.ts'

/** The agent's reading of the bank's memory, through a real poll. */
function polled(station: StationKey, readings: Record<string, Reading>): Map<string, unknown> {
  const map = stationMaps[station]
  const bank = createRegisterBank(map)
  for (const [key, value] of Object.entries(readings)) bank.put(key, value)
  const found = new Map<string, unknown>()
  const place = { key: station, nameEn: '', nameZh: '', host: 'h', port: 1, unitId: map.unitId }
  for (const [index, plan] of planDrivers(map.registers, place).entries()) {
    const signals = plan.registers.map((register, id) => ({ id: id + 1, ...variableOf(register, 1) }) as never)
    const checked = checkDriver({ id: index + 1, type: 'modbus-tcp', params: plan.params, signals })
    if (!('about' in checked && isOfBlocks(checked))) throw new Error(JSON.stringify(checked))
    const unit = createUnit(checked, 0)
    for (const { block } of unit.tasks) {
      const { start, count } = block
      const area = areaOf[block.area]!
      // The values are read one by one: a strict PLC refuses a whole block with a gap, and the agent then splits the
      // block.
      const words = Array.from({ length: count }, (_, index) => {
        const word = bank.read(area, start + index, 1)
        return typeof word === 'number' ? 0 : word[0]!
      })
      const bytes = bytesOf(words, area)
      for (const { point } of block.points)
        found.set(plan.registers[point.id - 1]!.key, readValue(unit, point.id, block, bytes))
    }
  }
  return found
}

const areaOf: { [letter: string]: Area } = { C: 'coil', D: 'discrete', I: 'input', H: 'holding' }

function bytesOf(words: number[], area: Area): Uint8Array {
  if (area === 'input' || area === 'holding') return Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]))
  const bytes = new Uint8Array(Math.ceil(words.length / 8))
  for (const [index, bit] of words.entries()) if (bit) bytes[index >> 3]! |= 1 << (index & 7)
  return bytes
}

describe('a point as it would be read', () => {
  it('equals the agent’s reading of the registers', () => {
    const state = step(startWaterworks({ seed: 3, atMs: 1.7e12 }), { commands: initialCommands, faults: [] }, 47)
    for (const station of stationKeys) {
      const readings = { ...state.readings[station], ...initialCommands[station] } as Record<string, Reading>
      const real = polled(station, readings)
      expect(real.size).toBeGreaterThan(worksKeys.some((key) => key === station) ? 50 : 5)
      for (const register of stationMaps[station].registers) {
        const { key } = register
        if (real.has(key) && key in readings)
          expect([key, asRead(register, readings[key]!)]).toEqual([key, real.get(key)])
      }
    }
  })
})
