// Names and values of one object, in one or more columns.
import type { ReactNode } from 'react'
import './key-values.css'
import { nothingShown } from './format.ts'
import { Icon } from './icon.tsx'
import { uiText } from './text.ts'
import { toast } from './toast.tsx'
import { useText } from './words.ts'

type KeyValue = { label: string; value: ReactNode } | null | false

/** A list of labels and values. An empty value is shown as a dash; rows that are `null` are omitted. */
export function KeyValues({ rows, columns = 1 }: { rows: readonly KeyValue[]; columns?: 1 | 2 | 3 }) {
  return (
    <dl className={`key-values key-values-${columns}`}>
      {rows.map(
        (row) =>
          row && (
            <div key={row.label}>
              <dt>{row.label}</dt>
              <dd>{row.value === null || row.value === undefined || row.value === '' ? nothingShown : row.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** A serial number, a topic, an address: one click copies it. */
export function Copyable({ text, children }: { text: string; children?: ReactNode }) {
  const t = useText(uiText)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.good(t('copied'))
    } catch {
      // The browser refuses to copy without permission or over plain http; the user can still select the text.
      toast.bad(t('notCopied'))
    }
  }
  return (
    <span className="copyable">
      {children ?? text}
      <button type="button" className="icon-act" aria-label={t('copy')} title={t('copy')} onClick={() => void copy()}>
        <Icon name="copy" size={14} />
      </button>
    </span>
  )
}
