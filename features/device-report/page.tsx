// The history reports of a device. [S2 /manage/eg/equipment/edit/{id}/report] What is edited stands in the address.
import './report.css'
import { useState } from 'react'
import type { EquipmentConfig } from '../../contract/equipment-config.ts'
import { Act } from '../../ui/act.tsx'
import { Card } from '../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../ui/place.tsx'
import { pathOf } from '../../ui/routes.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { EquipmentEditor } from '../equipment/part-editor.tsx'
import { freeName } from '../equipment-config/part-free-name.ts'
import { useConfig } from '../equipment-config/part-query.ts'
import { editingOf } from './editing.ts'
import { ReportEditor } from './editor.tsx'
import { ReportList } from './list.tsx'
import { reportText } from './text.ts'
import type { Begin } from './use-editing.ts'

export default function ReportPage() {
  return <EquipmentEditor>{(info) => <ReportTab info={info} />}</EquipmentEditor>
}

function ReportTab({ info }: { info: EquipmentInfo }) {
  const t = useText(reportText)
  const { path, search, go } = usePlace()
  const query = useConfig(info.id)
  const { data } = query
  if (!data) {
    const { error, refetch } = query
    return <Card>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}</Card>
  }
  const isOpen = search.edit || search.add || search.copy
  if (!isOpen) {
    if (data.config.signals.length > 0) return <ReportList info={info} head={data} />
    return (
      <Guide
        text={t('needSignals')}
        act={t('toSignals')}
        onAct={() => go(pathOf('/manage/eg/equipment/edit/{id}/signal', { id: info.id }))}
      />
    )
  }
  const close = () => go(withSearch(path, {}))
  return <OpenReport key={JSON.stringify(search)} info={info} newest={data} onClose={close} />
}

type Open = { info: EquipmentInfo; newest: { version: number; config: EquipmentConfig }; onClose: () => void }

/** What the address asks for, as it was when it was opened: what others save does not take it away. */
function OpenReport({ info, newest, onClose }: Open) {
  const t = useText(reportText)
  const { search } = usePlace()
  const [begun] = useState(() => beginning(newest.config, search, (name) => t('copyOf', { name })))
  if (!begun) return <Guide text={t('gone')} act={t('toList')} onAct={onClose} />
  return <ReportEditor info={info} newest={newest} {...begun} onClose={onClose} />
}

/** A report, a copy of one, or a new one. */
function beginning(
  { reports }: EquipmentConfig,
  { edit, copy, add }: Readonly<Record<string, string>>,
  copyName: (name: string) => string,
): Pick<Begin, 'first' | 'reportId'> | undefined {
  if (!edit && !copy) return { first: editingOf(add === 'summary' ? 'summary' : 'normal'), reportId: undefined }
  const report = reports.find(({ id }) => id === Number(edit ?? copy))
  if (!report) return undefined
  const found = editingOf(report.type, report)
  if (edit) return { first: found, reportId: report.id }
  return { first: { ...found, id: undefined, name: freeName(copyName(report.name), reports) }, reportId: undefined }
}

function Guide({ text, act, onAct }: { text: string; act: string; onAct: () => void }) {
  return (
    <Card>
      <EmptyState
        icon="report"
        act={
          <Act kind="primary" onClick={onAct}>
            {act}
          </Act>
        }
      >
        {text}
      </EmptyState>
    </Card>
  )
}
