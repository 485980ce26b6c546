import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import { alarmConfig, rule } from '../../../testkit/alarm-config.ts'
import { equipmentId, signal, v } from '../../../testkit/report-config.ts'
import { columns, fromCsv, toCsv } from './csv.ts'
import { changedFrom, draftOf, editingFaults, editingOf, isSame, kinds, mergedEditing, missingIn } from './editing.ts'
import { tidyRule } from './rules.ts'
import { alarmRuleText } from './text.ts'
import { conditionWords, contentParts, contentWords, knownOf, messageWords } from './words.ts'

const circle = { kind: 'circle', longitude: 121.47, latitude: 31.23, radiusM: 500 } as const
const yard = {
  kind: 'polygon',
  corners: [
    [121.47, 31.23],
    [121.48, 31.23],
    [121.48, 31.24],
  ],
} as const
const conditions = [
  { kind: 'limit', signalId: 1, is: 'below', limit: -2.5, deadBand: 0.5 },
  { kind: 'state', signalId: 3, is: 'unequal', value: 1 },
  { kind: 'rate', signalId: 2, is: 'falling', change: 4, overS: 30 },
  { kind: 'expression', expression: `${v(1)} > ${v(2)}` },
  { kind: 'offline' },
  { kind: 'powerOff' },
  { kind: 'fence', longitudeId: 1, latitudeId: 2, is: 'inside', area: circle, marginM: 20 },
  { kind: 'fence', longitudeId: 2, latitudeId: 1, is: 'outside', area: yard },
] as const
const full = {
  ...{ level: 'severe', onDelayS: 10, offDelayS: 60, latched: true, content: 'At {value}, {2}', advice: 'One\nTwo' },
  ...{ setPointIds: [5], methods: ['push', 'phone'], enabled: false },
}

describe('a rule in the editor', () => {
  it.each(conditions)('%j is unchanged by editing', (condition) => {
    const saved = rule(7, { condition, ...full })
    expect(draftOf(editingOf(saved))).toEqual(tidyRule(saved))
    expect(isSame(editingOf(saved), editingOf(saved))).toBe(true)
  })

  test('keeps the inputs of another kind, and sends only those of its kind', () => {
    let editing = editingOf(rule(7, { condition: conditions[0] }))
    for (const kind of [...kinds, 'limit'] as const) editing = { ...editing, kind }
    expect(draftOf(editing)?.condition).toEqual(conditions[0])
    expect(draftOf({ ...editing, kind: 'offline' })?.condition).toEqual({ kind: 'offline' })
  })

  it.each([
    ['limit', ['condition.signalId', 'condition.limit']],
    ['state', ['condition.signalId', 'condition.value']],
    ['rate', ['condition.signalId', 'condition.change']],
    ['fence', ['condition.longitudeId', 'condition.latitudeId', 'condition.area']],
    ['expression', ['condition.expression']],
    ['offline', []],
    ['powerOff', []],
  ] as const)('of kind %s initially lacks %j, and its name', (kind, missing) => {
    const editing = { ...editingOf(), kind }
    expect(missingIn(editing)).toEqual(missing)
    expect(editingFaults(editing, alarmConfig(), equipmentId).map(({ field }) => field)).toEqual([...missing, 'name'])
  })

  test('reports the saved value of a changed field only', () => {
    const saved = editingOf(rule(1))
    expect(changedFrom(saved, { ...saved, limit: 6 }, 'limit')).toEqual({ was: 5 })
    expect(changedFrom(saved, { ...saved, limit: 6 }, 'deadBand')).toBeUndefined()
    expect(changedFrom(undefined, saved, 'limit')).toBeUndefined()
  })
})

