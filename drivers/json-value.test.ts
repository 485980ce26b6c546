// JSON of devices: every digit of a number is kept, and whatever a data type cannot hold is a fault.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { DataType } from '../core/data-type.ts'
import { DriverFault } from './driver.ts'
import { type Json, JsonNumber, parseJson, textOfBytes } from './json-text.ts'
import { jsonOf, jsonValue, parseJsonPath, textValue } from './json-value.ts'

/** The value, or the code of the fault. */
const outcome = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    if (error instanceof DriverFault) return error.code
    throw error
  }
}
const read = (text: string, path: string, dataType: DataType) =>
  outcome(() => jsonValue(parseJson(text), parseJsonPath(path)!, dataType))

/** The document as JSON.parse returns it. */
function plain(json: Json): unknown {
  if (json instanceof JsonNumber) return Number(json.digits)
  if (json instanceof Map) return Object.fromEntries([...json].map(([name, value]) => [name, plain(value as Json)]))
  return Array.isArray(json) ? json.map(plain) : json
}

describe('the parser', () => {
  test('returns what JSON.parse returns', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(plain(parseJson(text))).toEqual(JSON.parse(text))
      }),
      { numRuns: 200 },
    )
  })

  test('refuses whatever JSON.parse refuses, except for numbers that are not finite', () => {
    const piece = fc.constantFrom(
      ...'{}[]:,"\\ \n\t-+.0123eEtruefalsn',
      'true',
      'null',
      '"a"',
      '\\u00',
      '1.5',
      '\u0001',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(outcome(() => parseJson(text)) === 1728).toBe(!isJson)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '',
    ' ',
    '{',
    '{"a"',
    '{"a":1',
    '{"a":1,}',
    '[1,]',
    '01',
    '1.',
    '.5',
    '+1',
    '"a',
    '"\\x"',
    '1 2',
    '{a:1}',
    '--1',
  ])('refuses %j', (text) => expect(outcome(() => parseJson(text))).toBe(1728))

  it.each(['NaN', '[Infinity]', '{"a":-Infinity}'])('refuses %s where it must be finite', (text) => {
    expect(outcome(() => parseJson(text, { acceptNonFinite: false }))).toBe(1728)
    expect(outcome(() => parseJson(text))).not.toBe(1728)
  })

  test('refuses every part of a document', () => {
    const whole = '{"a":[1,2.5e3,"x\\n"],"b":{"c":null,"d":true}}'
    for (let length = 0; length < whole.length; length++)
      expect(outcome(() => parseJson(whole.slice(0, length)))).toBe(1728)
  })

  test('bounds nesting and the number of values', () => {
    expect(outcome(() => parseJson('['.repeat(100_000)))).toBe(1728)
    expect(outcome(() => parseJson(`[${'0,'.repeat(200_000)}0]`))).toBe(1728)
    expect(outcome(() => parseJson(`${'['.repeat(32)}1${']'.repeat(32)}`))).not.toBe(1728)
  })

  test('names of the language are ordinary names', () => {
    const text = '{"__proto__":{"constructor":7},"toString":8}'
    expect([read(text, '__proto__.constructor', 'int16'), read(text, 'toString', 'int16')]).toEqual([7, 8])
    expect(read('{}', 'constructor', 'string')).toBe(1715)
  })

  test('bytes that are not UTF-8 are a fault, and a byte order mark is skipped', () => {
    expect(outcome(() => textOfBytes(Buffer.of(0x22, 0xce, 0xc2, 0x22)))).toBe(1728)
    expect(parseJson(textOfBytes(Buffer.from('\ufeff"a"')))).toBe('a')
  })
})

describe('a path', () => {
  it.each<[string, string[]]>([
    ['$', []],
    ['temp', ['temp']],
    ['$.temp', ['temp']],
    ['data.sensors[2].value', ['data', 'sensors', '2', 'value']],
    ['$["room 1"].temp', ['room 1', 'temp']],
    ["['a.b']['c']", ['a.b', 'c']],
    ['[0]', ['0']],
    ['$[0][1]', ['0', '1']],
    ['switch:0.output', ['switch:0', 'output']],
    ['温度.当前值', ['温度', '当前值']],
    ['room 1.temp', ['room 1', 'temp']],
    ['$top', ['$top']],
  ])('%s', (text, steps) => expect(parseJsonPath(text)).toEqual(steps))

  it.each([
    '',
    ' ',
    '?',
    'a..b',
    '.a',
    'a.',
    'a[',
    'a[]',
    'a[-1]',
    'a["',
    'a]',
    '\u0000',
    'a\nb',
    '["\u0000"]',
    'x'.repeat(100),
  ])('is not %j', (text) => expect(parseJsonPath(text)).toBeUndefined())

  test('leads to objects and lists', () => {
    const text = '{"a":[{"b":1},{"b":2}],"0":5}'
    expect(read(text, 'a[1].b', 'int16')).toBe(2)
    expect(read(text, 'a.1.b', 'int16')).toBe(2)
    expect(read(text, '["0"]', 'int16')).toBe(5)
    for (const path of ['a[2].b', 'a.b', 'c', 'a[0].b.c', 'a.length']) expect(read(text, path, 'int16')).toBe(1715)
  })

  test('through a name that an object contains twice is a fault, but others are not', () => {
    const text = '{"a":1,"a":2,"b":3}'
    expect(read(text, 'a', 'int16')).toBe(1716)
    expect(read(text, 'b', 'int16')).toBe(3)
  })
})

