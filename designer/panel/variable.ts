// A variable as the designer offers it.
import type { DataType } from '../../core/data-type.ts'

export type Variable = {
  signalId: number
  equipId: number
  title: string
  /** Its device. */
  subTitle: string
  name: string
  address: string
  unit: string | null
  decimals: number | null
  dataType: DataType
  /** Access, bounds and normal range; only for variables that a device lists. */
  access?: 'r' | 'w' | 'rw'
  min?: number | null
  max?: number | null
  normalLow?: number | null
  normalHigh?: number | null
}

/** How a value is written that is bound to. */
export type Unit = Pick<Variable, 'unit' | 'decimals'>
