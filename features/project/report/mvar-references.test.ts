// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a formula look like placeholders.
import { describe, expect, it, test } from 'vitest'
import { compileReport, isFault, keyOf, variablesOf } from './expressions.ts'
import { mvarPiecesOf, mvarsIn, withMvars, withoutMvars } from './mvar-references.ts'

describe('an intermediate variable in an expression', () => {
  const report = (...expressions: string[]) =>
    compileReport(expressions.map((expression, at) => ({ key: `f${at}`, expression })))

  test('has device 0, in aggregates and in conditions', () => {
    const compiled = report('delta(${mvar.4}) / hours(${mvar.4} > 2)', 'avg( ${ mvar . 5 } )')
    expect(compiled.fields.filter(isFault)).toEqual([])
    expect(compiled.aggregates.map(({ name, variable }) => [name, variable])).toEqual([
      ['delta', { equipmentId: 0, signalId: 4 }],
      ['hours', { equipmentId: 0, signalId: 4 }],
      ['avg', { equipmentId: 0, signalId: 5 }],
    ])
    expect(variablesOf(compiled).map(keyOf)).toEqual(['0.4', '0.5'])
  })

  test('must be known as such; a device variable with the same number does not count', () => {
    const known = new Set(['0.4', '1.5'])
    const of = (expression: string) => compileReport([{ key: 'a', expression }], known).fields[0]!
    expect(isFault(of('last(${mvar.4})'))).toBe(false)
    expect(of('last(${mvar.5})')).toMatchObject({ error: 'formulaSignal', details: { name: '${mvar.5}' } })
  })

  it.each([
    ['sum(${mvar.4})', 'is of stored readings'],
    ['count(${mvar.4})', 'is of stored readings'],
    ['${mvar.4} * 2', 'stands alone'],
    ['hours(${mvar.4} > ${1.2})', 'takes a condition on one variable'],
    ['hours(${mvar.4} > ${mvar.5})', 'takes a condition on one variable'],
    ['delta(${mvar.4}, ${mvar.5})', 'takes one variable'],
  ])('%s is refused', (expression, reason) => {
    const field = report(expression).fields[0]!
    expect(isFault(field)).toBe(true)
    expect(JSON.stringify(field)).toContain(reason)
  })

  test('does not shift the position of a fault in a condition', () => {
    const field = report('hours(${mvar.4} > abc)').fields[0]!
    expect(isFault(field) && field.details).toMatchObject({ at: 19 })
  })
})

test('expressions can be split and rewritten with other ids', () => {
  const text = 'avg(${mvar.4}) + last(${1.4}) * max(${ mvar.9 })'
  expect(mvarsIn(text)).toEqual([4, 9])
  expect(
    mvarPiecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
  expect(withMvars(text, new Map([[4, 40]]))).toBe('avg(${mvar.40}) + last(${1.4}) * max(${ mvar.9 })')
  expect(withoutMvars('${mvar.4} > 2')).toEqual({ text: '${1   .4} > 2', mvarIds: [4] })
})
