import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differencesOf, plain, proposals, type Variable } from './proposals.ts'

let drawn = 0
const variable = (more: Partial<Variable>): Variable => {
  drawn += 1
  const usual = { name: '', title: '', address: '', dataType: 'int16', unit: null, access: 'r', scaling: '' } as const
  return { id: drawn, ...usual, ...more }
}
const sounds: Record<string, string> = { 进水流量: 'jin shui liu liang', 进水流里: 'jin shui liu li' }
const soundOf = (text: string) => sounds[text] ?? text
const one = (from: Partial<Variable>, ...to: Partial<Variable>[]) => {
  const others = to.map(variable)
  const [found] = proposals([variable(from)], others, soundOf)
  const at = others.findIndex(({ id }) => id === found!.to)
  return [at < 0 ? null : at, found!.reason, found!.confidence, found!.questions.join(), found!.others.length]
}

describe('a variable matches another one', () => {
  type Case = [string, Partial<Variable>, Partial<Variable>[], ReturnType<typeof one>]
  test.each<Case>([
    ['by its name', { name: 'Flow', title: 'A' }, [{ name: 'flow', title: 'B' }], [0, 'name', 'sure', '', 0]],
    ['by its name, however it is written', { name: 'Flow_In' }, [{ name: 'flowIn' }], [0, 'name', 'sure', '', 0]],
    [
      'by title and address, where titles are not enough',
      { name: 'a', title: 'Flow', address: '40001' },
      [
        { name: 'x', title: 'Flow', address: '40003' },
        { name: 'y', title: 'flow ', address: '40001' },
      ],
      [1, 'titleAndAddress', 'sure', '', 0],
    ],
    [
      'by its title',
      { name: 'a', title: '进水 流量' },
      [{ name: 'b', title: '进水流量' }],
      [0, 'title', 'likely', '', 0],
    ],
    [
      'by how it is spoken',
      { name: 'a', title: '进水流量' },
      [{ name: 'JinShuiLiuLiang', title: 'X' }],
      [0, 'sound', 'likely', '', 0],
    ],
    [
      'by its address, which is a question',
      { name: 'a', title: 'Level', address: '40001' },
      [{ name: 'b', title: 'Niveau', address: '40001' }],
      [0, 'address', 'weak', 'weak', 0],
    ],
    [
      'by its letters, which is a question',
      { name: 'inletFlow', title: 'Inlet flow' },
      [{ name: 'inlet_flow_in', title: 'Inlet flow in' }],
      [0, 'similar', 'weak', 'weak', 0],
    ],
  ])('%s', (_, from, to, found) => expect(one(from, ...to)).toEqual(found))

  test.each<[string, Partial<Variable>, Partial<Variable>[], string, number]>([
    ['nothing like it is there', { name: 'flow' }, [{ name: 'pressure', title: 'P' }], 'none', 0],
    ['there is nothing at all', { name: 'flow' }, [], 'none', 0],
    [
      'two have its title',
      { name: 'a', title: 'Flow' },
      [
        { name: 'x', title: 'Flow' },
        { name: 'y', title: 'Flow' },
      ],
      'several',
      2,
    ],
    // A proposal by the address would be a guess here.
    [
      'two have its title, and another its address',
      { name: 'a', title: 'Flow', address: '1' },
      [
        { name: 'x', title: 'Flow' },
        { name: 'y', title: 'Flow' },
        { name: 'z', title: 'Q', address: '1' },
      ],
      'several',
      2,
    ],
    ['only the number differs', { name: 'pump1', title: 'Pump 1' }, [{ name: 'pump2', title: 'Pump 2' }], 'none', 0],
  ])('not if %s', (_, from, to, question, others) =>
    expect(one(from, ...to)).toEqual([null, null, null, question, others]),
  )

  test.each<[string, Partial<Variable>, Partial<Variable>, string[]]>([
    ['nothing', {}, {}, []],
    ['the data type', {}, { dataType: 'float32' }, ['dataType']],
    ['the unit', { unit: 'm' }, { unit: 'cm' }, ['unit']],
    ['a unit that is not there', { unit: null }, { unit: '' }, []],
    ['access that is narrower', { access: 'rw' }, { access: 'r' }, ['access']],
    ['access that is wider', { access: 'r' }, { access: 'rw' }, []],
    ['access of the other way', { access: 'w' }, { access: 'r' }, ['access']],
    ['the scaling', {}, { scaling: '× 0.1' }, ['scaling']],
  ])('with %s as a question', (_, was, is, questions) =>
    expect(differencesOf(variable(was), variable(is))).toEqual(questions),
  )
})

describe('for all pairs of devices', () => {
  const word = fc.constantFrom(
    '',
    'Flow',
    'flow',
    'Flow 1',
    'Flow 2',
    'Level',
    'levels',
    '进水流量',
    '进水流里',
    'Pump run',
  )
  const address = fc.constantFrom('', '40001', '40002', '40003')
  const shape = fc.record({ name: word, title: word, address, dataType: fc.constantFrom('int16', 'bool') })
  const device = (first: number) =>
    fc.array(shape, { maxLength: 12 }).map((all) => all.map((each, i) => ({ ...variable(each), id: first + i })))
  const both = [device(1), device(101)] as const
  const pairsOf = (from: Variable[], to: Variable[]) =>
    proposals(from, to, soundOf).flatMap((each) => (each.to === null ? [] : [[each.from, each.to] as const]))

  test('each variable is proposed at most once, and each of the first device has an answer', () => {
    fc.assert(
      fc.property(...both, (from, to) => {
        const found = proposals(from, to, soundOf)
        expect(found.map((each) => each.from)).toEqual(from.map(({ id }) => id))
        const targets = pairsOf(from, to).map(([, b]) => b)
        expect(new Set(targets).size).toBe(targets.length)
        // A variable without a proposal has a question.
        for (const each of found) expect(each.to !== null || each.questions.length > 0).toBe(true)
      }),
    )
  })

  test('the result is the same from the other side, and in any order', () => {
    fc.assert(
      fc.property(...both, (from, to) => {
        const pairs = pairsOf(from, to).map(String).sort()
        const back = pairsOf(to, from).map(([a, b]) => String([b, a]))
        expect(back.sort()).toEqual(pairs)
        expect(
          pairsOf([...from].reverse(), [...to].reverse())
            .map(String)
            .sort(),
        ).toEqual(pairs)
      }),
    )
  })

  test('a copy of a device is matched completely, with any addresses', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { selector: plain, maxLength: 20 })
    fc.assert(
      fc.property(names, (all) => {
        const named = all.filter((name) => plain(name) !== '')
        const from = named.map((name, i) => ({ ...variable({ name }), id: i + 1 }))
        const to = named.map((name, i) => ({ ...variable({ name, address: String(i) }), id: i + 1001 }))
        expect(pairsOf(from, to)).toEqual(from.map(({ id }) => [id, id + 1000]))
      }),
    )
  })
})

test('devices with 5000 variables each are matched by keys, not pairwise', () => {
  const device = (first: number, name: (i: number) => string) =>
    Array.from({ length: 5000 }, (_, i) => ({
      ...variable({ name: name(i), title: `Value ${i % 50}` }),
      id: first + i,
    }))
  let compared = 0
  const counted = (text: string) => {
    compared += 1
    return text
  }
  const found = proposals(
    device(1, (i) => `left${i}`),
    device(10_001, (i) => `right${i}`),
    counted,
  )
  expect(found).toHaveLength(5000)
  expect(compared).toBe(10_000)
})
