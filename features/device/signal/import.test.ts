// Imports of variables from CSV, over HTTP and as a function.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Signal } from '../../../contract/equipment-config.ts'
import { aggregations } from '../../../contract/gateway-config.ts'
import { byteOrders } from '../../../core/data-type.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { queryConfig } from '../config/contract.ts'
import { saveDriver } from '../driver/contract.ts'
import { importSignals, type RowFault } from './contract.ts'
import { fromCsv, toCsv } from './part-csv.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

let count = 0
let at = { equipmentId: 0, version: 0, driverId: 0 }
beforeEach(async () => {
  count += 1
  const equipmentId = await device(server.admin, `Import ${count}`)
  const { version, driverId } = await configure(server.admin, equipmentId, [
    { name: 'Level', title: 'Old title', address: '40001', dataType: 'uint16', unit: 'cm' },
  ])
  at = { equipmentId, version, driverId }
})

const ask = (csv: string) => server.admin.ask(importSignals, { ...at, csv })
const run = async (csv: string) => {
  const { code, msg, data } = await ask(csv)
  if (!data || code !== 200) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`)
  return data
}

const run2 = async (csv: string) => {
  const head = await server.admin.call(queryConfig, { equipmentId: at.equipmentId })
  at = { ...at, version: head.version }
  return (await run(csv)).config.signals.at(-1)!
}

describe('importing', () => {
  test('byte order, range, roll-over and prefix are read in both languages', async () => {
    const { config } = await run(
      'name,address,dataType,byteOrder,rawLow,rawHigh,valueLow,valueHigh,clamp,计数器回零值,无效值代码\n' +
        'Feed,40010,int16,DCBA,0,27648,0,100,1,,0x8000\nCount,40011,uint16,,,,,,,65536,\n',
    )
    expect(config.signals.slice(1)).toMatchObject([
      {
        name: 'Feed',
        byteOrder: 'DCBA',
        rawLow: 0,
        rawHigh: 27_648,
        valueLow: 0,
        valueHigh: 100,
        clamp: true,
        noValue: '0x8000',
      },
      { name: 'Count', rollover: 65_536 },
    ])
    expect((await run2('变量名,寄存器地址,数据类型,长度,字符串前缀\nBatch,40020,string,12,s7\n')).prefix).toBe('s7')
  })

  test('register type, aggregation and the internal flag are read in both languages', async () => {
    const few = { registerType: 'holding', aggregation: 'max', internal: true }
    expect(
      await run2('name,address,dataType,Register type,Aggregation,Internal\nA,40040,int16,holding,Max,yes\n'),
    ).toMatchObject(few)
    expect(
      await run2('变量名,寄存器地址,数据类型,寄存器类型,汇总方式,内部变量\nB,40041,int16,holding,最大值,是\n'),
    ).toMatchObject(few)
    expect(await run2('name,address,dataType,Internal\nC,40042,int16,0\n')).not.toHaveProperty('aggregation')
  })

  test.each([
    ['byteOrder', 'int16,ABDC', 'byteOrder'],
    ['byteOrder', 'bool,ABCD', 'byteOrder'],
    ['prefix', 'int16,s7', 'prefix'],
    ['rawLow', 'int16,0', 'rawHigh'],
    ['clamp', 'int16,1', 'clamp'],
    ['rollover', 'int16,-5', 'rollover'],
    ['periodMs', 'int16,9', 'periodMs'],
    ['noValue', 'int16,0x18000', 'noValue'],
    ['noValue', 'uint16,NaN', 'noValue'],
    ['rollover', 'int16,often', 'rollover'],
    ['aggregation', 'int16,median', 'aggregation'],
    ['aggregation', 'bool,delta', 'aggregation'],
    ['registerType', 'int16,a register type that is too long', 'registerType'],
  ])('a wrong %s is reported with its row: %s', async (column, cells, field) => {
    const bit = cells.startsWith('bool') ? '40030.1' : '40030'
    const answer = await ask(`name,address,dataType,${column}\nA,${bit},${cells}\n`)
    expect(answer).toMatchObject({ code: 10006, data: [{ index: 0, name: 'A', field }] })
    const [fault] = answer.data as unknown as RowFault[]
    expect(fault!.reason).not.toMatch(/[{}]|^$/)
  })

  test('Chinese headings after a byte-order mark: known names change, others are added', async () => {
    const csv =
      '\uFEFF变量名,名称,寄存器地址,数据类型,读写,单位,置顶\nLevel,液位,40001,uint16,r,m,是\nFlow,流量,40002,float32,rw,m³/h,\n'
    const { added, changed, config } = await run(csv)
    expect([added, changed]).toEqual([1, 1])
    expect(config.signals).toMatchObject([
      { name: 'Level', title: '液位', unit: 'm', pinned: true },
      { name: 'Flow', title: '流量', access: 'rw', unit: 'm³/h' },
    ])
  })

  test('headings can be spelled as on screen', () => {
    const { rows, missing } = fromCsv('Name,Address,Data type,Normal low\nA,40010,uint16,2\n')
    expect(missing).toEqual([])
    expect(rows).toEqual([{ name: 'A', address: '40010', dataType: 'uint16', normalLow: 2 }])
  })

  test('fields without a column stay; names are compared without case', async () => {
    const { added, config } = await run('name,address,dataType\nLEVEL,40007,int16\n')
    expect(added).toBe(0)
    expect(config.signals).toMatchObject([{ title: 'Old title', unit: 'cm', address: '40007', dataType: 'int16' }])
  })

  test('semicolons, quotes, Windows line ends, empty lines and surplus cells are accepted', async () => {
    const { config } = await run(
      'name;title;address;dataType\r\nA;"one; two ""x""";40010;uint16;more;and more\r\n\r\n;;;\r\nB;b;40011;uint16\r\n',
    )
    expect(config.signals.map(({ name, title }) => [name, title])).toEqual([
      ['Level', 'Old title'],
      ['A', 'one; two "x"'],
      ['B', 'b'],
    ])
  })

  test('cells escaped against formulas keep their text', async () => {
    const { config } = await run("name,title,address,dataType,unit\nA,'=1+1,40010,uint16,'+x\n")
    expect(config.signals[1]).toMatchObject({ title: '=1+1', unit: '+x' })
    const exported = toCsv(config.signals, config.drivers)
    expect(exported).toContain("'=1+1")
    expect(exported).not.toMatch(/(^|,)[=+@]/m)
  })

  test('a row with an unknown driver is rejected', async () => {
    expect(await ask('name,driver,address,dataType\nB,Nowhere,40011,uint16\n')).toMatchObject({
      code: 10006,
      data: [{ index: 0, name: 'B', field: 'driver' }],
    })
  })

  test.each([
    [
      'that the driver lacks',
      'opc-ua',
      { endpointUrl: 'opc.tcp://192.0.2.10:4840' },
      'ns=2;s=A,bcd16',
      'float64, string',
    ],
    ['that no driver has', 'modbus-tcp', { host: '192.0.2.10' }, '40010,Matrix', 'bcd64, string'],
  ])('the reason of a data type %s lists the allowed ones', async (_, type, params, cells, last) => {
    const { equipmentId } = at
    const driver = { name: 'Other', type, params }
    const { version, config } = await server.admin.call(saveDriver, { equipmentId, version: at.version, driver })
    const asked = {
      equipmentId,
      version,
      driverId: config.drivers.at(-1)!.id,
      csv: `name,address,dataType\nA,${cells}\n`,
    }
    for (const language of ['en', 'zh-cn'] as const) {
      const { data } = await server.admin.ask(importSignals, asked, language)
      const [fault] = data as unknown as RowFault[]
      expect(fault).toMatchObject({ index: 0, name: 'A', field: 'dataType' })
      const reason = fault!.reason.replaceAll('、', ', ')
      expect(reason).toContain('bool, int8, uint8')
      expect(reason).toContain(last)
      expect(/\p{Script=Han}/u.test(fault!.reason)).toBe(language === 'zh-cn')
    }
  })

  test('a row is added to the driver that it names', async () => {
    const { config } = await run('name,driver,address,dataType\nA,PLC,40010,uint16\n')
    expect(config.signals.find(({ name }) => name === 'A')?.driverId).toBe(
      config.drivers.find(({ name }) => name === 'PLC')?.id,
    )
  })

  test('every invalid row is reported, counted from 0, and nothing is saved', async () => {
    const { code, data } = await ask(
      'name,address,dataType,min,max\nA,40010,uint16,2,1\nB,x,uint16,,\nC,40011,uint16,abc,\nD,40012,uint16,,\n',
    )
    expect(code).toBe(10006)
    // Shapes of rows are checked first; other checks run only if all shapes are valid.
    expect(data).toMatchObject([{ index: 2, name: 'C', field: 'min' }])
    const next = await ask('name,address,dataType,min,max\nA,40010,uint16,2,1\nB,x,uint16,,\nD,40012,uint16,,\n')
    expect((next.data as unknown as RowFault[]).map(({ index, field }) => [index, field])).toEqual([
      [0, 'min'],
      [1, 'address'],
    ])
  })

  test('a duplicate name in the file is rejected', async () => {
    const { code, data } = await ask('name,address,dataType\nA,40010,uint16\na,40011,uint16\n')
    expect(code).toBe(10006)
    expect(data).toMatchObject([{ index: 1, field: 'name' }])
    const known = await ask('name,address,dataType\nLevel,40001,uint16\nLevel,40002,uint16\n')
    expect(known.data).toMatchObject([{ index: 1, field: 'id' }])
  })

  test.each([
    ['an empty file', '', 'name, address, dataType'],
    ['only headings', 'name,address,dataType\n', 'csv'],
    ['no addresses', 'name,dataType\nA,uint16\n', 'address'],
    ['a picture', '\u0001\u0002PNG\n', 'name, address, dataType'],
  ])('%s is rejected with the missing columns', async (_, csv, field) => {
    expect(await ask(csv)).toMatchObject({ code: 10001, data: { field } })
  })

  test('501 rows are rejected: 1701; a file over the limit is 10001 with its field', async () => {
    const rows = Array.from({ length: 501 }, (_, i) => `V${i},H:${i},uint16`).join('\n')
    expect((await ask(`name,address,dataType\n${rows}`)).code).toBe(1701)
    expect(await ask('x'.repeat(2_000_001))).toMatchObject({ code: 10001, data: { field: 'csv' } })
  })

  test('headings named like properties of the prototype are harmless', async () => {
    const { config } = await run('name,address,dataType,__proto__,constructor\nA,40010,uint16,x,y\n')
    expect(config.signals[1]).not.toHaveProperty('constructor', 'y')
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('a driver of another device is rejected in its rows; a device of another company is 1101', async () => {
    const csv = 'name,address,dataType\nA,40010,uint16\n'
    const wrong = await server.admin.ask(importSignals, { ...at, driverId: 999_999, csv })
    expect(wrong).toMatchObject({ code: 10006, data: [{ index: 0, field: 'driverId' }] })
    const other = await server.otherCompany()
    expect((await other.ask(importSignals, { ...at, csv })).code).toBe(1101)
  })
})

test('variables are unchanged by export and import', () => {
  const cell = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.length <= 16 && !text.startsWith("'") && !/[\0\uFEFF]/.test(text))
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))
  const signal = fc
    .record({
      name: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,20}$/),
      title: cell,
      address: fc.constantFrom('40001', 'H:100.3', '00001'),
      dataType: fc.constantFrom('uint16', 'float32'),
      unit: cell,
      min: number,
      scale: number,
      pinned: fc.boolean(),
      byteOrder: fc.option(fc.constantFrom(...byteOrders), { nil: undefined }),
      rawLow: fc.option(number, { nil: undefined }),
      valueHigh: fc.option(number, { nil: undefined }),
      clamp: fc.constantFrom(true, undefined),
      rollover: fc.constantFrom(65_536, 4_294_967_296, 0.5, undefined),
      noValue: fc.constantFrom('0x8000', '-32768, 0xFFFF', 'NaN', undefined),
      registerType: fc.constantFrom('holding', 'D', undefined),
      aggregation: fc.constantFrom(...aggregations, undefined),
      internal: fc.constantFrom(true, undefined),
    })
    .map((fields) => Signal.parse({ id: 1, driverId: 1, access: 'rw', ...fields }))
  fc.assert(
    fc.property(fc.array(signal, { minLength: 1, maxLength: 5 }), (signals) => {
      const { rows, missing } = fromCsv(toCsv(signals, [{ id: 1 as never, name: 'PLC' }]))
      expect(missing).toEqual([])
      expect(rows.map((row) => ({ pinned: false, ...row }))).toEqual(
        signals.map(({ id: _, driverId: __, ...fields }) => JSON.parse(JSON.stringify({ ...fields, driver: 'PLC' }))),
      )
    }),
    { numRuns: 60 },
  )
})
