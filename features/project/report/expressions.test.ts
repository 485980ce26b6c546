// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of an expression look like placeholders.
// Expressions of custom reports, and their values where history has gaps.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { faultText } from '../../device/open/config-fault.ts'
import {
  type Cell,
  type Compiled,
  compileReport,
  evaluateFields as evaluated,
  isFault,
  keyFaultOf,
} from './expressions.ts'

const compiled = (...expressions: string[]) =>
  compileReport(expressions.map((expression, at) => ({ key: `f${at + 1}`, expression })))
const faultOf = (expression: string) => {
  const [field] = compiled(expression).fields
  return field && isFault(field) ? faultText(field, 'en') : undefined
}
const evaluateFields = (report: Compiled, cells: Cell[]) => evaluated(report, cells, 8 * 3_600_000)
const good = (value: number): Cell => ({ value, code: 200, isPart: false })
const none = (code: number): Cell => ({ value: null, code, isPart: false })

describe('an expression', () => {
  it.each([
    ['delta(${1.10}) / delta(${2.20})', ['delta 1.10', 'delta 2.20']],
    ['delta(${1.10}) + delta( ${1.10} )', ['delta 1.10']],
    ['max(${1.1}) - min(${1.1})', ['max 1.1', 'min 1.1']],
    ['max(delta(${1.1}), 0)', ['delta 1.1']],
    ['sum(delta(${1.1}), delta(${1.2}))', ['delta 1.1', 'delta 1.2']],
    ['AVG(${1.1}) × 2', ['avg 1.1']],
    ['hours(${1.3})', ['hours 1.3']],
    ['hours((${1.3} > 20) and not (${1.3} > 30)) / 8', ['hours 1.3']],
    ['hours(${1.3} > 20) + hours(${1.3} > 30)', ['hours 1.3', 'hours 1.3']],
    ['hours(${1.3} == ")")', ['hours 1.3']],
    ['ｄｅｌｔａ（＄｛１．１０｝）', ['delta 1.10']],
  ])('%s', (expression, expected) => {
    const { aggregates, fields } = compiled(expression)
    expect(fields.filter(isFault)).toEqual([])
    expect(aggregates.map(({ name, variable: v }) => `${name} ${v.equipmentId}.${v.signalId}`)).toEqual(expected)
  })

  it.each([
    ['${1.1} * 2', /character 1: “\$\{1\.1\}” stands alone/],
    ['1 + delta(${1.1} * 2)', /character 5: “delta” takes one variable/],
    ['max(${1.1}, ${1.2})', /character 5: “\$\{1\.1\}” stands alone/],
    ['hours(${1.1} > ${1.2})', /character 1: “hours” takes a condition on one variable/],
    ['hours(${1.1}', /character 1: “hours”/],
    ['hours(${1.1} >)', /character 15: the expression is incomplete/],
    ['delta(${1.1}) +', /character 16: the expression is incomplete/],
    ['delta(${1.1}) delta(${1.2})', /character 15: “delta\(\$\{1\.2\}\)” is not expected/],
    ['delta(${1.1}) + speed', /character 17: unknown function or name “speed”/],
    ['{other} + 1', /no field with the key “other”/],
    ['{f1} + 1', /uses its own result, by way of “f1”/],
    ['2 * 3', /names no variable and no other field/],
    ['count(1)', /“count” takes one variable/],
    ['', /empty/],
  ])('%s is refused with the position of its fault', (expression, fault) => expect(faultOf(expression)).toMatch(fault))

  test('may name only known variables', () => {
    const { fields } = compileReport([{ key: 'a', expression: 'delta(${1.1}) + last(${1.2})' }], new Set(['1.1']))
    expect(fields[0]).toMatchObject({ error: 'formulaSignal', details: { name: '${1.2}' } })
  })

  test('compiles or has a fault position within the text, for all texts', () => {
    const word = fc.constantFrom(
      ...[
        'delta(',
        'hours(',
        'max(',
        '${1.1}',
        '{f2}',
        '{f1}',
        ')',
        '(',
        ',',
        '+',
        '>',
        '1',
        '"a)"',
        "'",
        '{',
        '$',
        ' ',
      ],
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.array(word, { maxLength: 5 }), (one, other) => {
        const report = compiled(one.join(''), other.join(''))
        const cells = evaluateFields(
          report,
          report.aggregates.map(() => good(3)),
        )
        expect(cells).toHaveLength(2)
        for (const [place, field] of report.fields.entries()) {
          if (isFault(field) && field.error === 'formulaWrong')
            expect(field.details.at).toBeLessThanOrEqual([one, other][place]!.join('').length + 1)
          expect(cells[place]!.value === null).toBe(cells[place]!.code !== 200)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('fields', () => {
  test('may refer to each other in any order', () => {
    const report = compiled('{f2} * {f3}', 'delta(${1.1}) / {f3}', 'hours(${1.2})')
    expect(evaluateFields(report, [good(40), good(8)]).map(({ value }) => value)).toEqual([40, 5, 8])
  })

  test('can use the duration of the bucket', () => {
    const [mean] = evaluateFields(compiled('delta(${1.1}) / {period}'), [good(40)])
    expect(mean).toEqual(good(5))
    expect(keyFaultOf('period', [])).toBeDefined()
  })

  test('must not refer to each other in a circle', () => {
    const { fields } = compiled('{f2} + 1', '{f3} + 1', '{f1} + 1')
    expect(fields.some(isFault)).toBe(true)
  })

  test('need unique keys', () => {
    expect(keyFaultOf('energy_1', ['energy'])).toBeUndefined()
    for (const key of ['1a', '', 'a b', 'a-b', '能', 'x'.repeat(21)]) expect(keyFaultOf(key, [])).toBeDefined()
    expect(keyFaultOf('energy', ['energy'])).toBeDefined()
  })
})

describe('unknown values', () => {
  const report = compiled(
    'delta(${1.1}) / delta(${1.2})',
    '{f1} * 2',
    'if(good(delta(${1.1})), delta(${1.1}), last(${1.3}))',
  )

  test('have a reason, and are never 0', () => {
    expect(evaluateFields(report, [none(2611), good(2), good(7)])).toEqual([none(2611), none(2611), good(7)])
    // No water was pumped, so the energy per cubic metre is undefined.
    expect(evaluateFields(report, [good(5), good(0), good(7)]).slice(0, 2)).toEqual([none(2006), none(2006)])
  })

  test('mark everything calculated from a partial value', () => {
    const part = { value: 10, code: 200, isPart: true }
    expect(evaluateFields(report, [good(5), part, good(7)])).toEqual([
      { value: 0.5, code: 200, isPart: true },
      { value: 1, code: 200, isPart: true },
      good(5),
    ])
  })
})
