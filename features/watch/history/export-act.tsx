// Exports the shown data, with its progress and a button to cancel.
import { useQuery } from '@tanstack/react-query'
import { callStream, queryOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { Act } from '../../../ui/act.tsx'
import { fileName } from '../../../ui/download.ts'
import { ExportActs, type Receiving } from '../../../ui/export-acts.tsx'
import { formatNumber, formatSize } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { exportHistory, exportProgress } from '../history-export/contract.ts'
import { saveExport } from './export-file.ts'
import { historyText } from './text.ts'

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
  return (
    <ExportActs
      may="history:export"
      formats={['csv', 'xlsx']}
      label={t('exportWord')}
      save={async (format, { id: exportId, signal, onBytes }) => {
        const file = `${fileName(name)}.${format}`
        let size = 0
        const open = () => callStream(exportHistory, { ...input, format, exportId }, { signal })
        await saveExport(open, file, (bytes) => {
          size = bytes
          onBytes(bytes)
        })
        toast.good(t('exported', { name: file, size: formatSize(size) }))
      }}
      progress={(running) => <Progress running={running} />}
      cancelled={t('exportCancelled')}
    >
      {onImage && (
        <Act kind="link" icon="download" onClick={onImage}>
          {t('image')}
        </Act>
      )}
    </ExportActs>
  )
}

function Progress({ running: { id, bytes } }: { running: Receiving }) {
  const t = useText(historyText)
  const { data } = useQuery({ ...queryOf(exportProgress, { exportId: id }), refetchInterval: 1000, retry: false })
  const share = data && data.total > 0 ? Math.min(1, data.rows / data.total) : undefined
  return (
    <>
      <progress {...(share === undefined ? {} : { value: share })} aria-label={t('exportWord')} />
      {data && data.state !== 'waiting'
        ? t('exporting', {
            rows: formatNumber(data.rows),
            total: formatNumber(data.total),
            size: formatSize(bytes),
          })
        : t('exportWaiting')}
    </>
  )
}
