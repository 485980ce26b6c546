// Variables over HTTP, on a real database.
import { describe, expect, test } from 'vitest'
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { dataTypes } from '../../../core/data-type.ts'
import { ownMachine } from '../../../testkit/own-machine.ts'
import { configure, device } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { type RowFault, saveSignals } from './contract.ts'

const own = ownMachine()
const ask = (save: unknown[], remove: number[] = [], language: Language = 'en') =>
  own.server.admin.ask(saveSignals, { ...own.at, save, remove }, language)
const faultsOf = async (rows: unknown[], language: Language = 'en') => {
  const { code, data } = await ask(rows, [], language)
  expect(code).toBe(10006)
  return data as unknown as RowFault[]
}
describe('saving variables', () => {
  test('adds, changes and removes in one version, and logs the numbers', async () => {
    const [level, pump] = await own.save([
      own.row(),
      own.row({ name: 'Pump', address: '00001', dataType: 'bool', access: 'rw' }),
    ])
    const changed = await own.save(
      [{ ...level, title: 'Tank level', unit: 'm' }, own.row({ name: 'New', address: '40002' })],
      [pump!.id],
    )
    expect(changed.map(({ name, title }) => [name, title])).toEqual([
      ['Level', 'Tank level'],
      ['New', 'Level'],
    ])
    expect(changed[0]!.id).toBe(level!.id)
    const { rows } = await own.server.admin.call(queryOperations, { keyword: own.name })
    expect(rows[0]).toMatchObject({
      act: 'saveSignals',
      before: { signals: 2 },
      after: { signals: 2, version: own.version },
    })
    expect(await own.server.admin.call(equipmentInfo, { id: own.equipmentId })).toMatchObject({
      signalCount: 2,
      configVersion: own.version,
    })
  })

  test('never reuses an id, not even that of a removed variable', async () => {
    const [first] = await own.save([own.row()])
    await own.save([], [first!.id])
    const [second] = await own.save([own.row()])
    expect(second!.id).toBeGreaterThan(first!.id)
  })

  test('fails for an old version with the name of the last author: 10004', async () => {
    const stale = own.version
    await own.save([own.row()])
    const { code, data } = await own.server.admin.ask(saveSignals, {
      equipmentId: own.equipmentId,
      version: stale,
      save: [own.row({ name: 'Late' })],
      remove: [],
    })
    expect(code).toBe(10004)
    expect(data).toEqual({ version: own.version, savedBy: 'admin' })
    expect((await own.server.admin.call(queryConfig, { equipmentId: own.equipmentId })).config.signals).toHaveLength(1)
  })

  test('twice at the same moment: one is saved, the other is stale', async () => {
    const answers = await Promise.all([ask([own.row({ name: 'A' })]), ask([own.row({ name: 'B' })])])
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 10004])
  })

  test('rejects the whole request if it makes a 501st variable: 1701', async () => {
    const rows = Array.from({ length: limits.signalsPerEquipment + 1 }, (_, i) =>
      own.row({ name: `V${i}`, address: `H:${i}` }),
    )
    expect(await own.save(rows.slice(1))).toHaveLength(500)
    expect((await ask(rows.slice(0, 1))).code).toBe(1701)
    expect((await own.server.admin.call(queryConfig, { equipmentId: own.equipmentId })).config.signals).toHaveLength(
      500,
    )
  })

  test('with an id of another device, or an unknown id, is 10002', async () => {
    const other = await configure(own.server.admin, await device(own.server.admin, `Other ${own.name}`))
    expect((await ask([own.row({ id: other.config.signals[0]!.id })])).code).toBe(10002)
    expect((await ask([own.row({ id: 999_999 })])).code).toBe(10002)
  })

  test('twice the same variable in one request is rejected', async () => {
    const [level] = await own.save([own.row()])
    expect(
      await faultsOf([
        { ...level, title: 'one' },
        { ...level, title: 'two' },
      ]),
    ).toMatchObject([{ index: 1, field: 'id' }])
  })
})

