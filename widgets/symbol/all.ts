// All symbols by category, in the order of the palette. [LOOK Symbols]
import air from './air.ts'
import control from './control.ts'
import factory from './factory.ts'
import heat from './heat.ts'
import measuring from './measuring.ts'
import pipes from './pipes.ts'
import power from './power.ts'
import pumps from './pumps.ts'
import type { Category, PlantSymbol } from './symbol.ts'
import valves from './valves.ts'
import vessels from './vessels.ts'

export const categories: readonly Category[] = [
  ...[pumps, air, valves, vessels, pipes],
  ...[heat, power, measuring, control, factory],
]

export const symbols: readonly PlantSymbol[] = categories.flatMap((category) => category.symbols)
const byKey = new Map(symbols.map((symbol) => [symbol.key, symbol]))
export const symbolOf = (key: string): PlantSymbol | undefined => byKey.get(key)
