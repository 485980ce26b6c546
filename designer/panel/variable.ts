// A variable as offered in the designer.
import type { DataType } from '../../core/data-type.ts'

export type Variable = {
  signalId: number
  equipId: number
  title: string
  /** The name of the variable's device. */
  subTitle: string
  name: string
  address: string
  unit: string | null
  decimals: number | null
  dataType: DataType
  /** Access, bounds and normal range; only for variables listed by device. */
  access?: 'r' | 'w' | 'rw'
  min?: number | null
  max?: number | null
  normalLow?: number | null
  normalHigh?: number | null
  /** Own texts for its values, see core/value-texts. */
  texts?: string | null
}

/** Unit and decimals of the values of a variable. */
export type Unit = Pick<Variable, 'unit' | 'decimals'>
