// Alarm rules as CSV: one row per rule, variables by name, so that a file fits other devices too. Pure.
import type { CsvFault } from '../../../contract/csv.ts'
import { type AlarmRule, alarmLevels, alarmMethods, type EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import { firstFault } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { csvText } from '../../../core/csv-cell.ts'
import { areaOf, areaText } from '../../../core/geo.ts'
import { unguardText } from '../../../core/sheet-text.ts'
import { readCsv } from '../../platform/open/csv.ts'
import { ignoredIn } from '../config/part-ignored.ts'
import { readable, referenceTo } from '../open/config-condition.ts'
import { faultText } from '../open/config-fault.ts'
import { AlarmRuleDraft } from './contract.ts'
import { kinds } from './editing.ts'
import { alarmFaults, alarmSignals, filled, tidyRule } from './rules.ts'
import { alarmRuleText } from './text.ts'

/** Columns of the file, in order; Chinese headings are accepted too. */
export const columns = [
  ['name', '名称'],
  ['level', '级别'],
  ['kind', '类型'],
  ['variable', '变量名'],
  ['is', '比较'],
  ['limit', '限值'],
  ['deadBand', '回差'],
  ['overS', '时间范围'],
  ['expression', '表达式'],
  ['onDelayS', '触发延时'],
  ['offDelayS', '恢复延时'],
  ['latched', '锁存'],
  ['content', '报警内容'],
  ['advice', '处理建议'],
  ['setPoints', '相关设定值'],
  ['methods', '通知方式'],
  ['enabled', '启用'],
] as const
type Column = (typeof columns)[number][0]
type Cells = Partial<Record<Column, string>>

type Names = { nameOf: (id: number) => string | undefined; idOf: (name: string) => number | undefined }

function namesOf({ signals }: Pick<EquipmentConfig, 'signals'>): Names {
  const byId = new Map(signals.map(({ id, name }) => [id as number, name]))
  const byName = new Map(signals.map(({ id, name }) => [name.toLowerCase(), id as number]))
  return { nameOf: (id) => byId.get(id), idOf: (name) => byName.get(name.trim().toLowerCase()) }
}

/** CSV with a byte-order mark, so that spreadsheet programs decode Chinese text correctly. */
export function toCsv(config: Pick<EquipmentConfig, 'signals' | 'alarms'>): string {
  const names = namesOf(config)
  const fields = columns.map(([key]) => key)
  const data = config.alarms.map((rule) => {
    const cells = cellsOf(rule, names)
    return fields.map((key) => cells[key])
  })
  return csvText(fields, data)
}

/** Variables for the variable column; an expression names its variables itself. */
const alarmSubjects = (condition: AlarmRule['condition']): number[] =>
  condition.kind === 'expression' ? [] : alarmSignals(condition)

/** A geofence from a row: the row names two variables, and its expression column holds the area. */
const fenceOf = (
  { expression = '', deadBand }: Cells,
  [longitudeId, latitudeId]: (number | undefined)[],
  is: unknown,
) => ({
  ...{ kind: 'fence', longitudeId, latitudeId, is, area: areaOf(expression), marginM: number(deadBand) },
})

/** A variable whose name equals a placeholder is written by its number. */
const isMark = (name: string) => name === 'value' || name === 'limit'

function cellsOf(rule: AlarmRule, { nameOf }: Names): Cells {
  const { name, level, condition, onDelayS, offDelayS, latched, content, advice, setPointIds = [], methods = [] } = rule
  const told = (id: number) => nameOf(id) ?? String(id)
  const number = (value: number | undefined) => (value === undefined ? '' : String(value))
  const inText = (mark: string) => {
    const own = /^\d+$/.test(mark) ? nameOf(Number(mark)) : undefined
    return own !== undefined && !isMark(own.toLowerCase()) ? `{${own}}` : undefined
  }
  return {
    ...{ name, level, kind: condition.kind, ...('is' in condition ? { is: condition.is } : {}) },
    variable: alarmSubjects(condition).map(told).join('; '),
    ...(condition.kind === 'limit' ? { limit: number(condition.limit), deadBand: number(condition.deadBand) } : {}),
    ...(condition.kind === 'state' ? { limit: number(condition.value) } : {}),
    ...(condition.kind === 'rate' ? { limit: number(condition.change), overS: number(condition.overS) } : {}),
    ...(condition.kind === 'fence'
      ? { deadBand: number(condition.marginM), expression: areaText(condition.area) }
      : {}),
    ...(condition.kind === 'expression'
      ? { expression: readable(condition.expression, (id) => `\${${told(id)}}`) }
      : {}),
    ...{ onDelayS: number(onDelayS), offDelayS: number(offDelayS), latched: latched ? '1' : '' },
    ...{ content: content ? filled(content, inText) : '', advice: advice ?? '' },
    setPoints: setPointIds.map(told).join('; '),
    methods: methods.join('; '),
    enabled: rule.enabled === false ? '0' : '1',
  }
}

/** Normalises a heading, so that `On delay`, `on_delay` and `onDelay` are the same. */
const plain = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '')

