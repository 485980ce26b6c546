import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createReport } from './report.ts'
import { fileTextOf, noteEncoding } from './text-of.ts'

const fixture = (name: string) => fileTextOf(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const read = (bytes: Uint8Array) => fileTextOf(bytes)
const ascii = (text: string, ...more: number[]) => Uint8Array.from([...Buffer.from(text, 'latin1'), ...more])

test.each([
  ['utf8.svg', 'Pumpe Süd 25 °C', 'Température éläüß'],
  ['latin1.svg', 'Pumpe Süd 25 °C', 'Température éläüß'],
  ['gbk.svg', '℃', '一号水泵'],
])('%s is read in its declared encoding', (name, ...words) => {
  const found = fixture(name)
  expect(found).toMatchObject({ isExact: true })
  for (const word of words) if (word !== '℃') expect(found).toMatchObject({ text: expect.stringContaining(word) })
})

test('a byte order mark overrides the declaration', () => {
  const text = '<?xml version="1.0" encoding="GBK"?><svg>°</svg>'
  expect(read(Buffer.from(`\uFEFF${text}`))).toMatchObject({ text, encoding: 'utf-8', isExact: true })
  expect(read(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toMatchObject({ text, encoding: 'utf-16le' })
})

test('a file that wrongly declares UTF-16 is read as UTF-8', () => {
  expect(read(ascii('<?xml version="1.0" encoding="UTF-16"?><svg/>'))).toMatchObject({ encoding: 'utf-8' })
})

test('invalid bytes are reported, and an unknown encoding rejects the file', () => {
  const report = createReport()
  const found = read(ascii('<svg>25 ', 0xb0, 0x43))
  if ('unknownEncoding' in found) throw new Error(found.unknownEncoding)
  noteEncoding(found, report)
  expect(report.list()).toEqual([{ kind: 'encoding', subject: 'utf-8', count: 1 }])
  expect(read(ascii('<?xml version="1.0" encoding="x-none"?><svg/>'))).toEqual({ unknownEncoding: 'x-none' })
})
