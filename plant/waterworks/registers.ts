// The one register map of the waterworks. Servers, seeds and tests derive devices and variables from it.
import type { Register } from './register.ts'
import { controlRegisters } from './registers-control.ts'
import { distributionRegisters } from './registers-distribution.ts'
import { boosterRegisters, towerRegisters } from './registers-high-zone.ts'
import { intakeRegisters } from './registers-intake.ts'
import { sludgeRegisters } from './registers-sludge.ts'
import { tankerRegisters } from './registers-tanker.ts'
import { treatmentRegisters } from './registers-treatment.ts'
import { well1Registers, well2Registers } from './registers-wells.ts'

export {
  type Area,
  type ByteOrder,
  type DataType,
  type Reading,
  type Register,
  sizeOf,
} from './register.ts'

/** The three large stations that the water passes one after the other. */
export const worksKeys = ['intake', 'treatment', 'distribution'] as const
/** The small stations around them, and a vehicle, which were added later: their ports and numbers follow. */
export const outstationKeys = ['booster', 'tower', 'well1', 'well2', 'sludge', 'control', 'tanker'] as const
export const stationKeys = [...worksKeys, ...outstationKeys] as const
export type OutstationKey = (typeof outstationKeys)[number]
export type StationKey = (typeof stationKeys)[number]

export type SignalKeys = {
  intake: (typeof intakeRegisters)[number]['key']
  treatment: (typeof treatmentRegisters)[number]['key']
  distribution: (typeof distributionRegisters)[number]['key']
  booster: (typeof boosterRegisters)[number]['key']
  tower: (typeof towerRegisters)[number]['key']
  well1: (typeof well1Registers)[number]['key']
  well2: (typeof well2Registers)[number]['key']
  sludge: (typeof sludgeRegisters)[number]['key']
  control: (typeof controlRegisters)[number]['key']
  tanker: (typeof tankerRegisters)[number]['key']
}

type StationMap = {
  key: StationKey
  nameEn: string
  nameZh: string
  unitId: number
  /** The addresses between the points: missing (exception 02), or zeros that refuse writes. */
  gaps: 'refused' | 'zero'
  registers: readonly Register[]
  /** The PLC of this station is without power at this time of the year: its port refuses connections. */
  isSwitchedOff?: true
}

export const stationMaps: Record<StationKey, StationMap> = {
  intake: {
    ...{ key: 'intake', nameEn: 'Intake station 1', nameZh: '1号取水站', unitId: 1, gaps: 'refused' },
    registers: intakeRegisters,
  },
  treatment: {
    ...{ key: 'treatment', nameEn: 'Treatment works', nameZh: '净水厂', unitId: 2, gaps: 'zero' },
    registers: treatmentRegisters,
  },
  distribution: {
    ...{ key: 'distribution', nameEn: 'Distribution station', nameZh: '配水泵站', unitId: 3, gaps: 'refused' },
    registers: distributionRegisters,
  },
  booster: {
    ...{ key: 'booster', nameEn: 'Hill booster station', nameZh: '山区加压站', unitId: 4, gaps: 'refused' },
    registers: boosterRegisters,
  },
  tower: {
    ...{ key: 'tower', nameEn: 'Elevated reservoir', nameZh: '高位水池', unitId: 5, gaps: 'zero' },
    registers: towerRegisters,
  },
  well1: {
    ...{ key: 'well1', nameEn: 'Well 1', nameZh: '1号深井', unitId: 6, gaps: 'zero' },
    registers: well1Registers,
  },
  well2: {
    ...{ key: 'well2', nameEn: 'Well 2 (summer reserve)', nameZh: '2号深井（夏季备用）', unitId: 7, gaps: 'refused' },
    ...{ registers: well2Registers, isSwitchedOff: true },
  },
  sludge: {
    ...{ key: 'sludge', nameEn: 'Sludge dewatering', nameZh: '污泥脱水站', unitId: 8, gaps: 'zero' },
    registers: sludgeRegisters,
  },
  control: {
    ...{ key: 'control', nameEn: 'Control building', nameZh: '中控楼', unitId: 9, gaps: 'refused' },
    registers: controlRegisters,
  },
  tanker: {
    ...{ key: 'tanker', nameEn: 'Chemical tanker', nameZh: '药剂罐车', unitId: 10, gaps: 'zero' },
    registers: tankerRegisters,
  },
}

/** The point with that key, or undefined. */
export function findRegister(station: StationKey, key: string): Register | undefined {
  return stationMaps[station].registers.find((register) => register.key === key)
}
