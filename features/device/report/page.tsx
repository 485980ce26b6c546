// The history reports of a device. [S2 /manage/eg/equipment/edit/{id}/report] The URL names the edited report.
import './report.css'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { freeName } from '../config/part-free-name.ts'
import { PartGuide, PartTab } from '../config/part-tab.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { EquipmentEditor } from '../open/equipment-editor.tsx'
import { editorPath } from '../open/equipment-editor-tab.ts'
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
  return (
    <PartTab
      info={info}
      icon="report"
      gone={t('gone')}
      toList={t('toList')}
      list={(head) =>
        head.config.signals.length > 0 ? <ReportList info={info} head={head} /> : <NeedsSignals info={info} />
      }
      beginning={(config, search) => beginning(config, search, (name) => t('copyOf', { name }))}
      editor={(begun, open) => <ReportEditor info={info} {...open} {...begun} />}
    />
  )
}

function NeedsSignals({ info }: { info: EquipmentInfo }) {
  const t = useText(reportText)
  const { go } = usePlace()
  return (
    <PartGuide
      icon="report"
      text={t('needSignals')}
      act={t('toSignals')}
      onAct={() => go(editorPath(info, 'signal'))}
    />
  )
}

/** The initial editing state: a report, a copy of a report, or a new report. */
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
