// Plans the import of a device file: changes row by row, and every invalid cell. Pure.
import { errorCode, errorText, type Language } from '../../../contract/errors.ts'
import type { EquipmentId, GroupId } from '../../../contract/fields.ts'
import { firstFault, type Reason, reasonText } from '../../../contract/input-fault.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import { EquipmentFields, seenFields } from '../equipment/contract.ts'
import { disagreements, noFields } from '../equipment/part-saving.ts'
import type { TemplateId } from '../template/contract.ts'
import { type ColumnKey, cellOf, columnOf, type FleetColumn, fleetColumns, readCell } from './columns.ts'

/** A stored device, with the columns of a file that are not fields. */
export type Known = {
  id: EquipmentId
  fields: EquipmentFields
  sn: string | null
  series: string | null
  templateId: TemplateId | null
  mayWrite: boolean
}

export type World = {
  /** Visible devices that the file names. */
  devices: readonly Known[]
  /** Groups by path `A / B` and, if the name is unique, by name. */
  groups: ReadonlyMap<string, GroupId>
  groupPath: (id: GroupId) => string
  templates: readonly { id: TemplateId; name: string; series: string | null }[]
  mayAdd: boolean
  mayEdit: boolean
  /** Whether the caller may change who sees a device. */
  mayOpen: boolean
  language: Language
}

/** The change of one device. `fields`: only those that change. */
export type Work = { fields: Partial<EquipmentFields>; templateId?: TemplateId }
type Change = { column: ColumnKey; before: string; after: string }
type Fault = { column: ColumnKey; reason: string }
export type PlannedRow = {
  line: number
  name: string
  deviceId: EquipmentId | null
  work: Work
  changes: Change[]
  faults: Fault[]
}
export type Plan = { missing: ColumnKey[]; unknown: string[]; rows: PlannedRow[] }

/** Names and ids by which rows refer to devices. */
export function namedIn(table: readonly (readonly string[])[]): { ids: number[]; names: string[] } {
  const columns = (table[0] ?? []).map(columnOf)
  const [ids, names] = [
    columns.findIndex((each) => each?.key === 'id'),
    columns.findIndex((each) => each?.key === 'name'),
  ]
  const rows = table.slice(1)
  return {
    ids: rows.map((row) => Number(row[ids])).filter((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647),
    names: rows.map((row) => (row[names] ?? '').trim()).filter(Boolean),
  }
}

const isEmpty = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '')

/** Rows per turn of the event loop: some milliseconds of work. */
const rowsPerTurn = 200

export async function planOf(table: readonly (readonly string[])[], world: World): Promise<Plan> {
  const headings = table[0] ?? []
  const columns = headings.map(columnOf)
  const missing: ColumnKey[] = columns.some((each) => each?.key === 'name' || each?.key === 'id') ? [] : ['name']
  const unknown = headings.filter((heading, at) => heading.trim() !== '' && !columns[at])
  if (missing.length > 0) return { missing, unknown, rows: [] }
  const seen = new Set<string>()
  const rows: PlannedRow[] = []
  for (const [at, row] of table.slice(1).entries()) {
    if (at % rowsPerTurn === 0) await nextTurn()
    if (!isEmpty(row)) rows.push(rowOf(row, at + 2, columns, world, seen))
  }
  return { missing, unknown, rows }
}

function rowOf(
  cells: readonly string[],
  line: number,
  columns: readonly (FleetColumn | undefined)[],
  world: World,
  seen: Set<string>,
): PlannedRow {
  const faults: Fault[] = []
  const { language } = world
  const told: Faults = {
    fault: (column, reason) => faults.push({ column, reason: reasonText(reason, language) }),
    coded: (column, code, details = {}) => faults.push({ column, reason: errorText(code, language, details) }),
  }
  const given = givenOf(cells, columns, told)
  const known = deviceOf(given, world)
  const name = String(given.get('name') ?? known?.fields.name ?? '')
  const row: PlannedRow = { line, name, deviceId: known?.id ?? null, work: { fields: {} }, changes: [], faults }
  tellDevice({ given, known, name }, world, seen, told)
  const fields = fieldsOf(given, known, world, (key) => told.fault(key, 'notAllowed'))
  const checked = EquipmentFields.safeParse(fields, { reportInput: true })
  for (const issue of checked.error?.issues ?? []) {
    const { field, reason } = firstFault({ issues: [issue] } as never, language)
    if (!faults.some(({ column }) => column === field)) faults.push({ column: field as ColumnKey, reason })
  }
  const template = templateOf(given, known, world, told)
  tellGateway(given, known, told)
  if (checked.success) {
    compare(row, checked.data, known, world)
    tellDisagreements(checked.data, known, told)
  }
  const opened = seenFields.find((field) => row.changes.some(({ column }) => column === field))
  if (opened && !world.mayOpen) told.coded(opened, 90_002)
  if (template && template.id !== known?.templateId) {
    row.work.templateId = template.id
    const before = world.templates.find(({ id }) => id === known?.templateId)?.name ?? ''
    row.changes.push({ column: 'template', before, after: template.name })
  }
  return row
}

