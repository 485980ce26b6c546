import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCsv, toCsv } from '../signal/part-csv.ts'

const heading = fc.constantFrom(
  ...[
    'name',
    'Name',
    '变量名',
    'address',
    'Data type',
    'unit',
    '单位',
    'scale',
    'Colour',
    'Tag Group',
    '备注',
    'PLC Tag',
  ],
)
const cell = fc.constantFrom('', 'a', '1', 'uint16', 'H:1')

test('each cell of a variable file is stored, or its column is reported', () => {
  const file = fc.record({
    headings: fc.uniqueArray(heading, { minLength: 1, maxLength: 8 }),
    cells: fc.array(fc.array(cell, { minLength: 8, maxLength: 10 }), { minLength: 1, maxLength: 4 }),
  })
  fc.assert(
    fc.property(file, ({ headings, cells }) => {
      const text = [headings, ...cells].map((row) => row.join(',')).join('\n')
      const { rows, ignored } = fromCsv(text)
      const written = cells.filter((row) => row.some((each) => each !== ''))
      for (const [i, row] of written.entries())
        for (const [at, value] of row.entries()) {
          const title = headings[at]
          const isNamed = ignored.includes(title ?? '+')
          const isStored = Object.values(rows[i] ?? {})
            .map(String)
            .includes(value)
          expect(value === '' || isNamed || isStored, `${title}: ${value} in ${text}`).toBe(true)
        }
    }),
  )
})

test('unknown and repeated columns, and cells beyond the headings, are reported', () => {
  expect(fromCsv('Name,变量名,Address,Data type,Colour,Empty\nA,B,H:1,uint16,of the pump,\n').ignored).toEqual([
    '变量名',
    'Colour',
  ])
  expect(fromCsv('Name,Address,Data type\nA,H:1,uint16,more\n').ignored).toEqual(['+'])
  expect(fromCsv(toCsv([], [])).ignored).toEqual([])
})
