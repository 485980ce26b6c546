// A stored value as text; a bad value is empty.
import { good, type Value } from '../../core/data-type.ts'
import { valueWords } from '../../ui/value-words.ts'
import type { ReportColumn } from '../services.ts'

type CellWords = { words: string; state: 'good' | 'bad' | 'empty' }

/** Code 0: the column was not stored at that moment. */
export function cellWords(column: ReportColumn, value: Value | null, code: number): CellWords {
  if (code === 0) return { words: '', state: 'empty' }
  if (code !== good) return { words: '', state: 'bad' }
  const { dataType, decimals, unit, texts, aggregation } = column
  // The average or difference of a state is a number.
  const isFigure = aggregation === 'average' || aggregation === 'delta'
  const words = valueWords(dataType === 'bool' && typeof value === 'number' && !isFigure ? value !== 0 : value, {
    dataType: aggregation === 'average' && !dataType.startsWith('float') ? 'float32' : dataType,
    decimals,
    unit,
    texts: isFigure ? null : texts,
  })
  return { words, state: 'good' }
}
