// Imports devices from a file, after a preview of all changes and invalid rows.
import { useMutation } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { callStream, formOf, mutationOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { dataUrlOf } from '../../../ui/data-url.ts'
import { saveAnswer } from '../../../ui/download.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { nothingShown } from '../../../ui/format.ts'
import { ImportBar, ImportFrame, ImportOutcome, ImportTable } from '../../../ui/import-frame.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { joinParts, joinWords, withHeading } from '../../../ui/punctuation.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { equipmentTemplateFile, lookAtImport, startImport } from './contract.ts'
import { fleetText } from './text.ts'

/** Maximum size of a file: base64 is a third longer. */
const maxBytes = Math.floor((limits.fileBodyBytes * 3) / 4) - 1024

type Taken = { file: File; content: string }
type Look = OutputOf<typeof lookAtImport>

export function ImportDialog({ onClose, onStarted }: { onClose: () => void; onStarted: () => void }) {
  const t = useText(fleetText)
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
    <ImportFrame
      title={t('importTitle')}
      about={t('importAbout')}
      width={820}
      source={
        <ImportBar>
          <FileInput
            label={t('file')}
            accept=".xlsx,.csv,.txt,text/csv"
            maxBytes={maxBytes}
            {...(taken ? { value: taken.file } : {})}
            onChange={(file) => void take(file)}
          />
          <EmptyFiles />
        </ImportBar>
      }
      read={look}
      note={
        !!data?.counts.bad &&
        count > 0 && (
          <Checkbox checked={withoutBad} onChange={({ target }) => setWithoutBad(target.checked)}>
            {t('withoutBad')}
          </Checkbox>
        )
      }
      cancel={t('close')}
      act={
        <Act kind="primary" may="equipment:add" why={why} busy={start.isPending} onClick={begin}>
          {t('start', { count })}
        </Act>
      }
      onClose={onClose}
    >
      {data && <Outcome look={data} />}
    </ImportFrame>
  )
}

function EmptyFiles() {
  const t = useText(fleetText)
  const save = (format: 'xlsx' | 'csv') =>
    saveAnswer(`devices.${format}`, callStream(equipmentTemplateFile, { format }))
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
  const more = counts.added + counts.changed - changes.length
  return (
    <ImportOutcome
      refused={missing.length > 0 && t('missing', { columns: joinWords(missing) })}
      ignored={unknown.length > 0 && t('unknown', { columns: joinWords(unknown) })}
      counts={t('counts', counts)}
      wrong={counts.bad > 0 && t('bad', { count: counts.bad })}
      heads={[t('line'), t('device'), t('column'), t('reason')]}
      faults={faults}
    >
      {changes.length > 0 && (
        <ImportTable
          label={t('change')}
          heads={[t('line'), t('device'), t('change')]}
          rows={changes.map((change) => [change.line, change.name, <Fields key="fields" change={change} />])}
        />
      )}
      {more > 0 && <p className="fleet-about">{t('more', { count: more })}</p>}
    </ImportOutcome>
  )
}

/** The columns that a row sets, with their former values if the device exists. */
function Fields({ change: { kind, fields } }: { change: Look['changes'][number] }) {
  const t = useText(fleetText)
  const isNew = kind === 'added'
  const texts = fields.map(({ column, before, after }) =>
    withHeading(column, isNew ? after : `${before || nothingShown} → ${after || nothingShown}`),
  )
  return (
    <>
      {isNew && <em>{t('added')} · </em>}
      {joinParts(texts)}
    </>
  )
}
