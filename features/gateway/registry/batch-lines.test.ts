import { expect, test } from 'vitest'
import { batchLines } from './batch-lines.ts'

test('lines of a spreadsheet or a list become modules', () => {
  expect(batchLines('SN,Model\r\nab-0001\n\nAB-0002,GH-4G,spare;\nAB-0003\tGH-WiFi')).toEqual({
    rows: [{ sn: 'AB-0001' }, { sn: 'AB-0002', model: 'GH-4G', remark: 'spare' }, { sn: 'AB-0003', model: 'GH-WiFi' }],
    faults: [],
  })
})

test('faults have the number of their line', () => {
  expect(batchLines('AB-0001\nx\nab-0001').faults).toEqual([
    { line: 2, why: 'wrong' },
    { line: 3, why: 'twice' },
  ])
})
