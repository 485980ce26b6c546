// Rows of a custom report: a figure in each cell, or a dash with its reason; the last row has the totals.
import { errorText } from '../../contract/errors.ts'
import { good } from '../../core/data-type.ts'
import { nothingShown } from '../../ui/format.ts'
import { useLanguage } from '../../ui/language.ts'
import { valueWords } from '../../ui/value-words.ts'
import { useText } from '../../ui/words.ts'
import type { CustomCells, CustomFigure, CustomPage, CustomRow } from '../services.ts'
import { boundsWords, bucketWords } from './bucket-words.ts'
import { pastText } from './text.ts'
import './custom-table.css'

type Props = { page: CustomPage; words: (text: string) => string }

export function CustomTable({ page, words }: Props) {
  const t = useText(pastText)
  const { figures, rows, totals, title, zone, bucket } = page
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <table aria-label={words(title)} tabIndex={0}>
      <thead>
        <tr>
          <th scope="col">{t('period')}</th>
          {figures.map(({ key, title: name, unit }) => (
            <th key={key} scope="col" title={words(name)} data-number="">
              {words(name)} {unit && <small>{unit}</small>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.time} data-open={row.isOpen ? '' : undefined}>
            <th scope="row" title={boundsWords(row, zone)}>
              <time dateTime={new Date(row.time).toISOString()}>
                {bucketWords({ ...row, shift: row.shift && words(row.shift) }, bucket.unit, zone)}
              </time>
              {row.isOpen && <small> {t('soFar')}</small>}
            </th>
            <Cells figures={figures} of={row} />
          </tr>
        ))}
      </tbody>
      {totals && (
        <tfoot>
          <tr>
            <th scope="row" title={t('wholeNote')}>
              {t('whole')}
            </th>
            <Cells figures={figures} of={totals} />
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const Cells = ({ figures, of }: { figures: readonly CustomFigure[]; of: CustomCells }) =>
  figures.map((figure, at) => <Cell key={figure.key} figure={figure} of={of} at={at} />)

function Cell({ figure: { decimals }, of, at }: { figure: CustomFigure; of: CustomCells; at: number }) {
  const t = useText(pastText)
  const language = useLanguage()
  const [value = null, code = 0] = [of.values[at], of.codes[at]]
  if (code !== good)
    return (
      <td data-number="" data-none="" title={errorText(code, language)}>
        {nothingShown}
      </td>
    )
  const shown = valueWords(value, { dataType: 'float32', decimals })
  if (!of.parts[at]) return <td data-number="">{shown}</td>
  return (
    <td data-number="" data-part="" title={t('isPart')}>
      {shown}{' '}
      <span role="img" aria-label={t('isPart')}>
        ◔
      </span>
    </td>
  )
}

/** Explains the dashes and marks of a page as text, for users without a pointer. */
export function CustomNotes({ page: { rows, totals } }: { page: CustomPage }) {
  const t = useText(pastText)
  const language = useLanguage()
  const lists: readonly CustomCells[] = totals ? [...rows, totals] : rows
  const codes = [...new Set(lists.flatMap((each) => each.codes))].filter((code) => code !== good)
  const hasPart = lists.some((each: CustomCells | CustomRow) => each.parts.includes(true))
  const notes = [
    ...codes.map((code) => `${nothingShown} ${errorText(code, language)}`),
    ...(hasPart ? [`◔ ${t('isPart')}`] : []),
  ]
  return notes.length > 0 ? <p className="custom-notes">{notes.join(' · ')}</p> : null
}
