// The history reports of a device. [S2 /manage/eg/equipment/edit/{id}/report] What is edited stands in the address.
import './config.css'
import './report.css'
import type { ReportId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { Act } from '../../ui/act.tsx'
import { Card } from '../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../ui/place.tsx'
import { pathOf } from '../../ui/routes.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { EquipmentEditor } from '../equipment/part-editor.tsx'
import { useConfig } from './config-query.ts'
import type { EquipmentConfig } from './contract.ts'
import { editingOf, freeName } from './report-editing.ts'
import { ReportEditor } from './report-editor.tsx'
import { ReportList } from './report-list.tsx'
import { reportText } from './report-text.ts'

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
  const begun = beginning(data.config, search, (name) => t('copyOf', { name }).slice(0, limits.titleLength))
  if (!begun) return <Guide text={t('gone')} act={t('toList')} onAct={close} />
  return <ReportEditor key={JSON.stringify(search)} info={info} head={data} {...begun} onClose={close} />
}

/** What the address asks to edit: a report, a new one, or a copy of one. */
function beginning(
  { reports }: EquipmentConfig,
  search: Readonly<Record<string, string>>,
  copyName: (name: string) => string,
) {
  const { edit, copy, add } = search
  if (!edit && !copy) {
    const first = editingOf(add === 'summary' ? 'summary' : 'normal')
    return { first, saved: undefined }
  }
  const report = reports.find(({ id }) => id === (Number(edit ?? copy) as ReportId))
  if (!report) return undefined
  const found = editingOf(report.type, report)
  if (edit) return { first: found, saved: found }
  return { first: { ...found, id: undefined, name: freeName(copyName(report.name), reports) }, saved: undefined }
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
