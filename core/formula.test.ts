// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a formula look like placeholders.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Value } from './data-type.ts'
import { compileFormula, displayedResult, type Formula, type FormulaReading, holds, isFormula } from './formula.ts'

type Readings = Record<string, FormulaReading | Value>

const read =
  (readings: Readings) =>
  ({ equipmentId, signalId }: { equipmentId: number; signalId: number }) => {
    const found = readings[`${equipmentId}.${signalId}`]
    return typeof found === 'object' || found === undefined ? found : { value: found, code: 200 }
  }
const bad = (code: number, value: Value | null = null) => ({ value, code })

function formula(text: string): Formula {
  const compiled = compileFormula(text)
  if (!isFormula(compiled)) throw new Error(`${text}: ${JSON.stringify(compiled.fault)}`)
  return compiled
}
const resultOf = (text: string, readings: Readings = {}) => formula(text).evaluate(read(readings)).value
const codeOf = (text: string, readings: Readings = {}) => formula(text).evaluate(read(readings)).code

describe('a formula computes', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 % 4 - -2', 5],
    ['2 ** 3 ** 2', 512],
    ['2 ** -1', 0.5],
    ['10 / 4', 2.5],
    ['.5 + 1e3', 1000.5],
    ['+5', 5],
    ['-(2 + 3)', -5],
    ['- -5', 5],
    ['0 * -1', 0],
    ['1 < 2', true],
    ['2 <= 1', false],
    ['2 >= 2', true],
    ['1 != 2', true],
    ['!(1 == 1)', false],
    ['1 > 0 && 0 > 1 || 1 == 1', true],
    ['1 > 2 ? 10 : 2 > 1 ? 20 : 30', 20],
    ['1?.5:2', 0.5],
    ['true', true],
    ['TRUE == 1', true],
    ['round(PI, 2)', 3.14],
    ['"on" == "on"', true],
    ["'on' != 'off'", true],
  ])('%s = %s', (text, expected) => expect(resultOf(text)).toBe(expected))

  it.each([
    ['abs(-3) + abs(3)', 6],
    ['min(3, 1, 2)', 1],
    ['max(3, 1, 2)', 3],
    ['sum(1, 2, 3)', 6],
    ['avg(1, 2, 6)', 3],
    ['round(2.5) + round(-2.5)', 0],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['round(1e300)', 1e300],
    ['floor(-1.5)', -2],
    ['ceil(-1.5)', -1],
    ['sqrt(16)', 4],
    ['pow(2, 10)', 1024],
    ['ln(exp(2))', 2],
    ['log10(1000)', 3],
    ['sin(0) + cos(0) + tan(0)', 1],
    ['if(1 > 2, 3, 4)', 4],
    ['bit(5, 0) && !bit(5, 1) && bit(5, 2)', true],
    ['bit(-1, 63)', true],
    ['IF(Max(1, 2) = 2, 1, 0)', 1],
  ])('%s = %s', (text, expected) => expect(resultOf(text)).toBe(expected))

  it('with the readings of variables', () => {
    expect(resultOf('(${1.2} + ${1.3}) / ${ 7 . 9 }', { '1.2': 3, '1.3': 5, '7.9': 2 })).toBe(4)
    expect(resultOf('${1.2} == "run"', { '1.2': 'run' })).toBe(true)
    expect(resultOf('${1.2} && ${1.3}', { '1.2': true, '1.3': 1 })).toBe(true)
    expect(resultOf('${1.2} == 1', { '1.2': true })).toBe(true)
    expect(resultOf('${1.2} + 1', { '1.2': true })).toBe(2)
    expect(resultOf('${1.2}', { '1.2': -0 })).toBe(0)
  })

  it('names each variable once', () => {
    expect(formula('${1.2} + ${3.4} * ${1.2}').references).toEqual([
      { equipmentId: 1, signalId: 2 },
      { equipmentId: 3, signalId: 4 },
    ])
  })

  it('returns the latest time of its readings', () => {
    const at = (value: Value, moment: number) => ({ value, code: 200, at: moment })
    expect(formula('${1.1} + ${1.2}').evaluate(read({ '1.1': at(1, 50), '1.2': at(2, 40) })).at).toBe(50)
    expect(formula('${1.1} + 1').evaluate(read({ '1.1': 1 })).at).toBeNull()
  })
})

describe('field spellings', () => {
  it.each([
    ['1 = 1 and 2 <> 3 or 1 > 2', true],
    ['not 1 > 2', true],
    ['not 1 > 2 and 1 = 1', true],
    ['1 = 1 and not 2 = 2', false],
    ['(not 1 = 2) = true', true],
    ['if(not 1 = 2, 5, 6)', 5],
    ['not not 1 = 1', true],
    ['NOT(1 = 2) OR 1 = 2', true],
    ['ＭＡＸ（１，２）＞１ ＆＆ ３＜４', true],
    ['２　＋ ３×２÷６', 3],
    ['1 ≤ 2 and 2 ≥ 2 and 1 ≠ 2', true],
    ['“运行”＝“运行”', true],
    ['1 ＞ 2 ？ 3 ： 4', 4],
  ])('%s', (text, expected) => expect(resultOf(text)).toBe(expected))

  it('in a reference', () => expect(resultOf('＄｛１．２｝ ＋ 1', { '1.2': 4 })).toBe(5))

  it('do not change quoted texts', () => expect(resultOf('"（and）" == "(and)"')).toBe(false))
})

