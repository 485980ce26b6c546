import { expect, it } from 'vitest'
import { pickedRows } from './picked-rows.ts'
import { blank, newFrom } from './sheet.ts'

const fresh = { ...blank, driver: 'Server', access: 'r' }
const rows = [{ key: 7, cells: { ...fresh, name: 'Temp' } }]

it('adds rows for selected nodes, with unique names that are valid in formulas', () => {
  const nodes = [
    { address: 'ns=1;s=A', name: 'Temp', dataType: 'float64' as const, isWritable: true },
    { address: 'ns=1;s=B', name: 'temp', dataType: 'int16' as const },
    { address: 'ns=1;s=C', name: '3. Motor speed [rpm]', dataType: 'int32' as const, isWritable: false },
    { address: 'ns=1;s=D', name: '温度', dataType: 'float32' as const },
    { address: 'ns=1;s=E', name: 'Profile' },
  ]
  const cells = pickedRows(nodes, rows, fresh).map(
    ({ key, cells: { name, title, address, dataType, access, driver } }) => [
      ...[key, name, title, address, dataType, access, driver],
    ],
  )
  expect(cells).toEqual([
    [newFrom, 'Temp_2', 'Temp', 'ns=1;s=A', 'float64', 'rw', 'Server'],
    [newFrom + 1, 'temp_3', 'temp', 'ns=1;s=B', 'int16', 'r', 'Server'],
    [newFrom + 2, 'Motor_speed_rpm', '3. Motor speed [rpm]', 'ns=1;s=C', 'int32', 'r', 'Server'],
    [newFrom + 3, 'tag', '温度', 'ns=1;s=D', 'float32', 'r', 'Server'],
  ])
})
