// Import, export and copies in the list of devices.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callStream, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { saveSentFile } from '../../../ui/download.ts'
import { ExportActs } from '../../../ui/export-acts.tsx'
import { useText } from '../../../ui/words.ts'
import type { EquipmentRow } from '../equipment/contract.ts'
import type { ListActs, ListFilter } from '../equipment/part-list-acts.ts'
import { exportEquipments, queryFleetJobs } from './contract.ts'
import { CopyForm } from './copy-form.tsx'
import './fleet.css'
import { ImportDialog } from './import-dialog.tsx'
import { JobsDrawer } from './jobs-drawer.tsx'
import { fleetText } from './text.ts'

const refreshMs = 2000

function Head({ filter }: { filter: ListFilter }) {
  const t = useText(fleetText)
  const [open, setOpen] = useState<'import' | 'jobs'>()
  const close = () => setOpen(undefined)
  const { data = [] } = useQuery({
    ...queryOf(queryFleetJobs, {}),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? refreshMs : false),
  })
  const running = data.filter(({ status }) => status === 'running').length
  return (
    <>
      <ExportActs
        may="equipment:view"
        label={t('export')}
        save={(format) => saveSentFile(`devices.${format}`, callStream(exportEquipments, { ...filter, format }))}
      />
      {data.length > 0 && (
        <Act may="equipment:view" onClick={() => setOpen('jobs')}>
          {running > 0 ? t('jobsRunning', { count: running }) : t('jobs')}
        </Act>
      )}
      <Act icon="upload" may="equipment:add" onClick={() => setOpen('import')}>
        {t('import')}
      </Act>
      {open === 'import' && <ImportDialog onClose={close} onStarted={() => setOpen('jobs')} />}
      {open === 'jobs' && <JobsDrawer onClose={close} />}
    </>
  )
}

function Row({ row }: { row: EquipmentRow }) {
  const t = useText(fleetText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Act kind="link" may="equipment:add" onClick={() => setOpen(true)}>
        {t('copy')}
      </Act>
      {isOpen && <CopyForm of={row} onClose={() => setOpen(false)} />}
    </>
  )
}

export default [{ place: 10, Head, Row }] satisfies ListActs[]
