// The values in the answer to data identifier 901F, by the type of the meter (CJ/T 188-2004, 7.4), and units. Pure.
import type { Format } from '../dlt645/format.ts'
import { parseFormat } from '../dlt645/format.ts'
import { DriverFault } from '../driver.ts'

/** `unit`: the kind of quantity; a byte with the code of its unit follows the value. */
export type Value = { names: readonly string[]; at: number; format: Format; unit?: Quantity }

type Quantity = keyof typeof units

/** Codes of units by quantity, with the factor to the unit in which values are returned (7.4.2). */
const units = {
  /** m³ */
  volume: { 41: 0.001, 44: 1 },
  /** m³/h */
  flow: { 50: 0.001, 53: 1 },
  /** kWh; multiples of J are converted. */
  energy: {
    ...{ 2: 0.001, 5: 1, 8: 1000, 10: 100_000 },
    ...{ 1: 1 / 3_600_000, 11: 1 / 3600, 14: 1 / 3.6, 17: 1000 / 3.6, 19: 100_000 / 3.6 },
  },
  /** kW */
  power: { 20: 0.001, 23: 1, 26: 1000 },
} as const satisfies Record<string, Record<number, number>>

/** A number in the unit of its quantity. Throws 1716 for a unit that the standard does not have. */
export function inUnit(value: number, quantity: Quantity, code: number | undefined): number {
  const factor = (units[quantity] as Record<number, number>)[code ?? -1]
  if (factor === undefined)
    throw new DriverFault(1716, `unit ${code?.toString(16).toUpperCase() ?? 'missing'} is not one of ${quantity}`)
  return factor === 1 ? value : Number((value * factor).toPrecision(12))
}

const format = (text: string): Format => parseFormat(text)!
const status = { names: ['status', '状态'], format: format('B2') }
const clock = { names: ['time', '时间'], format: format('YYYYMMDDhhmmss') }

/** Water and gas: 19 bytes. */
const volumes: readonly Value[] = [
  { names: ['volume', '累积流量'], at: 0, format: format('XXXXXX.XX'), unit: 'volume' },
  { names: ['settlement volume', '结算日累积流量'], at: 5, format: format('XXXXXX.XX'), unit: 'volume' },
  { ...clock, at: 10 },
  { ...status, at: 17 },
]

/** Heat: 43 bytes. */
const heat: readonly Value[] = [
  { names: ['settlement energy', '结算日热量'], at: 0, format: format('XXXXXX.XX'), unit: 'energy' },
  { names: ['energy', '当前热量'], at: 5, format: format('XXXXXX.XX'), unit: 'energy' },
  { names: ['power', '热功率'], at: 10, format: format('XXXXXX.XX'), unit: 'power' },
  { names: ['flow', '流量'], at: 15, format: format('XXXX.XXXX'), unit: 'flow' },
  { names: ['volume', '累积流量'], at: 20, format: format('XXXXXX.XX'), unit: 'volume' },
  { names: ['supply temperature', '供水温度'], at: 25, format: format('XXXX.XX') },
  { names: ['return temperature', '回水温度'], at: 28, format: format('XXXX.XX') },
  { names: ['working hours', '累积工作时间'], at: 31, format: format('XXXXXX') },
  { ...clock, at: 34 },
  { ...status, at: 41 },
]

export const lengthOf = (values: readonly Value[]): number => values.at(-1)!.at + 2

/** Types 20 to 29 hex are heat meters. */
export const layoutOf = (meterType: number): readonly Value[] => (meterType >> 4 === 2 ? heat : volumes)
