// Asks which column of a file is which, where its headings do not say so.
import { Select } from 'antd'
import { useText } from '../../ui/words.ts'
import type { SheetColumn } from './sheet.ts'
import { signalText } from './text.ts'

export function ColumnMatch({
  missing,
  headings,
  onMatch,
}: {
  missing: readonly SheetColumn[]
  headings: readonly string[]
  onMatch: (heading: string, column: SheetColumn) => void
}) {
  const t = useText(signalText)
  const options = headings.map((heading) => ({ value: heading, label: heading }))
  return (
    <div className="import-source">
      <p className="import-about">{t('importMatch')}</p>
      {missing.map((column) => (
        <Select
          key={column}
          aria-label={t(column)}
          prefix={`${t(column)}:`}
          placeholder={t('importMatchChoose')}
          popupMatchSelectWidth={false}
          value={null}
          options={options}
          onChange={(heading: string | null) => heading !== null && onMatch(heading, column)}
        />
      ))}
    </div>
  )
}
