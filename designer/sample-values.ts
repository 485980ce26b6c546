// Sample values for the design view: one per variable, with its decimals and its own texts, so that the author sees how
// much room a value needs. They never change, and are shown in the designer only.
import type { Value } from '../core/data-type.ts'
import { valueTextsOf } from '../core/value-texts.ts'
import type { SignalCell } from '../signal/web/values.ts'
import type { Bound } from '../widgets/binds.ts'
import { noValues } from '../widgets/host/authored.ts'
import type { ValueSource } from '../widgets/host/source.ts'
import type { Variable } from './panel/variable.ts'

export type Ranged = Pick<Variable, 'dataType' | 'decimals' | 'min' | 'max' | 'normalLow' | 'normalHigh' | 'texts'>

/** Used for variables without a definition, and until it has loaded. */
export const unspecified: Ranged = { dataType: 'float32', decimals: 1 }

/** Decimals of a number with a fraction whose variable does not fix them. */
const usualDecimals = 2

const decimalsOf = ({ dataType, decimals }: Ranged): number =>
  dataType.startsWith('float') ? Math.min(10, decimals ?? usualDecimals) : 0

/** The value at a position between the bounds, from 0 to 1, rounded as the variable is shown. */
export function valueAt(of: Ranged, share: number, [low, high]: readonly [number, number] = limitsOf(of)): Value {
  if (of.dataType === 'bool') return share >= 0.5
  if (of.dataType === 'string') return 'Abc'
  return Number((low + share * (high - low)).toFixed(decimalsOf(of)))
}

const limitsOf = ({ min, max }: Ranged): readonly [number, number] => [min ?? 0, max ?? 100]

/** The middle of the normal range, else of the limits, else 50; for a variable with texts, the value of the longest. */
export function sampleValue(of: Ranged): Value {
  const { normalLow, normalHigh } = of
  const [first, ...others] = valueTextsOf(of.texts)
  if (first) {
    const { value } = others.reduce((longest, each) => (each.text.length > longest.text.length ? each : longest), first)
    return of.dataType === 'bool' ? value === 1 : value
  }
  const isNormal = typeof normalLow === 'number' && typeof normalHigh === 'number'
  const middle = valueAt(of, 0.5, isNormal ? [normalLow, normalHigh] : limitsOf(of))
  return typeof middle === 'number' ? withLastDigit(middle, decimalsOf(of)) : middle
}

/** 50 with one decimal becomes 50.1: a zero at the end would not be shown. */
function withLastDigit(value: number, decimals: number): number {
  const isShown = decimals === 0 || !value.toFixed(decimals).endsWith('0')
  return isShown ? value : Number((value + 10 ** -decimals).toFixed(decimals))
}

/** Of devices, alarms and other counts of a project. */
const sampleCount = 12

/** The sample values of a page. `known`: the definitions of its variables by their ids. */
export function sampleSource(known: ReadonlyMap<number, Ranged>): ValueSource {
  const cells = new Map<number, SignalCell>()
  const count = fixedCell(sampleCount)
  const idOf = ({ kind, binding }: Bound) => (kind === 'signal' ? Number(binding.signalId) : 0)
  const definitionOf = (id: number) => known.get(id) ?? unspecified
  return {
    ...noValues,
    isForEditing: true,
    isFixed: true,
    cell(bound) {
      if (bound.kind === 'system') return count
      if (bound.kind !== 'signal' && bound.kind !== 'mvar') return undefined
      const id = idOf(bound)
      const cell = cells.get(id) ?? fixedCell(sampleValue(definitionOf(id)))
      cells.set(id, cell)
      return cell
    },
    freshness: () => 'good',
    texts: (bound) => definitionOf(idOf(bound)).texts ?? null,
  }
}

function fixedCell(value: Value): SignalCell {
  const reading = { value, code: 200, time: 0, receivedAt: 0, drawnAt: 0 }
  return { read: () => reading, trend: () => [], watch: () => () => undefined }
}