const headings = new Map<string, Column>(
  columns.flatMap(([key, zh]) => [
    [plain(key), key],
    [zh, key],
  ]),
)

/** Accepted spellings of each keyword: the keyword, and its label in both languages, whatever language file is on screen. */
function wordsOf<W extends string>(of: readonly W[], keyOf: (word: W) => string): Map<string, W> {
  const bundles = Object.values(alarmRuleText.bundles)
  const spelled = (word: W) => [word, ...bundles.map((bundle) => bundle[keyOf(word)] as string)]
  return new Map(of.flatMap((word) => spelled(word).map((each) => [plain(each), word] as const)))
}
const known = {
  level: wordsOf(alarmLevels, (level) => level),
  kind: wordsOf(kinds, (kind) => `${kind}Kind`),
  is: wordsOf(['above', 'below', 'equal', 'unequal', 'rising', 'falling', 'outside', 'inside'], (is) => is),
  methods: wordsOf(alarmMethods, (method) => method),
}

type Bad = { column: Column; reason: string }
type ImportedRow = {
  /** Row number as in spreadsheet programs: the heading is row 1. */
  line: number
  name: string
  isNew: boolean
  /** The rule to save; undefined while its cells are invalid. */
  draft: AlarmRuleDraft | undefined
  bad: Bad[]
}

type Of = { config: EquipmentConfig; equipmentId: number; language: Language }

/** Reads rules from CSV: a known name changes that rule, other rows are added. Every invalid cell is reported. */
export function fromCsv(
  text: string,
  of: Of,
): { rows: ImportedRow[]; missing: Column[]; ignored: string[]; fault?: CsvFault } {
  // Reads one row more than the limit, so that too many rows are detected.
  const read = readCsv<Record<string, unknown>>(text, { preview: limits.alarmRulesPerEquipment + 1 })
  if ('fault' in read) return { rows: [], missing: [], ignored: [], fault: read.fault }
  const present = new Set(read.headings.map((heading) => headings.get(plain(heading))))
  const needed: Column[] = ['name', 'level', 'kind']
  const missing = needed.filter((key) => !present.has(key))
  const ignored = ignoredIn(read.headings, read.rows, (heading) => headings.get(plain(heading)))
  if (missing.length > 0) return { rows: [], missing, ignored }
  const rows = read.rows.map((cells, index) => readRow(cellsIn(cells), index + 2, of))
  return { rows: checked(rows, of), missing, ignored }
}

function cellsIn(raw: Record<string, unknown>): Cells {
  const cells: Cells = {}
  for (const [heading, cell] of Object.entries(raw)) {
    const key = headings.get(plain(heading))
    // Cells beyond the last heading arrive as a list under a separate key.
    // If two columns have the same heading, the first counts.
    if (key && typeof cell === 'string' && cell.trim() !== '') cells[key] ??= unguardText(cell.trim())
  }
  return cells
}