it.each<[json: string, DataType, expected: unknown]>([
  ['21.5', 'float64', 21.5],
  ['21.3', 'float32', 21.3],
  ['0.1', 'float64', 0.1],
  ['-0', 'float64', 0],
  ['-0.0', 'float64', 0],
  ['-0', 'int16', 0],
  ['1e3', 'int16', 1000],
  ['25.0', 'int16', 25],
  ['2.5', 'int16', 1716],
  ['1e-400', 'float64', 0],
  ['1e-300', 'float64', 1e-300],
  ['1e400', 'float64', 1741],
  ['1e308', 'float64', 1e308],
  ['1e309', 'float64', 1741],
  ['1e39', 'float32', 1716],
  ['1e20', 'float64', 1e20],
  ['300', 'uint8', 1716],
  ['-1', 'uint16', 1716],
  ['32767', 'int16', 32767],
  ['32768', 'int16', 1716],
  ['9007199254740993', 'int64', '9007199254740993'],
  ['9007199254740993', 'float64', 1716],
  ['9007199254740993.0', 'float64', 1716],
  ['9007199254740991', 'float64', 9007199254740991],
  ['18446744073709551615', 'uint64', '18446744073709551615'],
  ['18446744073709551616', 'uint64', 1716],
  ['-9223372036854775808', 'int64', '-9223372036854775808'],
  ['1e999999999', 'int64', 1716],
  ['NaN', 'float64', 1740],
  ['-Infinity', 'float64', 1741],
  ['NaN', 'int16', 1740],
  ['null', 'int16', 1739],
  ['true', 'bool', true],
  ['0', 'bool', false],
  ['1', 'bool', true],
  ['2', 'bool', 1716],
  ['true', 'uint8', 1716],
  ['"ON"', 'bool', true],
  ['"off"', 'bool', false],
  ['"open"', 'bool', 1716],
  ['"21.5"', 'float64', 21.5],
  ['" 21.5 "', 'float64', 21.5],
  ['"9007199254740993"', 'int64', '9007199254740993'],
  ['"21,5"', 'float64', 1716],
  ['"0x10"', 'int16', 1716],
  ['""', 'float64', 1739],
  ['""', 'string', ''],
  ['"AB-7\\u00b0"', 'string', 'AB-7°'],
  ['12345678901234567890', 'string', '12345678901234567890'],
  ['true', 'string', 'true'],
  ['{"a":1}', 'string', 1716],
  ['[1]', 'int16', 1716],
])('%s as %s is %j', (json, dataType, expected) => {
  expect(read(`{"v":${json}}`, 'v', dataType)).toEqual(expected)
})

test('every 64-bit number is read and written with all digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (whole) => {
      const value = read(`[${whole}]`, '[0]', 'int64')
      expect(String(value)).toBe(String(whole))
      expect(jsonOf(value as number, 'int64')).toBe(String(whole))
    }),
  )
})

test.each(['', 'e1234'])('a number of very many digits with %j is refused quickly, with a short reason', (exponent) => {
  const document = parseJson(`${'9'.repeat(200_000)}${exponent}`)
  for (const type of ['float64', 'int64'] as const)
    expect(() => jsonValue(document, [], type)).toThrow(/^"?9{40}…?"? .{10,80}$/)
})

test('every double is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
      const text = JSON.stringify(double)
      const isLong = Number.isInteger(double) && !Number.isSafeInteger(double) && !text.includes('e')
      expect(read(text, '$', 'float64')).toBe(isLong ? 1716 : double + 0)
    }),
  )
})

test('a number with very many digits is refused without trying each division of them, with a short message', () => {
  const digits = '1'.repeat(200_000)
  for (const text of [`${digits}x`, `${digits}e9999`, digits, `-${digits}.5`]) {
    for (const dataType of ['float64', 'int64', 'bool'] as const) {
      const fault = (() => {
        try {
          return textValue(text, dataType)
        } catch (error) {
          return error
        }
      })()
      expect(fault).toMatchObject({ code: 1716 })
      expect((fault as Error).message.length).toBeLessThan(200)
    }
  }
})

test('texts of plain answers', () => {
  expect(outcome(() => textValue('23.5\r\n', 'float32'))).toBe(23.5)
  expect(outcome(() => textValue('<html>', 'float32'))).toBe(1716)
  expect(outcome(() => textValue('\n', 'float32'))).toBe(1739)
  expect(outcome(() => textValue('running', 'string'))).toBe('running')
})

it.each<[value: boolean | number | string, DataType, string]>([
  [true, 'bool', 'true'],
  [21.5, 'float64', '21.5'],
  ['9007199254740993', 'int64', '9007199254740993'],
  ['a"b\n', 'string', '"a\\"b\\n"'],
  ['12', 'string', '"12"'],
])('%j of %s is written as %s', (value, dataType, json) => expect(jsonOf(value, dataType)).toBe(json))
