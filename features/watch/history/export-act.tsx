// Exports the shown data, with its progress and a button to cancel.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callStream, queryOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { newUuid } from '../../../core/new-uuid.ts'
import { Act } from '../../../ui/act.tsx'
import { fileName } from '../../../ui/download.ts'
import { formatNumber, formatSize } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { exportHistory, exportProgress } from '../history-export/contract.ts'
import { saveExport } from './export-file.ts'
import { historyText } from './text.ts'

type Running = { id: string; ending: AbortController; bytes: number }

export function ExportAct({
  name,
  input,
  onImage,
}: {
  name: string
  input: Omit<InputOf<typeof exportHistory>, 'format' | 'exportId'>
  /** Saves an image of the chart, where there is one. */
  onImage?: () => void
}) {
  const t = useText(historyText)
  const [running, setRunning] = useState<Running | null>(null)
  const latest = useRef(running)
  latest.current = running
  // A user who leaves the page no longer needs the file, so the export is aborted.
  useEffect(() => () => latest.current?.ending.abort(), [])

  const start = async (format: 'csv' | 'xlsx') => {
    const own: Running = { id: newUuid(), ending: new AbortController(), bytes: 0 }
    const file = `${fileName(name)}.${format}`
    setRunning(own)
    let bytes = 0
    try {
      const { signal } = own.ending
      const open = () => callStream(exportHistory, { ...input, format, exportId: own.id }, { signal })
      await saveExport(open, file, (now) => {
        bytes = now
        setRunning((each) => (each?.id === own.id ? { ...each, bytes: now } : each))
      })
      toast.good(t('exported', { name: file, size: formatSize(bytes) }))
    } catch (error) {
      // The user has cancelled the export, or closed the save dialog: neither is an error.
      if (own.ending.signal.aborted || (error as Error).name === 'AbortError') toast.plain(t('exportCancelled'))
      else toast.bad(error)
    } finally {
      setRunning((each) => (each?.id === own.id ? null : each))
    }
  }
  if (running) return <Progress running={running} onCancel={() => running.ending.abort()} />
  return (
    <span className="history-export">
      <span>{t('exportWord')}</span>
      {onImage && (
        <Act kind="link" icon="download" onClick={onImage}>
          {t('image')}
        </Act>
      )}
      <Act kind="link" icon="download" may="history:export" onClick={() => void start('csv')}>
        {t('exportCsv')}
      </Act>
      <Act kind="link" icon="download" may="history:export" onClick={() => void start('xlsx')}>
        {t('exportXlsx')}
      </Act>
    </span>
  )
}

function Progress({ running, onCancel }: { running: Running; onCancel: () => void }) {
  const t = useText(historyText)
  const { data } = useQuery({
    ...queryOf(exportProgress, { exportId: running.id }),
    refetchInterval: 1000,
    retry: false,
  })
  const share = data && data.total > 0 ? Math.min(1, data.rows / data.total) : undefined
  return (
    <span className="history-export" role="status">
      <progress {...(share === undefined ? {} : { value: share })} aria-label={t('exportWord')} />
      {data && data.state !== 'waiting'
        ? t('exporting', {
            rows: formatNumber(data.rows),
            total: formatNumber(data.total),
            size: formatSize(running.bytes),
          })
        : t('exportWaiting')}
      <Act kind="link" onClick={onCancel}>
        {t('cancel')}
      </Act>
    </span>
  )
}