/** The values of a row; of two columns with the same name the first counts. */
function givenOf(cells: readonly string[], columns: readonly (FleetColumn | undefined)[], { fault }: Faults): Given {
  const given = new Map<ColumnKey, string | number | boolean | null>()
  columns.forEach((column, at) => {
    if (!column || given.has(column.key)) return
    const read = readCell(column, cells[at] ?? '')
    if ('fault' in read) fault(column.key, read.fault)
    else given.set(column.key, read.value)
  })
  return given
}

type Meant = { given: Given; known: Known | undefined; name: string }

/** Checks that the device may be changed or added, and occurs once in the file. */
function tellDevice({ given, known, name }: Meant, world: World, seen: Set<string>, { coded }: Faults): void {
  const may = known ? world.mayEdit && known.mayWrite : world.mayAdd
  if (given.get('id') != null && !known) coded('id', 1101)
  else if (!may) coded('name', 90_002)
  const keys = [...(known ? [`id ${known.id}`] : []), ...(name === '' ? [] : [`name ${name}`])]
  if (keys.some((key) => seen.has(key))) coded('name', 10_003, { name })
  for (const key of keys) seen.add(key)
}

type Given = ReadonlyMap<ColumnKey, string | number | boolean | null>
type Faults = {
  fault: (column: ColumnKey, reason: Reason) => void
  coded: (column: ColumnKey, code: number, details?: Record<string, string>) => void
}

const deviceOf = (given: Given, { devices }: World): Known | undefined => {
  const id = given.get('id')
  return id != null
    ? devices.find((each) => each.id === id)
    : devices.find(({ fields }) => fields.name === given.get('name'))
}

/**
 * All fields of a device after the import. An empty cell clears its field, or leaves a field that cannot be empty
 * unchanged.
 */
function fieldsOf(given: Given, known: Known | undefined, { groups }: World, bad: (key: ColumnKey) => void): object {
  const fields: Record<string, unknown> = { ...known?.fields }
  for (const { key, kind } of fleetColumns) {
    if (!given.has(key)) continue
    const value = given.get(key)
    if (kind === 'id' || kind === 'told' || kind === 'template') continue
    if (key === 'group') {
      const id = typeof value === 'string' ? groups.get(value) : null
      if (id === undefined) bad(key)
      else fields.groupId = id
    } else if (value !== null || (kind !== 'flag' && kind !== 'choice')) fields[key] = value
  }
  return fields
}

/** Checks the permission first: it is that of binding, and without it a file must not reveal template names. */
function templateOf(given: Given, known: Known | undefined, { templates, mayEdit }: World, { fault, coded }: Faults) {
  const name = given.get('template')
  if (!given.has('template') || name == null) return undefined
  if (!mayEdit) return void coded('template', 90_002)
  const template = templates.find((each) => each.name === name)
  if (!template) return void fault('template', 'notAllowed')
  const { series } = template
  if (series !== null && known?.series != null && known.series !== series)
    return void coded('template', 1107, { own: series, other: known.series })
  return template
}

/** Reports fields that conflict with each other, which saving would reject. */
function tellDisagreements(fields: EquipmentFields, known: Known | undefined, { fault, coded }: Faults): void {
  for (const each of disagreements(known?.fields ?? noFields, fields))
    if ('error' in each) coded(each.field as ColumnKey, errorCode(each.error))
    else fault(each.field as ColumnKey, each.reason)
}

/** A gateway cannot be bound by a file: SN and series in the file must match the bound gateway. */
function tellGateway(given: Given, known: Known | undefined, { fault, coded }: Faults): void {
  const sn = given.get('sn')
  if (sn != null && sn !== (known?.sn ?? null)) fault('sn', 'notAllowed')
  const series = given.get('series')
  if (series != null && known?.series != null && series !== known.series)
    coded('series', 1106, { own: String(series), other: known.series })
}

function compare(row: PlannedRow, fields: EquipmentFields, known: Known | undefined, world: World): void {
  const before: EquipmentFields = known?.fields ?? noFields
  for (const column of fleetColumns) {
    if (column.kind === 'id' || column.kind === 'told' || column.kind === 'template') continue
    const key = column.key === 'group' ? 'groupId' : (column.key as keyof EquipmentFields)
    if (fields[key] === before[key] && (known || key !== 'name')) continue
    ;(row.work.fields as Record<string, unknown>)[key] = fields[key]
    const told = (value: unknown) =>
      key === 'groupId'
        ? value
          ? world.groupPath(value as GroupId)
          : ''
        : String(cellOf(column, value, world.language) ?? '')
    row.changes.push({ column: column.key, before: known ? told(before[key]) : '', after: told(fields[key]) })
  }
}
