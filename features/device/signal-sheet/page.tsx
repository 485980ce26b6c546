// The variables of a device: a spreadsheet, or a list on a phone. [S2 /manage/eg/equipment/edit/{id}/signal]
import './sheet.css'
import { Act } from '../../../ui/act.tsx'
import { Card } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useConfig } from '../open/config-query.ts'
import { EquipmentEditor } from '../open/equipment-editor.tsx'
import { editorPath } from '../open/equipment-editor-tab.ts'
import { SignalList } from './list.tsx'
import { SignalSheet } from './sheet-card.tsx'
import { sheetText } from './text.ts'

export default function SignalPage() {
  return <EquipmentEditor>{(info) => <SignalTab info={info} />}</EquipmentEditor>
}

function SignalTab({ info }: { info: EquipmentInfo }) {
  const t = useText(sheetText)
  const { go } = usePlace()
  const narrow = useNarrow()
  const query = useConfig(info.id)
  if (!query.data) {
    const { error, refetch } = query
    return <Card>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={10} />}</Card>
  }
  if (narrow) return <SignalList query={query} />
  if (query.data.config.drivers.length > 0) return <SignalSheet key={info.id} info={info} newest={query.data} />
  const toDrivers = () => go(editorPath(info, 'driver'))
  return (
    <Card>
      <EmptyState
        icon="link"
        act={
          <Act kind="primary" onClick={toDrivers}>
            {t('toDrivers')}
          </Act>
        }
      >
        {t('needDriver')}
      </EmptyState>
    </Card>
  )
}