describe('a rule that two people edited', () => {
  const saved = editingOf(rule(1, full))

  test('keeps the changed fields of both; mine win a conflict', () => {
    const mine = { ...saved, name: 'Mine', onDelayS: 1 }
    const theirs = { ...saved, name: 'Theirs', offDelayS: 2 }
    expect(mergedEditing(saved, mine, theirs)).toMatchObject({ name: 'Mine', onDelayS: 1, offDelayS: 2 })
  })

  test('takes the condition from one side only', () => {
    const merged = mergedEditing(saved, { ...saved, limit: 9 }, { ...saved, side: 'below', level: 'normal' })
    expect(merged).toMatchObject({ limit: 9, side: 'above', level: 'normal' })
  })

  test('equals theirs if I changed nothing', () => {
    const theirs = { ...saved, limit: 1, name: 'Theirs' }
    expect(mergedEditing(saved, saved, theirs)).toEqual(theirs)
  })
})

describe('in words', () => {
  const known = knownOf([
    signal(1, { unit: 'm', decimals: 2 }),
    signal(2),
    signal(3, { dataType: 'bool', texts: '0=stopped; 1=running' }),
  ])
  const of = (condition: AlarmRule['condition']) => [
    conditionWords(alarmRuleText.in('en'), condition, known),
    conditionWords(alarmRuleText.in('zh-cn'), condition, known),
  ]
  it.each([
    [conditions[0], 'Title 1 below −2.5 m, dead band 0.5 m', 'Title 1 低于 −2.5 m，回差 0.5 m'],
    [conditions[1], 'Title 3 ≠ running', 'Title 3 ≠ running'],
    [conditions[2], 'Title 2 falls by more than 4 in 30 s', 'Title 2 在 30 秒内下降超过 4'],
    [conditions[3], 'Title 1 > Title 2', 'Title 1 > Title 2'],
    [{ kind: 'expression', expression: 'not good(${1.1})' }, 'Title 1 cannot be read', 'Title 1 无法读取'],
    [
      { kind: 'expression', expression: 'not good(${1.1}) or ${1.2} > 3' },
      'not good(Title 1) or Title 2 > 3',
      'not good(Title 1) or Title 2 > 3',
    ],
    [conditions[4], 'Gateway offline', '网关离线'],
    [conditions[5], 'Gateway lost its power supply', '网关掉电'],
    [
      conditions[6],
      'Title 1, Title 2 inside 500 m around 31.23000, 121.47000, dead band 20 m',
      'Title 1, Title 2 在以 31.23000, 121.47000 为圆心、半径 500 米的区域之内，回差 20 m',
    ],
    [conditions[7], 'Title 2, Title 1 outside a polygon of 3 corners', 'Title 2, Title 1 在3 个顶点的多边形区域之外'],
  ] as const)('%j', (condition, en, zh) => expect(of(rule(1, { condition }).condition)).toEqual([en, zh]))

  test('a message contains current values; a bad or unknown value is a dash', () => {
    const read = (id: number) => (id === 1 ? { value: 4.314, code: 200 } : { value: 1, code: 1714 })
    const { condition } = rule(1, { condition: { kind: 'limit', signalId: 1, is: 'above', limit: 4.2 } })
    const text = 'At {value} m, limit {limit}, {2}, {9}, {x}'
    expect(messageWords(alarmRuleText.in('en'), text, condition, known, read)).toBe(
      'At 4.31 m, limit 4.20, —, {9}, {x}',
    )
    expect(contentWords('At {value}, {2}', known)).toBe('At {value}, {Title 2}')
    expect(contentParts('{value} m{2}')).toEqual([{ mark: 'value' }, { text: ' m' }, { mark: '2' }])
  })
})

