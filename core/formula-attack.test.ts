// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a formula look like placeholders.
// Formulas that must be refused, and the reasons given.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileFormula, isFormula } from './formula.ts'

const faultOf = (text: string, maxLength?: number) => {
  const compiled = compileFormula(text, { maxLength })
  return 'fault' in compiled ? compiled.fault : undefined
}

describe('an error is reported with its position', () => {
  it.each([
    ['', 1, 'empty', ''],
    ['  ', 1, 'empty', ''],
    ['1 +', 4, 'syntax', ''],
    ['1 + * 2', 5, 'syntax', '*'],
    ['(1 + 2', 1, 'syntax', '('],
    ['1 + 2)', 6, 'syntax', ')'],
    ['1 2', 3, 'syntax', '2'],
    ['()', 2, 'syntax', ')'],
    ['max()', 1, 'syntax', 'max'],
    ['pow(1)', 1, 'syntax', 'pow'],
    ['if(1, 2)', 1, 'syntax', 'if'],
    ['max(1,)', 7, 'syntax', ')'],
    ['1, 2', 2, 'syntax', ','],
    ['(1, 2)', 3, 'syntax', ','],
    ['1 ? 2', 6, 'syntax', ''],
    ['1 : 2', 3, 'syntax', ':'],
    ['(1 ? 2) : 3', 7, 'syntax', ')'],
    ['5x', 1, 'syntax', '5x'],
    ['1.2.3', 1, 'syntax', '1.2.'],
    ['1e999', 1, 'syntax', '1e999'],
    ['"abc', 1, 'syntax', '"abc'],
    ['1 === 1', 5, 'syntax', '='],
    ['1 < 2 < 3', 7, 'syntax', '<'],
    ['-2 ** 2', 4, 'syntax', '*'],
    ['max', 1, 'syntax', 'max'],
    ['and 1', 1, 'syntax', 'and'],
    ['1 and', 6, 'syntax', ''],
    ['speed > 3', 1, 'unknownName', 'speed'],
    ['1 + 温度', 5, 'unknownName', '温度'],
    ['${1}', 1, 'badReference', '${1}'],
    ['1 + ${a.b}', 5, 'badReference', '${a.b}'],
    ['${0.1}', 1, 'badReference', '${0.1}'],
    ['${99999999999.1}', 1, 'badReference', '${99999999999.1}'],
    ['${1.2', 1, 'badReference', '${1.2'],
  ])('%s', (text, at, reason, word) => expect(faultOf(text)).toEqual({ at, reason, word }))

  it('and a long word is cut', () => expect(faultOf('x'.repeat(500))?.word).toHaveLength(40))
})

describe('an attack is refused', () => {
  it.each([
    'constructor',
    'constructor("return process")()',
    'max.constructor("return process")()',
    '"".constructor',
    '(1).constructor.constructor("return 1")()',
    '__proto__',
    'toString()',
    'hasOwnProperty("x")',
    '${1.1}.constructor',
    '${__proto__.constructor}',
    '${constructor.prototype}',
    '""["constructor"]',
    'max["call"](1)',
    '[1, 2]',
    '[][0]',
    '{}',
    'this',
    'this.process',
    'globalThis',
    'process.exit()',
    'eval("1")',
    'Function("return 1")()',
    'import("fs")',
    'new Date()',
    'a = 5',
    '${1.1} := 5',
    '${1.1}++',
    '1; 2',
    '1 | 2',
    '1 & 2',
    '1 ^ 2',
    '~1',
    '1 << 30',
    '1 ?? 2',
    '1 => 2',
    '`${1.1}`',
    '`a`',
    '\\u0063onstructor',
    'c\\u006fnstructor("x")',
    '/a+/.test("a")',
    '(a+)+$',
    'sum(1:1e8)',
    'sum(1..1e8)',
    'max(...1)',
    'max?.(1)',
    '(max)(1)',
    'max(1)(2)',
    '(1, max)(2)',
    'if(1)(2)',
    'r0',
    't0',
    'not',
    '"a" "b"',
    '1 // 2',
    '1 /* 2 */',
    'null',
    'undefined',
    'NaN > 1',
    'Infinity',
    '#1',
    '@x',
    '\u0000',
    '1\u202e2',
  ])('%s', (text) => expect(faultOf(text)).toBeDefined())

  it('by its length', () => {
    expect(faultOf('1'.repeat(2001))).toEqual({ at: 2001, reason: 'tooLong', word: '' })
    expect(faultOf('1 + 1', 4)?.reason).toBe('tooLong')
    expect(faultOf(`1${'+1'.repeat(5000)}`, 100_000)?.reason).toBe('tooLong')
    expect(faultOf(`"${'a'.repeat(1e6)}"`)?.reason).toBe('tooLong')
  })

  it.each([
    ['brackets', '('.repeat(20_000) + 1 + ')'.repeat(20_000)],
    ['calls', 'abs('.repeat(20_000) + 1 + ')'.repeat(20_000)],
    ['nots', `${'not '.repeat(20_000)}1`],
  ])('by its depth: %s', (_, text) => expect(faultOf(text, 1e6)).toMatchObject({ reason: 'tooDeep' }))

  it.each([
    ['minus signs', `${'-'.repeat(990)}1`],
    ['exclamation marks', `${'!'.repeat(990)}1`],
    ['choices', `${'1 ? 1 : '.repeat(249)}1`],
    ['choices inside', `${'1 ? '.repeat(249)}1${' : 1'.repeat(249)}`],
    ['powers', `1${' ** 1'.repeat(499)}`],
    ['terms', `1${' + 1'.repeat(499)}`],
  ])('or runs within its budget: %s', (_, text) => {
    const compiled = compileFormula(text, { maxLength: 10_000 })
    expect(isFormula(compiled) && compiled.evaluate(() => undefined).code).toBe(200)
  })

  it('and large products stay bounded', () => {
    const compiled = compileFormula(`\${1.1}${' * ${1.1}'.repeat(200)}`)
    const result = isFormula(compiled) && compiled.evaluate(() => ({ value: '18446744073709551615', code: 200 }))
    expect(result).toEqual({ value: null, code: 2006, at: null })
  })
})

describe('any text', () => {
  const word = fc.constantFrom(
    ...[
      '1',
      '2.5',
      '"a"',
      '${1.1}',
      '${1.2}',
      'max(',
      'if(',
      '(',
      ')',
      ',',
      '+',
      '-',
      '*',
      '/',
      '**',
      '<',
      '==',
      '=',
      '!',
    ],
    ...['and', 'or', 'not', '&&', '||', '?', ':', 'true', '99999999999999999999', '%', 'bit(', 'round('],
  )

  it('is compiled or refused with a position in the text, and evaluates to a value or a code', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')),
        ),
        (text) => {
          const compiled = compileFormula(text)
          if (!isFormula(compiled)) {
            expect(compiled.fault.at).toBeGreaterThanOrEqual(1)
            expect(compiled.fault.at).toBeLessThanOrEqual(text.length + 1)
            return
          }
          const { value, code } = compiled.evaluate(() => ({ value: 3, code: 200 }))
          expect(value === null).toBe(code !== 200)
          if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('the scanner finds every error before the parser', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), (words) => {
        const compiled = compileFormula(words.join(' '))
        // An error of the parser has no offending word, and would show the rest of the text.
        if (!isFormula(compiled) && compiled.fault.reason === 'syntax') expect(compiled.fault.word).not.toContain(' ')
      }),
      { numRuns: 2000 },
    )
  })
})
