// Reads the cells of the first sheet of a workbook as texts. A library would build an object for each cell and unpack
// without limits; this reads the few parts of the format that a table needs, within limits. Formulas are not evaluated:
// their stored results are read. Counterpart of workbook.ts (decision 43).
import { type UnzipFault, unzip } from './unzip.ts'

type WorkbookLimits = { rows: number; columns: number; bytes: number }

const maxEntries = 1000

/** Rows of texts, in order, including empty ones; one row more than the limit means that there are more. */
export function readWorkbook(bytes: Buffer, { rows, columns, bytes: most }: WorkbookLimits): string[][] | UnzipFault {
  const limits = { entries: maxEntries, bytes: most }
  const heads = unzip(bytes, (name) => /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels)$/.test(name), limits)
  if (typeof heads === 'string') return heads
  const path = firstSheet(textIn(heads, 'xl/workbook.xml'), textIn(heads, 'xl/_rels/workbook.xml.rels'))
  if (path === undefined) return 'damaged'
  const parts = unzip(bytes, (name) => name === path || name === 'xl/sharedStrings.xml', limits)
  if (typeof parts === 'string') return parts
  const sheet = parts.get(path)
  if (!sheet) return 'damaged'
  return cellsOf(sheet.toString('utf8'), sharedTexts(textIn(parts, 'xl/sharedStrings.xml')), { rows, columns })
}

const textIn = (parts: ReadonlyMap<string, Buffer>, name: string): string => parts.get(name)?.toString('utf8') ?? ''

type Tag = { name: string; attributes: string; isEnd: boolean; isEmpty: boolean; from: number; to: number }

/** The tags in order, without namespace prefixes. Each character is read once. */
function* tagsOf(xml: string): Generator<Tag> {
  for (let from = xml.indexOf('<'); from !== -1; from = xml.indexOf('<', from + 1)) {
    const to = xml.indexOf('>', from)
    if (to === -1) return
    const isEnd = xml[from + 1] === '/'
    const isEmpty = xml[to - 1] === '/'
    const inside = xml.slice(from + (isEnd ? 2 : 1), isEmpty ? to - 1 : to)
    const [whole = ''] = inside.split(/\s/, 1)
    const name = whole.slice(whole.indexOf(':') + 1)
    yield { name, attributes: inside.slice(whole.length), isEnd, isEmpty, from, to }
    from = to
  }
}

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)?.slice(1).find(Boolean)

function firstSheet(workbook: string, relations: string): string | undefined {
  let id: string | undefined
  for (const { name, attributes, isEnd } of tagsOf(workbook)) {
    if (name !== 'sheet' || isEnd) continue
    id = /[\w]+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1]
    break
  }
  for (const { name, attributes, isEnd } of tagsOf(relations)) {
    if (name !== 'Relationship' || isEnd || attribute(attributes, 'Id') !== id) continue
    const target = attribute(attributes, 'Target') ?? ''
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }
  return undefined
}

/** Texts that cells refer to, without phonetic guides. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let [text, isSpoken, start] = ['', false, -1]
  for (const { name, isEnd, isEmpty, from, to } of tagsOf(xml)) {
    if (name === 'rPh') isSpoken = !isEnd
    else if (name === 't' && !isEmpty) {
      if (isEnd && start >= 0 && !isSpoken) text += plain(xml.slice(start, from))
      start = isEnd ? -1 : to + 1
    } else if (name === 'si') {
      if (isEnd || isEmpty) texts.push(text)
      text = ''
    }
  }
  return texts
}

type Cell = { column: number; type: string; text: string }
type Bounds = { rows: number; columns: number }

function cellsOf(xml: string, shared: readonly string[], most: Bounds): string[][] {
  const rows: string[][] = []
  for (const each of eventsOf(xml)) {
    if ('line' in each) {
      beginRow(rows, each.line, most)
      if (rows.length > most.rows) return rows
    } else put(rows.at(-1) ?? [], each, shared, most)
  }
  return rows
}

/** Yields an event at the start of each row, and one at the end of each cell. */
function* eventsOf(xml: string): Generator<{ line: number } | Cell> {
  let [cell, start]: [Cell | undefined, number] = [undefined, -1]
  for (const tag of tagsOf(xml)) {
    switch (tag.name) {
      case 'row':
        if (!tag.isEnd) yield { line: Number(attribute(tag.attributes, 'r')) }
        break
      case 'c':
        if (tag.isEnd && cell) yield cell
        cell = cellAt(tag)
        break
      case 'v':
      case 't':
        if (cell && start >= 0 && tag.isEnd) cell.text += plain(xml.slice(start, tag.from))
        start = hasContent(tag) ? tag.to + 1 : -1
    }
  }
}

/** Adds empty rows before the row, up to the limit. */
function beginRow(rows: string[][], line: number, { rows: most }: Bounds): void {
  while (rows.length < Math.min(line - 1, most)) rows.push([])
  rows.push([])
}

const hasContent = ({ isEnd, isEmpty }: Tag): boolean => !isEnd && !isEmpty

/** The cell that a tag starts, if it has content. Without a reference its column is −1: the next one. */
function cellAt(tag: Tag): Cell | undefined {
  if (!hasContent(tag)) return undefined
  const { attributes } = tag
  const place = attribute(attributes, 'r')
  return { column: place ? columnOf(place) : -1, type: attribute(attributes, 't') ?? 'n', text: '' }
}

function put(row: string[], { column: at, type, text }: Cell, shared: readonly string[], { columns }: Bounds): void {
  const column = at < 0 ? row.length : at
  if (column >= columns) return
  while (row.length < column) row.push('')
  if (type === 's') row[column] = shared[Number(text)] ?? ''
  else if (type === 'b') row[column] = text === '1' ? 'TRUE' : 'FALSE'
  else row[column] = text
}

/** The column of a reference: 1 for B7. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return Math.max(0, column - 1)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{1,5});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return entities[name] ?? whole
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
        return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole
      })
    : text
