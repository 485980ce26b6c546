// Alarm rules as a spreadsheet: one row each, variables by their names, so that a file fits other devices too. Pure.
import Papa from 'papaparse'
import type { CsvFault } from '../../../contract/csv.ts'
import { type AlarmRule, alarmLevels, alarmMethods, type EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import { firstFault } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { areaOf, areaText } from '../../../core/geo.ts'
import { guardText, unguardText } from '../../../core/sheet-text.ts'
import { readCsv } from '../../platform/open/csv.ts'
import { ignoredIn } from '../config/part-ignored.ts'
import { readable, referenceTo } from '../open/config-condition.ts'
import { faultText } from '../open/config-fault.ts'
import { AlarmRuleDraft } from './contract.ts'
import { kinds } from './editing.ts'
import { alarmFaults, alarmSignals, filled, tidyRule } from './rules.ts'
import { alarmRuleText } from './text.ts'

/** Columns of the file, in order; Chinese headings are understood too. */
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
export type Column = (typeof columns)[number][0]
type Cells = Partial<Record<Column, string>>

type Names = { nameOf: (id: number) => string | undefined; idOf: (name: string) => number | undefined }

function namesOf({ signals }: Pick<EquipmentConfig, 'signals'>): Names {
  const byId = new Map(signals.map(({ id, name }) => [id as number, name]))
  const byName = new Map(signals.map(({ id, name }) => [name.toLowerCase(), id as number]))
  return { nameOf: (id) => byId.get(id), idOf: (name) => byName.get(name.trim().toLowerCase()) }
}

/** CSV with a byte-order mark, so that spreadsheets read the Chinese right. */
export function toCsv(config: Pick<EquipmentConfig, 'signals' | 'alarms'>): string {
  const names = namesOf(config)
  const fields = columns.map(([key]) => key)
  const data = config.alarms.map((rule) => {
    const cells = cellsOf(rule, names)
    return fields.map((key) => guardText(cells[key] ?? ''))
  })
  return `\uFEFF${Papa.unparse({ fields, data })}`
}

/** What a row names as its variables: of an expression they stand in it. */
const alarmSubjects = (condition: AlarmRule['condition']): number[] =>
  condition.kind === 'expression' ? [] : alarmSignals(condition)

/** Of a geofence the variables are two, and the area stands in the place of the expression. */
const fenceOf = (
  { expression = '', deadBand }: Cells,
  [longitudeId, latitudeId]: (number | undefined)[],
  is: unknown,
) => ({
  ...{ kind: 'fence', longitudeId, latitudeId, is, area: areaOf(expression), marginM: number(deadBand) },
})

/** A variable called like a mark keeps its number. */
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

/** `On delay`, `on_delay` and `onDelay` are one heading: people type what they read on the screen. */
const plain = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '')

const headings = new Map<string, Column>(
  columns.flatMap(([key, zh]) => [
    [plain(key), key],
    [zh, key],
  ]),
)

/** What a person may write for a word of the file: the word, and what the screen calls it in either language. */
function wordsOf<W extends string>(of: readonly W[], keyOf: (word: W) => string): Map<string, W> {
  const texts = (['en', 'zh-cn'] as const).map((language) => alarmRuleText.in(language) as (key: string) => string)
  return new Map(
    of.flatMap((word) => [word, ...texts.map((t) => t(keyOf(word)))].map((each) => [plain(each), word] as const)),
  )
}
const known = {
  level: wordsOf(alarmLevels, (level) => level),
  kind: wordsOf(kinds, (kind) => `${kind}Kind`),
  is: wordsOf(['above', 'below', 'equal', 'unequal', 'rising', 'falling', 'outside', 'inside'], (is) => is),
  methods: wordsOf(alarmMethods, (method) => method),
}

type Bad = { column: Column; reason: string }
export type ImportedRow = {
  /** As a spreadsheet counts, the heading being 1. */
  line: number
  name: string
  isNew: boolean
  /** What is saved of it; none while its cells cannot be read. */
  draft: AlarmRuleDraft | undefined
  bad: Bad[]
}

type Of = { config: EquipmentConfig; equipmentId: number; language: Language }

/** Rows of a file as rules: known names change that rule, others are added. Every bad cell is named. */
export function fromCsv(
  text: string,
  of: Of,
): { rows: ImportedRow[]; missing: Column[]; ignored: string[]; fault?: CsvFault } {
  // One more than there may be, so that too many are seen to be so.
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
    // Cells beyond the last heading come as a list under a name of their own.
    // Of two columns for one field the first counts.
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
      // People are no names that a file could carry to another company: a rule keeps those it has.
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

/** `{Outlet flow}` by name becomes the variable's number; what is no variable stays, and is named as a fault. */
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

/** `condition.signalId` → variable. */
function columnOf(field: string): Column {
  const path = field.split('.').filter((step) => !/^\d+$/.test(step))
  const last = path.at(-1) ?? ''
  return fieldColumns[last] ?? columns.find(([key]) => key === last)?.[0] ?? 'name'
}

/** The rules as they would stand together: names that are taken, variables that do not fit. */
function checked(rows: readonly ImportedRow[], { config, equipmentId, language }: Of): ImportedRow[] {
  // Numbers that no rule has: a new row is not taken for another.
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
