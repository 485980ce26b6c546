import { describe, expect, it } from 'vitest'
import { Driver, type EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import { importRows } from './import-rows.ts'
import { nextAddress, nextName, usualStep } from './series.ts'
import {
  applyEdits,
  blank,
  changesOf,
  draftOf,
  filteredRows,
  longestIn,
  newFrom,
  nextKey,
  rebase,
  rowsOf,
  type SheetRow,
  shownColumns,
  usualColumns,
} from './sheet.ts'
import { clearEdits, copyBlock, fillEdits, parseBlock, pasteEdits } from './sheet-block.ts'
import { countFaults, createReader, faultsOf, nextFault, typedFault } from './sheet-faults.ts'

const driver = Driver.parse({ id: 1, name: 'PLC 1', type: 'modbus-tcp', params: { host: '10.0.0.5' } })
const signal = (id: number, name: string, address: string, more: object = {}) =>
  Signal.parse({ id, driverId: 1, name, title: name, address, dataType: 'float32', ...more })
const config: EquipmentConfig = {
  drivers: [driver],
  signals: [signal(1, 'flow', '40001', { unit: 'm³/h', decimals: 1 }), signal(2, 'level', '40003', { pinned: true })],
  reports: [],
  alarms: [],
  scripts: [],
}
const rows = rowsOf(config)
const asGiven = (source: string) => source
const fresh = { ...blank, driver: 'PLC 1', dataType: 'float32', access: 'r' }
const set = (
  of: readonly SheetRow[],
  key: number,
  column: 'name' | 'address' | 'unit' | 'title' | 'min',
  text: string,
) => applyEdits(of, [{ key, column, text }], fresh)
const faults = (of: readonly SheetRow[]) => faultsOf(of, [driver], 'en', createReader([driver], 'en'))

describe('the sheet', () => {
  it('converts a variable to cells and back', () => {
    expect(draftOf(rows[0]!, [driver])).toEqual({
      id: 1,
      driverId: 1,
      name: 'flow',
      title: 'flow',
      address: '40001',
      dataType: 'float32',
      access: 'r',
      unit: 'm³/h',
      decimals: 1,
    })
    expect(draftOf(rows[1]!, [driver]).pinned).toBe(true)
  })

  it('is filtered by driver and word, but a row with an unknown driver is always shown', () => {
    const other = Driver.parse({ ...driver, id: 2, name: 'PLC 2' })
    const all = set(applyEdits(rows, [{ key: 2, column: 'driver', text: 'PLC 2' }], fresh), newFrom, 'name', 'flow_2')
    const lost = applyEdits(all, [{ key: newFrom, column: 'driver', text: 'PLC 9' }], fresh)
    const shown = (of: readonly SheetRow[], by: Driver | undefined, word: string) =>
      filteredRows(of, [driver, other], { driver: by, word, named: asGiven }).map(({ key }) => key)
    expect(shown(all, driver, '')).toEqual([1, newFrom])
    expect(shown(lost, other, '')).toEqual([2, newFrom])
    expect(shown(all, undefined, 'flow')).toEqual([1, newFrom])
    expect(shown(all, other, 'flow')).toEqual([])
    expect(filteredRows(all, [driver, other], { driver: undefined, word: '', named: asGiven })).toBe(all)
  })

  it('is found by the translation of its name', () => {
    const named = (source: string) => (source === 'Inlet flow' ? '进水流量' : source)
    const of = set(rows, 1, 'title', 'Inlet flow')
    const found = (word: string) => filteredRows(of, [driver], { driver: undefined, word, named }).map(({ key }) => key)
    expect([found('进水'), found('inlet'), found('出水')]).toEqual([[1], [1], []])
  })

  it('measures the longest cell of a column, for the width of a numeric one', () => {
    expect(longestIn(set(rows, 2, 'min', '-100000000'), 'min')).toBe(10)
    expect(longestIn([], 'min')).toBe(0)
  })

  it('is unchanged by an edit that changes nothing', () => {
    expect(set(rows, 1, 'name', 'flow')).toBe(rows)
    expect(set(rows, newFrom, 'name', '')).toBe(rows)
  })

  it('grows by an edit below its end', () => {
    const grown = set(rows, nextKey(rows), 'name', 'pressure')
    expect(grown).toHaveLength(3)
    expect(draftOf(grown[2]!, [driver])).toMatchObject({ id: null, name: 'pressure', title: 'pressure', driverId: 1 })
    expect(nextKey(grown)).toBe(newFrom + 1)
  })

  it('lists rows to save and ids to remove', () => {
    const edited = set(set(rows, 1, 'unit', 'L/s'), nextKey(rows), 'name', 'x').filter(({ key }) => key !== 2)
    const { save, remove } = changesOf(rows, edited)
    expect(save.map(({ key }) => key)).toEqual([1, newFrom])
    expect(remove).toEqual([2])
    expect(changesOf(rows, set(set(rows, 1, 'unit', 'L/s'), 1, 'unit', 'm³/h'))).toEqual({ save: [], remove: [] })
  })
})

describe('a merge of my edits into a newer version', () => {
  const theirs = rowsOf({
    ...config,
    signals: [signal(1, 'flow', '40011', { unit: 'm³/h' }), signal(3, 'ph', '40021')],
  })

  it('keeps my changed cells and takes other cells of the newer version', () => {
    const merged = rebase(rows, set(rows, 1, 'unit', 'L/s'), theirs)
    expect(merged.map(({ cells }) => [cells.name, cells.address, cells.unit])).toEqual([
      ['flow', '40011', 'L/s'],
      ['ph', '40021', ''],
    ])
  })

  it('adds a variable again that others removed and I changed; omits variables that I removed', () => {
    const mine = set(rows, 2, 'title', 'Well level').filter(({ key }) => key !== 1)
    const merged = rebase(rows, mine, theirs)
    expect(merged.map(({ key, cells }) => [key >= newFrom, cells.name])).toEqual([
      [false, 'ph'],
      [true, 'level'],
    ])
  })
})

describe('faults', () => {
  it('do not exist in a valid sheet', () => expect(countFaults(faults(rows))).toBe(0))

  it('have a cell and a reason', () => {
    const bad = set(set(set(rows, 1, 'address', '70001'), 2, 'name', '2x'), 2, 'min', 'low')
    expect(faults(bad).get(1)?.address).toMatch(/40001/)
    expect(Object.keys(faults(bad).get(2) ?? {}).sort()).toEqual(['min', 'name'])
  })

  it('include conflicts between rows', () => {
    expect(faults(set(rows, 2, 'address', '40002')).get(2)?.address).toBe('overlaps flow')
    expect(faults(set(rows, 2, 'name', 'FLOW')).get(2)?.name).toMatch(/name/)
  })

  it('are visited in order, and from the start after the last', () => {
    const bad = set(set(rows, 1, 'address', 'x'), 2, 'name', '')
    const walk = (from?: { key: number; column: 'address' | 'name' }) =>
      nextFault(bad, ['name', 'address'], faults(bad), from)
    expect(walk()).toEqual({ key: 1, column: 'address' })
    expect(walk({ key: 1, column: 'address' })).toEqual({ key: 2, column: 'name' })
    expect(walk({ key: 2, column: 'name' })).toEqual({ key: 1, column: 'address' })
  })

  it('appear while an address is typed', () => {
    const typed = (address: string) => typedFault(set(rows, 1, 'address', address)[0]!, [driver], 'zh-cn')
    expect(typed('4')).toMatch(/40001/)
    expect(typed('40001')).toBeUndefined()
    expect(typed('')).toBeUndefined()
  })
})

describe('blocks', () => {
  const view = { rows, columns: ['name', 'title', 'address', 'unit'] as const }
  const all = { top: 0, bottom: 1, left: 0, right: 3 }

  it('are unchanged by copy and paste', () => {
    const text = copyBlock(view, all)
    expect(text).toBe('flow\tflow\t40001\tm³/h\r\nlevel\tlevel\t40003\t')
    expect(parseBlock(text)).toEqual([
      ['flow', 'flow', '40001', 'm³/h'],
      ['level', 'level', '40003', ''],
    ])
  })

  it('may contain quotes, tabs and line breaks', () => {
    expect(parseBlock('"a\tb"\t"say ""hi"""\n"two\nlines"\tx\n')).toEqual([
      ['a\tb', 'say "hi"'],
      ['two\nlines', 'x'],
    ])
  })

  it('extend past the end as new rows', () => {
    const at = { top: 1, bottom: 1, left: 0, right: 0 }
    const edits = pasteEdits(
      view,
      at,
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
      (row) => rows[row]?.key ?? newFrom + row - rows.length,
    )
    const next = applyEdits(rows, edits, fresh)
    expect(next.map(({ cells }) => cells.name)).toEqual(['flow', 'a', 'b'])
    expect(next[2]?.cells.driver).toBe('PLC 1')
  })

  it('of one cell fill the range', () => {
    const edits = pasteEdits(view, { top: 0, bottom: 1, left: 3, right: 3 }, [['bar']], (row) => rows[row]!.key)
    expect(applyEdits(rows, edits, fresh).map(({ cells }) => cells.unit)).toEqual(['bar', 'bar'])
  })

  it('can be cleared', () => {
    expect(applyEdits(rows, clearEdits(view, { ...all, left: 3 }), fresh)[0]?.cells.unit).toBe('')
  })

  it('can be filled down; addresses and names continue', () => {
    const next = applyEdits(
      rows,
      fillEdits(view, all, () => 2),
      fresh,
    )
    expect(next[1]?.cells).toMatchObject({ name: 'flow_2', title: 'flow', address: '40003', unit: 'm³/h' })
  })
})

describe('rarely needed columns', () => {
  const shown = (of: readonly SheetRow[], asked: readonly ('clamp' | 'byteOrder')[] = []) =>
    shownColumns(of, new Set(asked), () => false).slice(usualColumns.length)

  it('are shown if a variable uses them or the user selects them', () => {
    expect(shown(rows)).toEqual([])
    expect(shown(rows, ['clamp', 'byteOrder'])).toEqual(['byteOrder', 'clamp'])
    const counted = rowsOf({ ...config, signals: [signal(1, 'a', '40001', { rollover: 65_536 })] })
    expect(shown(counted)).toEqual(['rollover'])
    expect(shownColumns(rows, new Set(), (column) => column === 'rawLow').at(-1)).toBe('rawLow')
  })

  it('convert a variable to cells and back', () => {
    const fields = { rawLow: 0, rawHigh: 27_648, valueLow: -50, valueHigh: 150, clamp: true, byteOrder: 'BADC' }
    const one = signal(1, 'a', '40001', fields)
    expect(draftOf(rowsOf({ ...config, signals: [one] })[0]!, [driver])).toMatchObject(fields)
  })

  it('are checked by the driver while typing', () => {
    const [row] = rowsOf({ ...config, signals: [signal(1, 'a', '40001')] })
    const typed = { key: 1, cells: { ...row!.cells, prefix: 's7' } }
    expect(typedFault(typed, [driver], 'en')).toBe('Only for texts')
  })
})

describe('series', () => {
  it.each([
    ['40001', 2, 3, '40007'],
    ['00009', 1, 1, '00010'],
    ['H:100.3', 2, 1, 'H:102.3'],
    ['H:100.14', 0.1, 3, 'H:101.1'],
    ['DB1.DBD0', 4, 2, 'DB1.DBD8'],
    ['DB1.DBX0.3', 0.1, 1, 'DB1.DBX0.4'],
    ['tag', 1, 1, 'tag'],
    ['40021.H', 0.5, 1, '40021.L'],
    ['40021.H', 0.5, 3, '40022.L'],
    ['H:7.l', 0.5, 1, 'H:8.h'],
    ['40021.L', 1, 2, '40023.L'],
  ])('%s by %d, %d times: %s', (address, step, count, wanted) => {
    expect(nextAddress(address, step, count)).toBe(wanted)
  })

  it('of names continue the last number', () => {
    expect([nextName('pump1', 2), nextName('v09', 1), nextName('flow', 1), nextName('', 1)]).toEqual([
      'pump3',
      'v10',
      'flow_2',
      '',
    ])
  })

  it('have a step that suits the type', () => {
    expect([usualStep('float32', '40001'), usualStep('bool', 'H:1.3'), usualStep('string', '40001', 9)]).toEqual([
      2, 0.1, 5,
    ])
  })
})

describe('a file', () => {
  it('changes known names and appends other rows', () => {
    const read = importRows(
      rows,
      [
        { name: 'FLOW', unit: 'L/s' },
        { name: 'ph', address: '40021', min: 0 },
      ],
      fresh,
    )
    const next = applyEdits(
      rows,
      read.flatMap(({ edits }) => edits),
      fresh,
    )
    expect(read.map(({ line, isNew }) => [line, isNew])).toEqual([
      [2, false],
      [3, true],
    ])
    expect(next.map(({ cells }) => [cells.unit, cells.min, cells.driver])).toEqual([
      ['L/s', '', 'PLC 1'],
      ['', '', 'PLC 1'],
      ['', '0', 'PLC 1'],
    ])
  })
})
