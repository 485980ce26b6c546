// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a formula look like placeholders.
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { compileFormula, isFormula } from './formula.ts'
import { referencesIn } from './formula-references.ts'

const at = (text: string) => referencesIn(text).map(({ from, to, signalId }) => [text.slice(from, to), signalId])

it.each([
  [
    'each time it stands there',
    '${3.1} > ${3.2} + ${3.1}',
    [
      ['${3.1}', 1],
      ['${3.2}', 2],
      ['${3.1}', 1],
    ],
  ],
  ['in full-width letters', '＄｛３．１２｝ ＞ 1', [['＄｛３．１２｝', 12]]],
  ['not in quotes', '"${3.1}" == ${3.2}', [['${3.2}', 2]]],
  ['in what is not finished', 'max(${3.4}, ', [['${3.4}', 4]]],
  ['no number that is no id', '${3.0} + ${3.99999999999} + ${0.1}', []],
] as const)('%s', (_, text, expected) => expect(at(text)).toEqual(expected))

test('finds the same variables in every formula as the compiler', () => {
  const part = fc.constantFrom('${3.1}', '${ 3 . 2 }', '＄｛3.4｝', '"${3.9}"', "'x'", '“${3.8}”', '1', '$', '{')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const text = parts.join(' == ')
      const compiled = compileFormula(text)
      if (!isFormula(compiled)) return
      const ids = (list: readonly { signalId: number }[]) => [...new Set(list.map(({ signalId }) => signalId))]
      expect(ids(referencesIn(text))).toEqual(ids(compiled.references))
    }),
  )
})
