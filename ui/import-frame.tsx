// The dialog of an import: the file on top, a preview that names every invalid row, and the action that imports.
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useFocusBack } from './focus-back.ts'
import { nothingShown } from './format.ts'
import { PlainAct } from './plain.tsx'
import { ErrorState, Skeleton } from './states.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'
import './import-frame.css'

/** A dialog of an import; `width` in pixels, narrower on a phone. */
export function ImportFrame({
  title,
  about,
  width = 760,
  source,
  read,
  note,
  cancel,
  act,
  onClose,
  children,
}: {
  title: string
  about: string
  width?: number
  /** The choice of the file, or the text. */
  source: ReactNode
  /** The reading of the file, where the platform reads it: the preview waits for it, or shows its error. */
  read?: { isPending: boolean; error: Error | null }
  /** Shown at the left of the actions. */
  note?: ReactNode
  /** The text of the button that closes the dialog; "Cancel" by default. */
  cancel?: string
  /** The button that starts the import. */
  act: ReactNode
  onClose: () => void
  /** The preview of the import. */
  children: ReactNode
}) {
  const t = useText(uiText)
  useFocusBack()
  return (
    <Modal open title={title} width={width} footer={null} onCancel={onClose}>
      <p className="import-frame-about">{about}</p>
      {source}
      {read?.isPending ? <Skeleton lines={4} /> : read?.error ? <ErrorState error={read.error} /> : children}
      <div className="import-frame-acts">
        {note && <div className="import-frame-note">{note}</div>}
        <PlainAct onClick={onClose}>{cancel ?? t('cancel')}</PlainAct>
        {act}
      </div>
    </Modal>
  )
}

/** Controls of an import side by side, after a sentence about them. */
export function ImportBar({ about, children }: { about?: string; children: ReactNode }) {
  return (
    <div className="import-frame-bar">
      {about && <p className="import-frame-about">{about}</p>}
      {children}
    </div>
  )
}

/** An invalid cell; `column` is its heading, `line` the number of its row. */
export type ImportFault = { line: number; name: string; column: string; reason: string }

/**
 * The preview of an import: its counts and the invalid cells. For a file that cannot be imported only the reason is
 * shown.
 */
export function ImportOutcome({
  refused,
  ignored,
  counts,
  wrong,
  heads,
  faults,
  children,
}: {
  /** Why the file cannot be imported. */
  refused: string | false | undefined
  /** The sentence about columns that are not imported. */
  ignored: string | false
  counts: string
  /** The number of invalid rows, as a sentence. */
  wrong: string | false
  /** The headings of the table of invalid cells: line, name, column, reason. */
  heads: readonly string[]
  faults: readonly ImportFault[]
  children?: ReactNode
}) {
  if (refused) return <p className="import-frame-wrong">{refused}</p>
  return (
    <>
      <p className="import-frame-counts" role="status">
        <strong>{counts}</strong>
        {wrong && <span className="import-frame-wrong">{wrong}</span>}
      </p>
      {ignored && <p className="import-frame-about">{ignored}</p>}
      {faults.length > 0 && (
        <ImportTable
          label={wrong || counts}
          heads={heads}
          rows={faults.map(({ line, name, column, reason }) => [line, name || nothingShown, column, reason])}
        />
      )}
      {children}
    </>
  )
}

/** A table of an import that scrolls in its place; `label` is its accessible name. */
export function ImportTable({
  label,
  heads = [],
  rows,
}: {
  label: string
  heads?: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}) {
  return (
    <div className="import-frame-table">
      <table aria-label={label}>
        {heads.length > 0 && (
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of one file, drawn anew with it
            <tr key={row}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity than their column
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
