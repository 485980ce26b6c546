// Tests of CSV files that other programs have written.
import { describe, expect, it, test } from 'vitest'
import { fromCsv } from './part-csv.ts'
import { accessOf, aggregationOf, nameOf, typeOf } from './part-csv-dialects.ts'

test('headings of Kepware are recognised', () => {
  const csv = `Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate,Scaling,Raw Low,Raw High,Scaled Low,Scaled High,Eng Units,Description
"Pumps.Pump1.Speed",40001,Word,1,R/W,100,Linear,0,27648,0,1500,rpm,"Speed of pump 1"
Level,40002,Float,1,RO,500,,,,,,m,
`
  expect(fromCsv(csv)).toMatchObject({
    missing: [],
    ignored: ['Respect Data Type', 'Scaling'],
    rows: [
      {
        ...{ name: 'Pumps_Pump1_Speed', title: 'Speed of pump 1', address: '40001', dataType: 'uint16', access: 'rw' },
        ...{ periodMs: 100, rawLow: 0, rawHigh: 27_648, valueLow: 0, valueHigh: 1500, unit: 'rpm' },
      },
      { name: 'Level', address: '40002', dataType: 'float32', access: 'r', periodMs: 500, unit: 'm' },
    ],
  })
})

test.each(['sep=;\n', '\uFEFFsep=;\r\n', 'SEP=;\n'])('a first line %j sets the separator and is no row', (line) => {
  expect(fromCsv(`${line}Name;Address;Data type\nA;40001;INT16\n`)).toEqual({
    ignored: [],
    missing: [],
    rows: [{ name: 'A', address: '40001', dataType: 'int16' }],
  })
})

test('Chinese headings of other programs are recognised', () => {
  expect(fromCsv('标签名,地址,类型,描述\nA,40001,REAL,液位\n')).toEqual({
    ignored: [],
    missing: [],
    rows: [{ name: 'A', address: '40001', dataType: 'float32', title: '液位' }],
  })
})

describe('a data type', () => {
  it.each([
    ['INT16', 'int16'],
    ['Int16', 'int16'],
    ['REAL', 'float32'],
    ['Word', 'uint16'],
    ['DWORD', 'uint32'],
    ['Long', 'int32'],
    ['LREAL', 'float64'],
    ['Boolean', 'bool'],
    ['LBCD', 'bcd32'],
  ])('%s is %s', (text, dataType) => expect(typeOf(text)).toEqual({ dataType }))

  it.each(['STRING[20]', 'string(20)'])('%s includes a length', (text) =>
    expect(typeOf(text)).toEqual({ dataType: 'string', length: 20 }),
  )

  it.each(['Matrix', 'constructor'])('%s stays, so that the check rejects it by name', (text) =>
    expect(typeOf(text)).toEqual({ dataType: text }),
  )
})

test('a length column overrides the length in the type', () => {
  const { rows } = fromCsv('name,address,length,dataType\nA,40001,8,STRING[20]\n')
  expect(rows).toMatchObject([{ dataType: 'string', length: 8 }])
})

test.each([
  ['R/W', 'rw'],
  ['RO', 'r'],
  ['Read/Write', 'rw'],
  ['WO', 'w'],
  ['sometimes', 'sometimes'],
])('access %s is %s', (text, access) => expect(accessOf(text)).toBe(access))

test.each([
  ['Line 1.Pump-2', 'Line_1_Pump_2'],
  ['Level', 'Level'],
  ['1st', '1st'],
  ['液位', '液位'],
])('the name %s becomes %s', (text, name) => expect(nameOf(text)).toBe(name))

test.each([
  ['Average', 'average'],
  ['AVG', 'average'],
  ['Maximum', 'max'],
  ['差值', 'delta'],
  ['末值', 'last'],
  ['median', 'median'],
])('the aggregation %s is %s', (text, aggregation) => expect(aggregationOf(text)).toBe(aggregation))
