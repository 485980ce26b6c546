// All faults in the sheet by cell, found by the rules that the server also uses.
import { z } from 'zod'
import type { Driver, Signal } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import type { SignalId } from '../../../contract/fields.ts'
import { firstFault } from '../../../contract/input-fault.ts'
import { readyDriver } from '../driver/rules.ts'
import { SignalDraft } from '../signal/contract.ts'
import { addressFault, signalFaults } from '../signal/rules.ts'
import { draftOf, type SheetColumn, type SheetRow } from './sheet.ts'

/** Reasons of faults by row and column. */
export type SheetFaults = ReadonlyMap<number, Partial<Record<SheetColumn, string>>>
export type Place = { key: number; column: SheetColumn }

/** The sheet column of a contract field. */
export const columnOf = (field: string): SheetColumn => (field === 'driverId' ? 'driver' : (field as SheetColumn))

type Read = { signal: Signal } | { faults: Partial<Record<SheetColumn, string>> }

/** A row as a variable, or its faults. */
function readRow(row: SheetRow, drivers: readonly Driver[], language: Language): Read {
  const parsed = SignalDraft.safeParse(draftOf(row, drivers), { reportInput: true })
  if (parsed.success) return { signal: { ...parsed.data, id: row.key as SignalId } }
  const faults: Partial<Record<SheetColumn, string>> = {}
  for (const issue of parsed.error.issues) {
    const column = columnOf(String(issue.path[0] ?? 'name'))
    faults[column] ??= firstFault(new z.ZodError([issue]), language).reason
  }
  return { faults }
}

/** A reader that caches results until the row, the drivers or the language change. */
export function createReader(drivers: readonly Driver[], language: Language): (row: SheetRow) => Read {
  const known = new WeakMap<SheetRow, Read>()
  return (row) => {
    const before = known.get(row)
    if (before) return before
    const read = readRow(row, drivers, language)
    known.set(row, read)
    return read
  }
}

export function faultsOf(
  rows: readonly SheetRow[],
  drivers: readonly Driver[],
  language: Language,
  read: (row: SheetRow) => Read,
): SheetFaults {
  const faults = new Map<number, Partial<Record<SheetColumn, string>>>()
  const signals: Signal[] = []
  for (const row of rows) {
    const result = read(row)
    if ('signal' in result) signals.push(result.signal)
    else faults.set(row.key, result.faults)
  }
  const config = { drivers: [...drivers], signals }
  for (const { index: key, field, reason } of signalFaults(config, language, ({ id }) => id)) {
    const column = columnOf(field)
    const row = faults.get(key) ?? {}
    if (!row[column]) faults.set(key, { ...row, [column]: reason })
  }
  return faults
}

/** The fault of the address while it is typed; undefined without one. */
export function typedFault(row: SheetRow, drivers: readonly Driver[], language: Language): string | undefined {
  const driver = drivers.find(({ name }) => name === row.cells.driver.trim())
  const ready = driver && readyDriver(driver)
  if (!ready || row.cells.address.trim() === '') return undefined
  const { dataType, access, length, byteOrder, prefix } = row.cells
  const signal = {
    id: row.key,
    address: row.cells.address.trim(),
    dataType,
    access: access || 'r',
    ...(length ? { length: Number(length) } : {}),
    ...(byteOrder ? { byteOrder } : {}),
    ...(prefix ? { prefix } : {}),
  }
  const fault = addressFault(signal as unknown as Signal, ready)
  return fault?.words[language]
}

export const countFaults = (faults: SheetFaults): number =>
  [...faults.values()].reduce((sum, row) => sum + Object.keys(row).length, 0)

/** The next fault after a place, in row and column order; continues at the start after the last. */
export function nextFault(
  rows: readonly SheetRow[],
  columns: readonly SheetColumn[],
  faults: SheetFaults,
  from: Place | undefined,
): Place | undefined {
  const all = rows.flatMap(({ key }, row) =>
    columns.flatMap((column, place) => (faults.get(key)?.[column] ? [{ key, column, at: row * 100 + place }] : [])),
  )
  const row = from ? rows.findIndex(({ key }) => key === from.key) : -1
  const at = from && row >= 0 ? row * 100 + columns.indexOf(from.column) : -1
  const next = all.find((fault) => fault.at > at) ?? all[0]
  return next && { key: next.key, column: next.column }
}
