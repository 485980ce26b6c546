import { beforeAll, expect, it } from 'vitest'
import { setLanguage } from '../../ui/language.ts'
import type { ReportColumn } from '../services.ts'
import { cellWords } from './cell-words.ts'

beforeAll(() => setLanguage('en'))

const column = (change: Partial<ReportColumn> = {}): ReportColumn => ({
  ...{
    id: 1,
    signalId: 1,
    title: 'Level',
    unit: 'm',
    decimals: 2,
    texts: null,
    dataType: 'float32',
    aggregation: null,
  },
  ...change,
})

it.each([
  ['a number', column(), 4.8161, 200, '4.82', 'good'],
  ['a state as text', column({ dataType: 'uint16', texts: '0=manual; 1=automatic' }), 1, 200, 'automatic', 'good'],
  ['an average without state text', column({ aggregation: 'average', texts: '0=off; 1=on' }), 1, 200, '1.00', 'good'],
  [
    'every digit of 64 bits',
    column({ dataType: 'uint64', decimals: null }),
    '18446744073709551615',
    200,
    '18,446,744,073,709,551,615',
    'good',
  ],
  ['nothing for a bad value', column(), 4.82, 1714, '', 'bad'],
  ['nothing for a value that was not stored', column(), null, 0, '', 'empty'],
])('%s', (_, of, value, code, words, state) => expect(cellWords(of, value, code)).toEqual({ words, state }))