describe('as a spreadsheet', () => {
  const config = alarmConfig(...conditions.map((condition, i) => rule(i + 1, { condition, ...(i % 2 ? full : {}) })))
  const read = (text: string, of = config) => fromCsv(text, { config: of, equipmentId, language: 'en' })

  test('exported rules are unchanged by an import', () => {
    const { rows, missing } = read(toCsv(config))
    expect(missing).toEqual([])
    expect(rows.flatMap(({ bad }) => bad)).toEqual([])
    expect(rows.map(({ draft }) => draft)).toEqual(config.alarms.map((each) => tidyRule(each)))
    expect(rows.every(({ isNew }) => !isNew)).toBe(true)
  })

  test('variables are written by name, so that a file fits another device', () => {
    const text = toCsv(config)
    expect(text).toContain('$' + '{S1} > $' + '{S2}')
    expect(text).toContain('{S2}')
    const other = {
      ...alarmConfig(),
      signals: config.signals.map((each) => ({ ...each, id: (each.id + 100) as never })),
    }
    const [limit, state] = read(text, other).rows.map(({ draft }) => draft)
    expect(limit).not.toHaveProperty('id')
    expect(limit).toMatchObject({ condition: { signalId: 101 } })
    expect(state).toMatchObject({ condition: { signalId: 103 }, content: 'At {value}, {102}', setPointIds: [105] })
  })

  test('any names and messages survive export and import', () => {
    const texts = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.replace(/[{}]/g, '').trim())
    fc.assert(
      fc.property(texts, texts, (name, content) => {
        if (name === '') return
        const one = alarmConfig(tidyRule(rule(1, { name, content, advice: content })))
        expect(read(toCsv(one), one).rows[0]?.draft).toEqual(one.alarms[0])
      }),
    )
  })

  test('Chinese headings and words are read too', () => {
    const text =
      '名称,级别,类型,变量名,比较,限值,通知方式,启用\n高,严重,限值,S1,高于,5,推送；短信,否\n断,一般,离线,,,,,'
    const { rows } = fromCsv(text, { config: alarmConfig(), equipmentId, language: 'zh-cn' })
    expect(rows.map(({ draft, bad }) => [draft, bad])).toEqual([
      [
        {
          ...{ name: '高', level: 'severe', methods: ['push', 'sms'], enabled: false },
          condition: { kind: 'limit', signalId: 1, is: 'above', limit: 5 },
        },
        [],
      ],
      [{ name: '断', level: 'normal', condition: { kind: 'offline' } }, []],
    ])
  })

  it.each([
    ['an unknown variable', 'A,severe,limit,S9,above,5', 'variable', 'S9'],
    ['an unknown level', 'A,huge,limit,S1,above,5', 'level', 'huge'],
    ['an unknown kind', 'A,severe,moon,S1,above,5', 'kind', 'moon'],
    ['no limit', 'A,severe,limit,S1,above,', 'limit', ''],
    ['a limit that is no number', 'A,severe,limit,S1,above,high', 'limit', ''],
    ['no variable', 'A,severe,limit,,above,5', 'variable', ''],
    ['a switch with a limit', 'A,severe,limit,S3,above,5', 'variable', 'Title 3'],
    ['no name', ',severe,limit,S1,above,5', 'name', ''],
  ])('with %s names the row and the column', (_, row, column, told) => {
    const { rows } = read(`name,level,kind,variable,is,limit\nB,severe,limit,S1,above,1\n${row}`, alarmConfig())
    expect(rows[0]!.bad).toEqual([])
    expect(rows[1]).toMatchObject({ line: 3, bad: [{ column, reason: expect.stringContaining(told) }] })
    expect(rows[1]!.bad[0]!.reason).not.toMatch(/^$|\{name/)
  })

  test('duplicate names and missing headings are reported', () => {
    const twice = 'name,level,kind\nA,severe,offline\na,severe,powerOff'
    expect(read(twice, alarmConfig()).rows.flatMap(({ line, bad }) => bad.map(({ column }) => [line, column]))).toEqual(
      [
        [2, 'name'],
        [3, 'name'],
      ],
    )
    expect(read('name,variable\nA,S1').missing).toEqual(['level', 'kind'])
  })

  test('a spreadsheet program reads no cell as a formula', () => {
    const text = toCsv(alarmConfig(rule(1, { name: '=1+1', content: '@SUM(A1)', advice: '-2' })))
    expect(text).not.toMatch(/(^|,)"?[=@]/m)
    expect(columns.map(([key]) => key)).toContain('enabled')
  })
})
