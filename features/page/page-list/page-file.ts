// A page as a file: its document without numbers of a platform, with each binding by the names of variable and device.
// An import binds by these names only, and ignores numbers in the file. Pure.
import type { EquipmentId, SignalId } from '../../../contract/fields.ts'
import { type Binding, type PageDocument, type PageWidget, signalOf } from '../../../contract/page-document.ts'
import { mapInTurns } from '../../../core/giving-way.ts'
import type { PageVersion } from '../page/contract.ts'
import type { FileVariable } from './contract.ts'
import { namedOn } from './rules.ts'

const pageFormat = 'gatehouse-page'

/** Fields with numbers of one platform's objects. */
const numbers: ReadonlySet<string> = new Set([
  ...[
    'signalId',
    'equipId',
    'unseenSignalId',
    'mvarId',
    'customReportId',
    'pageId',
    'equipPageId',
    'mainPageId',
    'mainId',
    'configId',
    'reportId',
    'sceneId',
  ],
  ...['projectId', 'equipmentId', 'templateId'],
])

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Maps every object in a value, the inner ones first. */
function mapObjects<T>(value: T, change: (object: Json) => Json): T {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, change)) as T
  if (!isObject(value)) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapObjects(each, change)])),
  ) as unknown as T
}

const withoutNumbers = <T>(value: T): T =>
  mapObjects(value, (object) => Object.fromEntries(Object.entries(object).filter(([key]) => !numbers.has(key))))

type Named = ReadonlyMap<number, { equipmentId: number; device: string; name: string }>

/** A value without numbers; `add` returns what a file adds to an object. One pass, which copies each object once. */
function inFile(value: unknown, add: (object: Json) => Json | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => inFile(each, add))
  if (!isObject(value)) return value
  const copy: Json = {}
  for (const key of Object.keys(value)) if (!numbers.has(key)) copy[key] = inFile(value[key], add)
  return Object.assign(copy, add(value))
}

/** The file of a page; `named`: the variables that it is bound to. */
export async function fileOf(
  { title, content, equipmentId }: PageVersion & { equipmentId: EquipmentId | null },
  named: Named,
): Promise<object> {
  const { con, widgets, bind: _, ...rest } = content
  const isNamedOn = namedOn(equipmentId)
  const add = (object: Json): Json | undefined => {
    const found = named.get(signalOf(object) ?? 0)
    const boundTo = found && { device: found.equipmentId === equipmentId ? null : found.device, name: found.name }
    const isOwn = isNamedOn(object) !== undefined
    return boundTo || isOwn ? { ...(boundTo && { boundTo }), ...(isOwn && { ofOwnDevice: true }) } : undefined
  }
  const head = withoutNumbers({ ...rest, title, con })
  return { format: pageFormat, ...head, widgets: await mapInTurns(widgets, (widget) => inFile(widget, add)) }
}

const longest = 200

function boundTo(object: Json): FileVariable | undefined {
  const { boundTo: of } = object
  if (!isObject(of)) return undefined
  const { device = null, name } = of
  const isName = (text: unknown): text is string => typeof text === 'string' && text !== '' && text.length <= longest
  return isName(name) && (device === null || isName(device)) ? { device, name } : undefined
}

/** All variables that a file names. */
export async function variablesIn(widgets: readonly PageWidget[]): Promise<FileVariable[]> {
  const found = new Map<string, FileVariable>()
  await mapInTurns(widgets, (widget) =>
    mapObjects(widget, (object) => {
      const variable = boundTo(object)
      if (variable) found.set(keyOf(variable), variable)
      return object
    }),
  )
  return [...found.values()]
}

export const keyOf = ({ device, name }: FileVariable): string => JSON.stringify([device, name])

type Imported = { content: PageDocument; bound: number; lost: number; missing: FileVariable[] }

/**
 * The document of a file, bound to the variables that `find` returns; `equipmentId`: the device of the page, if it has
 * one.
 */
export async function boundFile(
  file: PageDocument,
  equipmentId: EquipmentId | null,
  find: (variable: FileVariable) => { signalId: SignalId; equipId: EquipmentId } | undefined,
): Promise<Imported> {
  let [bound, lost] = [0, 0]
  const missing = new Map<string, FileVariable>()
  const bind = (object: Json): Json => {
    const { boundTo: _, ofOwnDevice, ...rest } = object
    if (ofOwnDevice === true && equipmentId !== null) return { ...rest, equipId: equipmentId }
    const variable = boundTo(object)
    if (!variable) return rest
    const found = find(variable)
    if (found) {
      bound += 1
      return { ...rest, ...found }
    }
    lost += 1
    missing.set(keyOf(variable), variable)
    const { title, subTitle, ...unnamed } = rest as Binding
    return unnamed
  }
  // Title, format and bindings of the file are not part of the document.
  const { widgets: before, con, ...others } = file
  const { format: _, title: __, bind: ___, ...document }: Json = withoutNumbers(others)
  const widgets = await mapInTurns(before, (widget) => mapObjects(withoutNumbers(widget), bind))
  const binds = { equips: [], signals: [], keys: [], mvars: [] }
  const content = { ...document, con: withoutNumbers(con), widgets, bind: binds }
  return { content, bound, lost, missing: [...missing.values()] }
}

/** The title in a file; undefined if it is not valid for a page. */
export function titleIn({ title }: Json, longestTitle: number): string | undefined {
  const given = typeof title === 'string' ? title.trim() : ''
  return given !== '' && given.length <= longestTitle ? given : undefined
}
