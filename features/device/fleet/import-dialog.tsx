// Imports devices from a file, after a preview of all changes and invalid rows.
import { useMutation } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { callStream, formOf, mutationOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { dataUrlOf } from '../../../ui/data-url.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { useFocusBack } from '../../../ui/focus-back.ts'
import { formatSize, nothingShown } from '../../../ui/format.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { headed, joined, joinedParts } from '../../../ui/punctuation.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { downloadBlob } from '../../../ui/table-rows.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { equipmentTemplateFile, lookAtImport, startImport } from './contract.ts'
import { fleetText } from './text.ts'

/** Base64 is a third longer. */
const maxBytes = Math.floor((limits.fileBodyBytes * 3) / 4) - 1024

type Taken = { file: File; content: string }
type Look = OutputOf<typeof lookAtImport>

export function ImportDialog({ onClose, onStarted }: { onClose: () => void; onStarted: () => void }) {
  const t = useText(fleetText)
  useFocusBack()
  const [taken, setTaken] = useState<Taken>()
  const [withoutBad, setWithoutBad] = useState(false)
  const look = useMutation(formOf(lookAtImport))
  const start = useMutation(mutationOf(startImport))
  const take = async (file: File) => {
    const content = (await dataUrlOf(file)).replace(/^[^,]*,/, '')
    setTaken({ file, content })
    setWithoutBad(false)
    look.mutate({ name: file.name.slice(0, 100), content })
  }
  const { data } = look
  const count = data ? data.counts.added + data.counts.changed : 0
  const why = !data
    ? t('fileFirst')
    : count === 0
      ? t('nothing')
      : data.counts.bad > 0 && !withoutBad
        ? t('badFirst')
        : undefined
  const begin = () => {
    if (!taken) return
    const { file, content } = taken
    start.mutate(
      { name: file.name.slice(0, 100), content, withoutBad },
      {
        onSuccess: () => {
          toast.good(t('started'))
          onStarted()
        },
      },
    )
  }
  return (
    <Modal open title={t('importTitle')} width={820} footer={null} onCancel={onClose}>
      <p className="fleet-about">{t('importAbout')}</p>
      <div className="fleet-source">
        <FileInput
          label={t('file')}
          act={t('takeFile')}
          accept=".xlsx,.csv,.txt,text/csv"
          maxBytes={maxBytes}
          tooLarge={t('tooLarge', { size: formatSize(maxBytes) })}
          {...(taken ? { value: taken.file } : {})}
          onChange={(file) => void take(file)}
        />
        <EmptyFiles />
      </div>
      {look.isPending && <Skeleton lines={4} />}
      {look.error && <ErrorState error={look.error} />}
      {data && !look.isPending && <Outcome look={data} />}
      <div className="fleet-acts">
        {!!data?.counts.bad && count > 0 && (
          <Checkbox checked={withoutBad} onChange={({ target }) => setWithoutBad(target.checked)}>
            {t('withoutBad')}
          </Checkbox>
        )}
        <span className="fleet-gap" />
        <PlainAct onClick={onClose}>{t('close')}</PlainAct>
        <Act kind="primary" may="equipment:add" why={why} busy={start.isPending} onClick={begin}>
          {t('start', { count })}
        </Act>
      </div>
    </Modal>
  )
}

function EmptyFiles() {
  const t = useText(fleetText)
  const save = async (format: 'xlsx' | 'csv') => {
    try {
      const response = await callStream(equipmentTemplateFile, { format })
      downloadBlob(`devices.${format}`, await response.blob())
    } catch (error) {
      toast.bad(error)
    }
  }
  return (
    <>
      <PlainAct kind="link" icon="download" onClick={() => void save('xlsx')}>
        {t('emptyXlsx')}
      </PlainAct>
      <PlainAct kind="link" icon="download" onClick={() => void save('csv')}>
        {t('emptyCsv')}
      </PlainAct>
    </>
  )
}

function Outcome({ look: { missing, unknown, counts, changes, faults } }: { look: Look }) {
  const t = useText(fleetText)
  if (missing.length > 0) return <p className="fleet-bad">{t('missing', { columns: joined(missing) })}</p>
  const more = counts.added + counts.changed - changes.length
  return (
    <>
      {unknown.length > 0 && <p className="fleet-about">{t('unknown', { columns: joined(unknown) })}</p>}
      <p className="fleet-counts" role="status">
        <strong>{t('counts', counts)}</strong>
        {counts.bad > 0 && <span className="fleet-bad">{t('bad', { count: counts.bad })}</span>}
      </p>
      {faults.length > 0 && (
        <Table label={t('bad', { count: counts.bad })} heads={[t('line'), t('device'), t('column'), t('reason')]}>
          {faults.map(({ line, name, column, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: faults of one file, drawn anew with it
            <tr key={`${line} ${index}`}>
              <td>{line}</td>
              <td>{name || nothingShown}</td>
              <td>{column}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </Table>
      )}
      {changes.length > 0 && (
        <Table label={t('change')} heads={[t('line'), t('device'), t('change')]}>
          {changes.map(({ line, name, kind, fields }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{name}</td>
              <td>
                {kind === 'added' && <em>{t('added')} · </em>}
                {joinedParts(
                  fields.map(({ column, before, after }) => {
                    const change = `${before || nothingShown} → ${after || nothingShown}`
                    return headed(column, kind === 'added' ? after : change)
                  }),
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {more > 0 && <p className="fleet-about">{t('more', { count: more })}</p>}
    </>
  )
}

function Table({ label, heads, children }: { label: string; heads: string[]; children: ReactNode }) {
  return (
    <div className="fleet-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