describe('an invalid row is reported with index, field and reason', () => {
  test.each([
    ['no name', { name: '' }, 'name'],
    ['a name that starts with a digit', { name: '1st' }, 'name'],
    ['a name of Chinese', { name: '液位' }, 'name'],
    ['a name with a NUL', { name: 'a\u0000' }, 'name'],
    ['no title', { title: ' ' }, 'title'],
    ['an address that is none', { address: 'DB1.DBW0' }, 'address'],
    ['an address beyond the last', { address: '465537' }, 'address'],
    ['an unknown data type', { dataType: 'decimal' }, 'dataType'],
    ['a word read from a coil', { address: '00001' }, 'dataType'],
    ['a bool without its bit', { dataType: 'bool' }, 'address'],
    ['an input that shall be written', { address: '30001', access: 'rw' }, 'access'],
    ['a text without length', { dataType: 'string' }, 'length'],
    ['a length of 251', { dataType: 'string', length: 251 }, 'length'],
    ['a scale of 0', { scale: 0 }, 'scale'],
    ['a scale that is no number', { scale: 'two' }, 'scale'],
    ['a minimum above the maximum', { min: 2, max: 1 }, 'min'],
    ['a lower limit above the upper', { normalLow: 2, normalHigh: 1 }, 'normalLow'],
    ['a unit of a text', { dataType: 'string', length: 4, min: 1 }, 'min'],
    ['nine decimals', { decimals: 9 }, 'decimals'],
    ['a driver that is none', { driverId: 999_999 }, 'driverId'],
  ])('%s', async (_, wrong, field) => {
    const rows = [own.row({ name: 'Fine', address: '40500' }), own.row(wrong)]
    const unfit = await ask(rows)
    if (unfit.code === 10001) return expect((unfit.data as { field: string } | null)?.field).toBe(`save.1.${field}`)
    const faults = await faultsOf(rows)
    expect(faults).toMatchObject([{ index: 1, field }])
    const chinese = await faultsOf(rows, 'zh-cn')
    expect(chinese[0]!.reason).not.toBe(faults[0]!.reason)
    expect(faults[0]!.reason).toMatch(/^[\x20-\x7e≤≥]+$/)
    expect(chinese[0]!.reason).toMatch(/\p{Script=Han}/u)
  })

  test.each([null, 5, 'row', [], {}])('%j is no row', async (wrong) => {
    expect((await faultsOf([wrong]))[0]).toMatchObject({ index: 0, name: '' })
  })

  test('also if several rows are invalid; nothing is saved', async () => {
    const rows = [
      own.row({ name: 'A' }),
      own.row({ name: 'B', scale: 0, address: '40003' }),
      own.row({ name: 'a', address: '40005' }),
      own.row({ name: 'C', address: 'x' }),
    ]
    const faults = await faultsOf(rows)
    expect(faults.map(({ index, field }) => [index, field])).toEqual([
      [1, 'scale'],
      [2, 'name'],
      [3, 'address'],
    ])
    expect((await own.server.admin.call(queryConfig, { equipmentId: own.equipmentId })).version).toBe(own.version)
  })

  test('two variables on one bit are rejected; a word beside its bits, or read as two types, is accepted', async () => {
    const bit = (name: string, address: string) => own.row({ name, address, dataType: 'bool' })
    expect(await faultsOf([bit('A', '40001.3'), bit('B', '40001.3')])).toMatchObject([
      { index: 1, field: 'address', reason: 'the same bit as A' },
    ])
    expect(
      await own.save([
        own.row({ name: 'Word' }),
        bit('A', '40001.3'),
        bit('B', '40001.4'),
        own.row({ name: 'Signed', dataType: 'int16' }),
      ]),
    ).toHaveLength(4)
  })

  test('two values that share a half overlap', async () => {
    const long = (name: string, address: string) => own.row({ name, address, dataType: 'int32' })
    expect(await faultsOf([long('A', '40001'), long('B', '40002')])).toMatchObject([{ index: 1, reason: 'overlaps A' }])
  })
})

test('the API document describes a row of variables', async () => {
  const document = (await (await own.server.nobody.raw('/openapi.json')).json()) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>
  }
  const { content } = document.paths[saveSignals.path]!.post.requestBody
  expect(content['application/json']!.schema).toMatchObject({
    properties: { save: { items: { properties: { name: { type: 'string' }, dataType: { enum: dataTypes } } } } },
  })
})
