// Reads workbooks written by the platform and by a library, and checks that hostile files stay within limits.
import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import { readWorkbook } from './read-workbook.ts'
import { type WorkbookRow, xlsx } from './workbook.ts'
import { zip } from './zip.ts'

const limits = { rows: 100, columns: 10, bytes: 1_000_000 }

async function gathered(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}
const written = (headings: string[], rows: WorkbookRow[]) =>
  gathered(
    xlsx({
      sheetName: 'S',
      headings,
      times: new Set(),
      batches: async function* () {
        yield rows
      },
    }),
  )
async function* entries(of: Record<string, string>) {
  for (const [name, text] of Object.entries(of)) yield { name, content: [Buffer.from(text)] }
}
const archive = (of: Record<string, string>) => gathered(zip(entries(of)))
const book = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
}
const sheetOf = (cells: string, more: Record<string, string> = {}) =>
  archive({ ...book, 'xl/worksheets/a.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>`, ...more })

test('a workbook of workbook.ts is read back', async () => {
  const bytes = await written(
    ['Name', 'n'],
    [
      ['泵 <1> & "2"', 3.5],
      ['=1+1', null],
      [null, true],
    ],
  )
  expect(readWorkbook(bytes, limits)).toEqual([['Name', 'n'], ['泵 <1> & "2"', '3.5'], ['=1+1'], ['', 'TRUE']])
})

test('a workbook of a library is read: shared texts, rich texts, results of formulas, gaps', async () => {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Devices')
  sheet.addRow(['name', 'sum'])
  sheet.getCell('A2').value = { richText: [{ text: 'Pump ' }, { text: '1' }] }
  sheet.getCell('B2').value = { formula: '1+1', result: 2 }
  sheet.getCell('C4').value = 'far'
  const bytes = Buffer.from(await workbook.xlsx.writeBuffer())
  expect(readWorkbook(bytes, limits)).toEqual([['name', 'sum'], ['Pump 1', '2'], [], ['', '', 'far']])
})

test('namespace prefixes and single quotes make no difference', async () => {
  const bytes = await sheetOf(
    "<x:row r='1'><x:c r='B1' t='inlineStr'><x:is><x:t>a&#x41;&amp;</x:t></x:is></x:c></x:row>",
  )
  expect(readWorkbook(bytes, limits)).toEqual([['', 'aA&']])
})

describe('hostile files', () => {
  test.each([
    ['no archive', Buffer.from('name,number')],
    ['nothing', Buffer.alloc(0)],
    ['a cut archive', Buffer.from('PK\u0005\u0006').subarray(0, 3)],
  ])('%s is damaged', (_, bytes) => expect(readWorkbook(bytes, limits)).toBe('damaged'))

  test('an archive without a sheet is damaged', async () =>
    expect(readWorkbook(await archive({ 'a.txt': 'a' }), limits)).toBe('damaged'))

  test('content that unpacks to more than allowed is too large', async () => {
    const bytes = await sheetOf(`<row r="1"><c r="A1" t="str"><v>${'a'.repeat(2_000_000)}</v></c></row>`)
    expect(bytes.length).toBeLessThan(100_000)
    expect(readWorkbook(bytes, limits)).toBe('tooLarge')
  })

  test('a sheet that starts in row 1,000,000 yields one row more than the limit', async () => {
    const bytes = await sheetOf(
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1000000"><c r="A1000000"><v>2</v></c></row>',
    )
    expect((readWorkbook(bytes, limits) as string[][]).length).toBe(limits.rows + 1)
  })

  test('columns beyond the limit are left out, and unfinished tags are skipped', async () => {
    const bytes = await sheetOf(`<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c>${'<c '.repeat(1000)}`)
    expect(readWorkbook(bytes, limits)).toEqual([['1']])
  })

  test('any single wrong byte of an archive yields a sheet or a fault', async () => {
    const bytes = await sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>')
    for (let at = 0; at < bytes.length; at += 1) {
      const bent = Buffer.from(bytes)
      bent[at] = bent[at]! ^ 0xff
      const read = readWorkbook(bent, limits)
      expect(typeof read === 'string' || Array.isArray(read)).toBe(true)
    }
  })
})
