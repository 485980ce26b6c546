// The filters of a list on a phone: one row with the filter box, and a button that opens a sheet with everything else.
import { type ReactNode, useState } from 'react'
import './data-table.css'
import './phone-filters.css'
import { later } from './later.tsx'
import { PlainAct } from './plain.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

const Sheet = later(async () => (await import('./form.tsx')).SideDrawer)

export function PhoneFilters({
  box,
  count,
  onClear,
  children,
}: {
  /** The filter box, where the list has one. */
  box?: ReactNode
  /** Number of filters that are set. */
  count: number
  /** Clears the filters that `count` counts; the text in the filter box beside the button stays. */
  onClear: () => void
  /** The content of the sheet: filters and actions. */
  children: ReactNode
}) {
  const t = useText(uiText)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="filter-row phone-filters">
      {box}
      <PlainAct icon="filter" onClick={() => setOpen(true)}>
        {count > 0 ? t('filtersSet', { count }) : t('filters')}
      </PlainAct>
      <Sheet open={isOpen} title={t('filters')} onClose={close}>
        <div className="phone-sheet">
          {children}
          <footer>
            <PlainAct kind="primary" onClick={close}>
              {t('onceDone')}
            </PlainAct>
            {count > 0 && (
              <PlainAct kind="link" onClick={onClear}>
                {t('clearFilter')}
              </PlainAct>
            )}
          </footer>
        </div>
      </Sheet>
    </div>
  )
}
