// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of an expression look like placeholders.
import { expect, test } from 'vitest'
import { emptyField, freshKey, isWaiting, sentOf, withCopy, withMoved, withRole } from './draft.ts'
import { examples } from './examples.ts'
import { compileReport, evaluateFields, isFault } from './expressions.ts'
import { bucketFault } from './rules.ts'

test.each(examples().map((example) => [example.key, example] as const))(
  'the example %s can be calculated',
  (_, { draft }) => {
    const chosen = draft.roles.reduce((now, { name }, at) => withRole(now, name, `\${1.${at + 1}}`, name), draft)
    expect(chosen.fields.some(isWaiting)).toBe(false)
    const compiled = compileReport(chosen.fields)
    expect(compiled.fields.filter(isFault)).toEqual([])
    expect(bucketFault(chosen.bucket)).toBeUndefined()
    const cells = evaluateFields(
      compiled,
      compiled.aggregates.map(() => ({ value: 6, code: 200, isPart: false })),
      8 * 3_600_000,
    )
    expect(cells.every(({ value }) => value !== null)).toBe(true)
  },
)

test('choosing another variable replaces the first one', () => {
  const [, energy] = examples()
  const once = withRole(energy!.draft, 'energy', '${1.10}', 'A')
  const again = withRole(once, 'energy', '${2.20}', 'B')
  expect(again.fields.map(({ expression }) => expression)).toEqual([
    'delta(${2.20})',
    'delta(@volume)',
    '{energy} / {volume}',
  ])
  expect(again.roles[0]).toEqual({ name: 'energy', label: 'B', chosen: '${2.20}' })
})

test('two roles with the same variable are changed independently', () => {
  const [, energy] = examples()
  const both = withRole(withRole(energy!.draft, 'energy', '${1.10}', 'A'), 'volume', '${1.10}', 'A')
  const one = withRole(both, 'volume', '${2.20}', 'B')
  expect(one.fields.map(({ expression }) => expression)).toEqual([
    'delta(${1.10})',
    'delta(${2.20})',
    '{energy} / {volume}',
  ])
  const [field] = one.fields
  const edited = { ...one, fields: [{ ...field!, expression: 'delta(${1.10}) * 2' }] }
  const { fields } = withRole(edited, 'energy', '${3.30}', 'C')
  expect(fields.map(({ expression }) => expression)).toEqual(['delta(${3.30}) * 2'])
  expect(sentOf({ ...both, fields }).fields[0]).toEqual({
    ...{ key: 'energy', title: field!.title, unit: field!.unit, decimals: field!.decimals },
    expression: 'delta(${3.30}) * 2',
  })
})

test('a copied field gets its own key, and fields can be moved', () => {
  const one = { ...emptyField([]), key: 'energy', title: 'Energy' }
  const two = withCopy([one], 0)
  expect(two.map(({ key, title }) => [key, title])).toEqual([
    ['energy', 'Energy'],
    ['energy2', 'Energy'],
  ])
  expect(withCopy(two, 0).map(({ key }) => key)).toEqual(['energy', 'energy3', 'energy2'])
  expect(withMoved(two, 1, -1).map(({ key }) => key)).toEqual(['energy2', 'energy'])
  expect(withMoved(two, 0, -1)).toEqual(two)
  expect(freshKey([{ key: 'f1' }])).toBe('f2')
})
