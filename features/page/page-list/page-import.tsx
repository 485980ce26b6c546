// Imports a page from a file, and shows which of its bindings were found on this device.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { TextField } from '../../../ui/fields.tsx'
import { ImportDrawer } from '../../../ui/import-drawer.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import type { PageOwner } from '../page/contract.ts'
import { ownerFields } from '../page/rules.ts'
import { importPage } from './contract.ts'
import { useRefreshPages } from './row-acts.tsx'
import { pageListText } from './text.ts'

type Report = OutputOf<typeof importPage>

/** The drawer that imports a page for an owner; after success it lists the variables that were not found. */
export function PageImport({ owner, onClose }: { owner: PageOwner; onClose: () => void }) {
  const t = useText(pageListText)
  const { mutateAsync } = useMutation(formOf(importPage))
  const refresh = useRefreshPages()
  return (
    <ImportDrawer<{ title?: string }, Report>
      title={t('importTitle')}
      about={t('importAbout')}
      act={t('importAct')}
      label={t('importFile')}
      send={(json, { title = '' }) => mutateAsync({ ...ownerFields(owner), json, ...(title.trim() ? { title } : {}) })}
      onDone={() => void refresh()}
      report={(report) => <Outcome report={report} onClose={onClose} />}
      onClose={onClose}
    >
      <TextField name="title" label={t('title')} max={limits.titleLength} note={t('importTitleNote')} />
    </ImportDrawer>
  )
}

function Outcome({ report, onClose }: { report: Report; onClose: () => void }) {
  const t = useText(pageListText)
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
