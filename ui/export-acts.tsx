// An export: its formats as links; while a file is received, its progress and a button that cancels it.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import './export-acts.css'
import type { Permission } from '../contract/permissions.ts'
import { newUuid } from '../core/new-uuid.ts'
import type { TableFormat } from '../core/table-file.ts'
import { Act } from './act.tsx'
import { uiText } from './text.ts'
import { toast } from './toast.tsx'
import { useText } from './words.ts'

/** A file that is received: the number of bytes so far. */
export type Receiving = { id: string; bytes: number }
type Running = Receiving & { ending: AbortController }
type Saving = { id: string; signal: AbortSignal; onBytes: (bytes: number) => void }

const labels: Record<TableFormat, string> = { xlsx: 'Excel', csv: 'CSV' }

export function ExportActs({
  may,
  formats = ['xlsx', 'csv'],
  label,
  save,
  progress,
  cancelled,
  children,
}: {
  may: Permission
  formats?: readonly TableFormat[]
  label: string
  /** Requests the file and saves it; an error is shown in a toast. `id` names the export. */
  save: (format: TableFormat, saving: Saving) => Promise<unknown>
  /** The progress; without it the links remain, and the file is saved in the background. */
  progress?: (running: Receiving) => ReactNode
  /** The message after the user has cancelled the export or closed the save dialog. */
  cancelled?: string
  /** Further links, such as an image of a chart. */
  children?: ReactNode
}) {
  const t = useText(uiText)
  const [running, setRunning] = useState<Running | null>(null)
  const latest = useRef(running)
  latest.current = running
  // A user who leaves the page no longer needs a file whose progress was shown, so it is not received further.
  useEffect(() => () => latest.current?.ending.abort(), [])

  const start = async (format: TableFormat) => {
    const own: Running = { id: newUuid(), bytes: 0, ending: new AbortController() }
    const change = (next: Running | null) => setRunning((now) => (now?.id === own.id ? next : now))
    if (progress) setRunning(own)
    const { id, ending } = own
    try {
      await save(format, { id, signal: ending.signal, onBytes: (bytes) => change({ ...own, bytes }) })
    } catch (error) {
      const isCancelled = ending.signal.aborted || (error as Error).name === 'AbortError'
      if (!isCancelled) toast.bad(error)
      else if (cancelled) toast.plain(cancelled)
    } finally {
      change(null)
    }
  }
  return running && progress ? (
    <span className="export-acts" role="status">
      {progress(running)}
      <Act kind="link" onClick={() => running.ending.abort()}>
        {t('cancel')}
      </Act>
    </span>
  ) : (
    <span className="export-acts">
      <span>{label}</span>
      {children}
      {formats.map((format) => (
        <Act key={format} kind="link" icon="download" sends may={may} onClick={() => void start(format)}>
          {labels[format]}
        </Act>
      ))}
    </span>
  )
}
