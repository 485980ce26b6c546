// The one register map of the waterworks. Servers, seeds and tests derive devices and variables from it.
import type { Register } from './register.ts'
import { distributionRegisters } from './registers-distribution.ts'
import { intakeRegisters } from './registers-intake.ts'
import { treatmentRegisters } from './registers-treatment.ts'

export {
  type Access,
  type Area,
  type ByteOrder,
  type DataType,
  type Reading,
  type Register,
  sizeOf,
} from './register.ts'

export const stationKeys = ['intake', 'treatment', 'distribution'] as const
export type StationKey = (typeof stationKeys)[number]

export type SignalKeys = {
  intake: (typeof intakeRegisters)[number]['key']
  treatment: (typeof treatmentRegisters)[number]['key']
  distribution: (typeof distributionRegisters)[number]['key']
}

export type StationMap = {
  key: StationKey
  nameEn: string
  nameZh: string
  unitId: number
  /** The addresses between the points: missing (exception 02), or zeros that refuse writes. */
  gaps: 'refused' | 'zero'
  registers: readonly Register[]
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
}

/** The point with that key, or undefined. */
export function findRegister(station: StationKey, key: string): Register | undefined {
  return stationMaps[station].registers.find((register) => register.key === key)
}
