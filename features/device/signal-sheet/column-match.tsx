// Matches headings of a file with columns, for columns that the file lacks; a stored match is shown and can be cleared.
import { Select } from 'antd'
import { ImportBar } from '../../../ui/import-frame.tsx'
import { useText } from '../../../ui/words.ts'
import type { NeededColumn } from '../signal/part-csv.ts'
import { signalText } from '../signal/part-text.ts'
import { sheetText } from './text.ts'

export function ColumnMatch({
  columns,
  headings,
  matched,
  onMatch,
}: {
  /** Columns that the file lacks, and those matched manually. */
  columns: readonly NeededColumn[]
  /** Headings of the file to choose from. */
  headings: readonly string[]
  /** Headings by column, as matched. */
  matched: Partial<Record<NeededColumn, string>>
  onMatch: (column: NeededColumn, heading: string | undefined) => void
}) {
  const t = useText(sheetText)
  const fieldName = useText(signalText)
  if (columns.length === 0 || headings.length === 0) return null
  const options = headings.map((heading) => ({ value: heading, label: heading }))
  return (
    <ImportBar about={t('importMatch')}>
      {columns.map((column) => (
        <Select<string>
          key={column}
          aria-label={fieldName(column)}
          prefix={`${fieldName(column)}:`}
          placeholder={t('importMatchChoose')}
          popupMatchSelectWidth={false}
          allowClear
          value={matched[column] ?? null}
          options={options}
          onChange={(heading) => onMatch(column, heading)}
        />
      ))}
    </ImportBar>
  )
}
