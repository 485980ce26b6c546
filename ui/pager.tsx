import './pager.css'
import { useState } from 'react'
import { formatNumber } from './format.ts'
import { Icon } from './icon.tsx'
import { pageSizes } from './list.ts'
import { pagesShown } from './table-rows.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

/**
 * The position in a list and its pages: `1–10 of 128`, or `7 rows` if all rows are on one page. Ten rows a page. [S9]
 */
export function Pager({
  pageNo,
  pageSize,
  total,
  onPage,
  onPageSize,
}: {
  pageNo: number
  pageSize: number
  total: number
  onPage: (pageNo: number) => void
  /** Offers how many rows a page has. */
  onPageSize?: ((size: number) => void) | undefined
}) {
  const t = useText(uiText)
  const count = Math.max(1, Math.ceil(total / pageSize))
  // A list that shrank while its last page was shown: offers the way back instead of "91-90 of 90".
  const page = Math.min(pageNo, count)
  const from = (page - 1) * pageSize + 1
  const pages = pagesShown(page, count)
  const isOnly = count === 1 && pageNo === page
  return (
    <footer className="pager">
      <span>
        {isOnly
          ? t('allRows', { count: total })
          : t('rangeOf', {
              from: formatNumber(from),
              to: formatNumber(Math.min(total, from + pageSize - 1)),
              total: formatNumber(total),
            })}
      </span>
      {onPageSize && total > pageSizes[0] && (
        <label className="pager-size">
          <span>{t('rowsPerPage')}</span>
          <select value={pageSize} onChange={({ target }) => onPageSize(Number(target.value))}>
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
      {!isOnly && (
        <nav aria-label={t('paging')}>
          <button type="button" disabled={pageNo <= 1} aria-label={t('previousPage')} onClick={() => onPage(page - 1)}>
            <Icon name="left" size={14} />
          </button>
          {pages.map((number, index) =>
            number === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified only by its position
              <i key={`gap-${index}`}>…</i>
            ) : (
              <button
                key={number}
                type="button"
                aria-current={number === pageNo ? 'page' : undefined}
                aria-label={t('pageNumber', { page: number })}
                onClick={() => onPage(number)}
              >
                {formatNumber(number)}
              </button>
            ),
          )}
          <button type="button" disabled={pageNo >= count} aria-label={t('nextPage')} onClick={() => onPage(page + 1)}>
            <Icon name="right" size={14} />
          </button>
          {pages.includes(null) && <PageField count={count} onPage={onPage} />}
        </nav>
      )}
    </footer>
  )
}

/** Opens a page by its number, where not every page has a button. */
function PageField({ count, onPage }: { count: number; onPage: (pageNo: number) => void }) {
  const t = useText(uiText)
  const [typed, setTyped] = useState('')
  const send = () => {
    setTyped('')
    if (Number(typed) > 0) onPage(Math.min(count, Number(typed)))
  }
  return (
    <input
      className="pager-field"
      inputMode="numeric"
      enterKeyHint="go"
      maxLength={7}
      aria-label={t('goToPage')}
      placeholder={t('goToPage')}
      value={typed}
      onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
      onKeyDown={({ key }) => key === 'Enter' && send()}
      // Some phone keyboards have no "go" key, so leaving the field opens the page too.
      onBlur={send}
    />
  )
}