const parts = (cell = '') =>
  cell
    .split(/[;；,，、]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
const flag = (cell: string | undefined, usual: boolean) =>
  cell === undefined ? usual : /^(1|true|yes|on|是|启用)$/i.test(cell)
const number = (cell: string | undefined) => (cell === undefined ? undefined : Number(cell))

function readRow(cells: Cells, line: number, { config, equipmentId, language }: Of): ImportedRow {
  const t = alarmRuleText.in(language)
  const names = namesOf(config)
  const bad: Bad[] = []
  const word = <W>(column: Column, cell: string | undefined, among: ReadonlyMap<string, W>): W | undefined => {
    const found = cell === undefined ? undefined : among.get(plain(cell))
    if (cell !== undefined && found === undefined) bad.push({ column, reason: t('unknownWord', { name: cell }) })
    return found
  }
  const variable = (column: Column, cell: string | undefined): number | undefined => {
    const found = cell === undefined ? undefined : names.idOf(cell)
    if (cell !== undefined && found === undefined) bad.push({ column, reason: t('unknownVariable', { name: cell }) })
    return found
  }
  const kind = word('kind', cells.kind, known.kind)
  const namedIn = kind === 'fence' ? parts(cells.variable) : [cells.variable]
  const named = namedIn.map((each) => variable('variable', each))
  const at = { signalId: named[0], is: word('is', cells.is, known.is) }
  const limit = number(cells.limit)
  const conditions = {
    limit: { kind, ...at, limit, deadBand: number(cells.deadBand) },
    state: { kind, ...at, value: limit },
    rate: { kind, ...at, change: limit, overS: number(cells.overS) ?? 60 },
    fence: fenceOf(cells, named, at.is),
    expression: { kind, expression: expressionOf(cells.expression ?? '', names, equipmentId) },
    offline: { kind },
    powerOff: { kind },
  }
  const name = cells.name ?? ''
  const same = config.alarms.find((rule) => rule.name.toLowerCase() === name.toLowerCase())
  const parsed = AlarmRuleDraft.safeParse(
    {
      ...{ id: same?.id ?? null, name, level: word('level', cells.level, known.level) },
      condition: kind && conditions[kind],
      ...{ onDelayS: number(cells.onDelayS), offDelayS: number(cells.offDelayS), latched: flag(cells.latched, false) },
      content: cells.content && contentOf(cells.content, names),
      advice: cells.advice,
      setPointIds: parts(cells.setPoints).map((each) => variable('setPoints', each)),
      methods: parts(cells.methods).map((each) => word('methods', each, known.methods)),
      // Recipients cannot be named across companies: a changed rule keeps its notification steps.
      steps: same?.steps,
      enabled: flag(cells.enabled, true),
    },
    { reportInput: true },
  )
  const row = { line, name, isNew: !same }
  if (parsed.success) return { ...row, draft: tidyRule(parsed.data), bad }
  if (bad.length === 0) {
    const { field, reason } = firstFault(parsed.error, language)
    bad.push({ column: columnOf(field), reason })
  }
  return { ...row, draft: undefined, bad }
}

/**
 * Replaces variable names in placeholders such as `{Outlet flow}` by ids; an unknown name stays and is reported as a
 * fault.
 */
const contentOf = (content: string, { idOf }: Names): string =>
  filled(content, (mark) => {
    const id = isMark(mark) ? undefined : idOf(mark)
    return id === undefined ? undefined : `{${id}}`
  })

const expressionOf = (expression: string, { idOf }: Names, equipmentId: number): string =>
  expression.replace(/\$\{([^{}]*)\}/g, (whole, name: string) => {
    const id = idOf(name)
    return id === undefined ? whole : referenceTo(equipmentId, id)
  })

const fieldColumns: { [field: string]: Column } = {
  signalId: 'variable',
  value: 'limit',
  change: 'limit',
  setPointIds: 'setPoints',
  condition: 'kind',
}

/** Maps a faulty field to its column: `condition.signalId` → variable. */
function columnOf(field: string): Column {
  const path = field.split('.').filter((step) => !/^\d+$/.test(step))
  const last = path.at(-1) ?? ''
  return fieldColumns[last] ?? columns.find(([key]) => key === last)?.[0] ?? 'name'
}

/** Checks the imported rules as they will be after the import: duplicate names, unsuitable variables. */
function checked(rows: readonly ImportedRow[], { config, equipmentId, language }: Of): ImportedRow[] {
  // New rows get unused negative numbers, so that they do not match existing rules.
  const mine = rows.flatMap(({ draft }, index) => (draft ? [{ ...draft, id: draft.id ?? -1 - index }] : []))
  const changed = new Set(mine.map(({ id }) => id))
  const others = config.alarms.filter(({ id }) => !changed.has(id))
  const together = { ...config, alarms: [...others, ...mine] as AlarmRule[] }
  return rows.map((row, index) => {
    if (!row.draft) return row
    const faults = alarmFaults(
      { ...row.draft, id: (row.draft.id ?? -1 - index) as AlarmRule['id'] },
      together,
      equipmentId,
    )
    const told = faults.map((fault) => ({ column: columnOf(fault.field), reason: faultText(fault, language) }))
    return { ...row, bad: [...row.bad, ...told] }
  })
}
