// A session without a line: calculates the values of tags, and keeps the memories that were written.
import { type DataType, integerRange, type Value } from '../../core/data-type.ts'
import {
  type ConfiguredDriver,
  DriverFault,
  isRefusal,
  type Point,
  type TagReading,
  type TagSession,
  type WriteAnswer,
} from '../driver.ts'
import { textValue } from '../json-value.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { floatAs, wholeAs } from '../tag-value.ts'
import { type Expression, parseExpression } from './expression.ts'
import type { Moment } from './generator.ts'

const maxCells = 10_000
/** Parsed addresses that are remembered. */
const maxExpressions = 10_000

/** The memories of all virtual drivers by driver and name, so that they survive a new configuration. */
export type Cells = Map<string, Value>

type Needs = { cells: Cells; drivers: readonly ConfiguredDriver[]; now: () => number; random: () => number }

export class VirtualSession implements TagSession {
  readonly #needs: Needs
  /** The driver and the address of each point. */
  readonly #places: ReadonlyMap<number, { driver: number; address: string }>
  readonly #expressions = new Map<string, Expression>()
  isOpen = true

  constructor(needs: Needs) {
    this.#needs = needs
    this.#places = new Map(
      needs.drivers.flatMap(({ id, points }) =>
        points.map((point) => [point.id, { driver: id, address: point.address }] as const),
      ),
    )
  }

  async close(): Promise<void> {
    this.isOpen = false
  }

  /** All values of one reading are of the same instant. */
  async read(points: readonly Point[]): Promise<TagReading[]> {
    if (!this.isOpen) throw closedFault()
    const at = this.#needs.now()
    return points.map((point) => {
      try {
        return { value: this.#valueOf(point, at), agoMs: 0 }
      } catch (error) {
        return { fault: faultOf(error) }
      }
    })
  }

  async write(point: Point, value: Value, _params: object, mayStart = () => true): Promise<WriteAnswer> {
    const { cells } = this.#needs
    try {
      if (!this.isOpen) throw closedFault()
      const { formula, generators } = this.#expressionOf(point.address)
      const name = formula ? undefined : generators[0]?.cell
      if (name === undefined) throw new DriverFault(1717, 'only a memory can be written')
      const key = this.#keyOf(point, name)
      if (!cells.has(key) && cells.size >= maxCells) throw new DriverFault(1711, `more than ${maxCells} memories`)
      if (!mayStart()) return { kind: 'expired' }
      cells.set(key, value)
      return { kind: 'done' }
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
  }

  /**
   * The key of a memory. A query names no driver: its point belongs to the only driver that has written to a memory of
   * this name. Throws 1739 if several have.
   */
  #keyOf({ id, address }: Point, name: string): string {
    const place = this.#places.get(id)
    if (place?.address === address) return keyOf(place.driver, name)
    const { cells, drivers } = this.#needs
    const [first, second] = drivers.map((driver) => keyOf(driver.id, name)).filter((key) => cells.has(key))
    if (second !== undefined) throw new DriverFault(1739, `several drivers have a memory "${name}"`)
    return first ?? keyOf('', name)
  }

  #valueOf(point: Point, at: number): Value {
    const { cells, random } = this.#needs
    const { dataType } = point
    const { formula, generators } = this.#expressionOf(point.address)
    const moment: Moment = { at, random, memory: (name) => cells.get(this.#keyOf(point, name)) }
    if (!formula) return valueAs(generators[0]!.valueAt(moment, dataType), dataType)
    const { value, code } = formula.evaluate(({ signalId }) => ({
      value: generators[signalId - 1]!.valueAt(moment, 'float64'),
      code: 200,
    }))
    if (value === null) throw new DriverFault(1716, `the formula has no result (${code})`)
    return valueAs(value, dataType)
  }

  #expressionOf(address: string): Expression {
    const known = this.#expressions.get(address)
    if (known) return known
    const expression = parseExpression(address)
    if (isRefusal(expression)) throw new DriverFault(1715, expression.reason.en)
    if (this.#expressions.size >= maxExpressions) this.#expressions.clear()
    this.#expressions.set(address, expression)
    return expression
  }
}

const keyOf = (driver: number | '', name: string): string => `${driver} ${name}`

/** A generated value as a data type; whole types round. Throws 1716, 1740, 1741. */
function valueAs(value: Value, dataType: DataType): Value {
  if (typeof value === 'string') return textValue(value, dataType)
  if (dataType === 'string') return String(value)
  if (dataType === 'bool') return textValue(String(value), dataType)
  if (typeof value === 'boolean') throw new DriverFault(1716, `it is ${value}, not ${dataType}`)
  return integerRange(dataType) ? wholeAs(Math.round(value) + 0, dataType) : floatAs(value, false, dataType)
}
