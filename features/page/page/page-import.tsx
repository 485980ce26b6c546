// Imports a page from a file, and shows which of its bindings were found on this device.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { Field, TextField } from '../../../ui/fields.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { FormFrame, SideDrawer } from '../../../ui/form.tsx'
import { formatSize } from '../../../ui/format.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { importPage, type PageOwner } from './contract.ts'
import { useRefreshPages } from './row-acts.tsx'
import { ownerFields } from './rules.ts'
import { pageText } from './text.ts'

type Values = { file?: File; title?: string }
type Report = OutputOf<typeof importPage>

export function PageImport({ owner, onClose }: { owner: PageOwner; onClose: () => void }) {
  const t = useText(pageText)
  const { mutateAsync } = useMutation(formOf(importPage))
  const refresh = useRefreshPages()
  const [report, setReport] = useState<Report>()
  const send = async ({ file, title = '' }: Values) => {
    const json = file ? await file.text() : ''
    return mutateAsync({ ...ownerFields(owner), json, ...(title.trim() ? { title } : {}) })
  }
  return (
    <SideDrawer open title={t('importTitle')} onClose={onClose}>
      {report ? (
        <Outcome report={report} onClose={onClose} />
      ) : (
        <FormFrame<Values, Report>
          initial={{ title: '' }}
          act={t('importAct')}
          onCancel={onClose}
          onSubmit={send}
          onDone={(found) => {
            setReport(found)
            void refresh()
          }}
        >
          <p>{t('importAbout')}</p>
          <Field name="file" label={t('importFile')} rules={[{ required: true, message: t('fileNeeded') }]}>
            <FileInput
              label={t('importFile')}
              act={t('takeFile')}
              accept=".json,application/json"
              maxBytes={limits.fileBodyBytes}
              tooLarge={t('tooLargeFile', { size: formatSize(limits.fileBodyBytes) })}
            />
          </Field>
          <TextField name="title" label={t('title')} max={limits.titleLength} note={t('importTitleNote')} />
        </FormFrame>
      )}
    </SideDrawer>
  )
}

function Outcome({ report, onClose }: { report: Report; onClose: () => void }) {
  const t = useText(pageText)
  const { title, widgets, bound, lost, missing } = report
  return (
    <div className="page-outcome" role="status">
      <p>{t('imported', { title, widgets, bound, lost })}</p>
      {missing.length > 0 && (
        <>
          <p>{t('missingNote')}</p>
          <ul>
            {missing.map(({ device, name }) => (
              <li key={`${device}/${name}`}>{device === null ? name : `${device} / ${name}`}</li>
            ))}
          </ul>
        </>
      )}
      <PlainAct kind="primary" onClick={onClose}>
        {t('close')}
      </PlainAct>
    </div>
  )
}