describe('integers beyond 2^53', () => {
  const big = '9007199254740993'
  it.each([
    [`\${1.1} == ${big}`, big, true],
    [`\${1.1} == 9007199254740992`, big, false],
    ['${1.1} > 9007199254740992', big, true],
    ['${1.1} > 9007199254740992.5', big, true],
    ['${1.1} < 5', big, false],
    ['${1.1} - 9007199254740992', big, 1],
    ['${1.1} + 1', big, '9007199254740994'],
    ['-${1.1}', big, `-${big}`],
    ['${1.1} % 10', big, 3],
    ['max(${1.1}, 9007199254740992)', big, big],
    ['abs(-${1.1})', big, big],
    ['bit(${1.1}, 0)', big, true],
    ['bit(${1.1}, 63)', '18446744073709551615', true],
    ['${1.1} / 2', '18446744073709551615', 9223372036854776000],
    ['${1.1} * ${1.1}', '18446744073709551615', 3.402823669209385e38],
  ])('%s with %s', (text, value, expected) => expect(resultOf(text, { '1.1': value })).toBe(expected))

  it('are compared as BigInt compares them', () => {
    const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n })
    const wire = (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : value.toString())
    fc.assert(
      fc.property(whole, whole, fc.boolean(), (a, other, same) => {
        const b = same ? a : other
        const readings = { '1.1': wire(a), '1.2': wire(b) }
        expect(resultOf('${1.1} < ${1.2}', readings)).toBe(a < b)
        expect(resultOf('${1.1} == ${1.2}', readings)).toBe(a === b)
      }),
    )
  })
})

describe('value and quality', () => {
  it('`good` tests whether a reading is good, once there is one', () => {
    const asked = (reading: FormulaReading | undefined) =>
      resultOf('not good(${1.1})', reading ? { '1.1': reading } : {})
    expect(asked({ value: 5, code: 200 })).toBe(false)
    expect(asked(bad(1722, 5))).toBe(true)
    expect(asked(undefined)).toBeNull()
    expect(resultOf('good(1 / 0) ? 1 : 2')).toBe(2)
    expect(resultOf('not good(${1.1}) || ${1.2} > 3', { '1.1': 1, '1.2': 4 })).toBe(true)
  })

  it('a bad or missing reading makes every result that uses it bad', () => {
    expect(formula('${1.1} + 1').evaluate(read({ '1.1': bad(1714, 5) }))).toEqual({ value: null, code: 1714, at: null })
    expect(codeOf('${1.1} > 3', {})).toBe(1713)
    expect(codeOf('max(1, ${1.1})', { '1.1': bad(1722) })).toBe(1722)
    expect(codeOf('-${1.1}', { '1.1': { value: null, code: 200 } })).toBe(1713)
    expect(codeOf('${1.1}', { '1.1': Number.NaN })).toBe(2006)
  })

  it.each([
    ['false && ${1.1}', false],
    ['${1.1} && false', false],
    ['true || ${1.1}', true],
    ['${1.1} || true', true],
    ['true && ${1.1}', undefined],
    ['${1.1} || false', undefined],
    ['!${1.1}', undefined],
    ['${1.1} > 3', undefined],
    ['${1.1} == ${1.1}', undefined],
    ['${1.1} ? true : true', undefined],
    ['if(true, true, ${1.1})', true],
    ['1 / 0 > 5', undefined],
    ['"a"', undefined],
    ['2', true],
    ['0', false],
  ])('%s holds: %s', (text, expected) => {
    expect(holds(formula(text), read({ '1.1': bad(1714, 9) }))).toBe(expected)
  })

  it('reports a fault that decides the result', () => {
    expect(codeOf('(${1.1} || true) && ${1.2}', { '1.1': bad(1), '1.2': bad(2) })).toBe(2)
    expect(codeOf('${1.1} && (${1.2} || true)', { '1.1': bad(1), '1.2': bad(2) })).toBe(1)
  })

  it.each([
    ['1 / 0', 2006],
    ['0 % 0', 2006],
    ['9 ** 9 ** 9 ** 9', 2006],
    ['1e308 * 10', 2006],
    ['sqrt(-1)', 2006],
    ['ln(0)', 2006],
    ['bit(1, 64)', 2006],
    ['18446744073709551615 % 0', 2006],
    ['"a" + "b"', 1716],
    ['"a" + 1', 1716],
    ['"a" < "b"', 1716],
    ['"5" == 5.5 || "a" == 5', 1716],
    ['max("a", 1)', 1716],
    ['bit(1.5, 0)', 1716],
    ['abs("a")', 1716],
    ['!"a"', 1716],
  ])('%s has no value: %s', (text, code) => expect([resultOf(text), codeOf(text)]).toEqual([null, code]))
})

describe('a displayed result', () => {
  const shown = (text: string, readings: Readings = {}) => displayedResult(formula(text), read(readings))

  it('counts a bad reading as 0 and reports it', () => {
    expect(shown('${1.1} + ${1.2}', { '1.1': 5, '1.2': bad(1714, 7) })).toEqual({ value: 5, code: 1714, at: null })
    expect(shown('${1.1} + 2')).toEqual({ value: 2, code: 1713, at: null })
  })

  it.each([
    ['1 / 0', 2006],
    ['0 * 5', 200],
    ['"text"', 1716],
    ['1 > 0', 1716],
    ['sqrt(-1)', 2006],
  ])('is 0 for %s', (text, code) => expect(shown(text)).toEqual({ value: 0, code, at: null }))

  it('has the latest time, also of a bad reading', () => {
    expect(
      shown('${1.1} + ${1.2}', { '1.1': { value: 1, code: 200, at: 5 }, '1.2': { value: 2, code: 1714, at: 9 } }),
    ).toEqual({
      value: 1,
      code: 1714,
      at: 9,
    })
  })
})
