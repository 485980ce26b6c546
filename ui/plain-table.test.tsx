import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlainTable } from './plain-table.tsx'

const html = renderToStaticMarkup(
  <PlainTable
    label="Drivers"
    columns={[
      { key: 'name', title: 'Driver', phone: 'title' },
      { key: 'count', title: 'Requests', align: 'right', cell: ({ count }) => `${count} today` },
      { key: 'fault', title: 'Fault' },
    ]}
    rows={[{ name: 'Modbus', count: 3, fault: null }]}
    keyOf={({ name }) => name}
  />,
)

test('the head and the cells are in the order of the columns', () => {
  expect([...html.matchAll(/<th [^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual(['Driver', 'Requests', 'Fault'])
  expect([...html.matchAll(/<td [^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual(['Modbus', '3 today', '—'])
})

test('on a phone a cell has its label, except the title of the row', () => {
  expect(html).toContain('<td class="phone-title">Modbus')
  expect(html).toContain('<td class="cell-right" data-label="Requests">')
})
