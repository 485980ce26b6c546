// Shown instead of the list if the account sees no variables of the device.
import type { EquipmentId } from '../../../contract/fields.ts'
import { useMay } from '../../../ui/me.ts'
import { Go } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { liveText } from './text.ts'

/**
 * The empty state of a list of variables. `hasInternal`: all variables are internal. Visitors and accounts that cannot
 * edit devices get no link.
 */
export function NoSignals({ equipmentId, hasInternal }: { equipmentId: EquipmentId; hasInternal: boolean }) {
  const t = useText(liveText)
  const mayEdit = useMay()('equipment:edit')
  const to = pathOf('/manage/eg/equipment/edit/{id}/signal', { id: equipmentId })
  return (
    <EmptyState icon="chart" act={mayEdit && <Go to={to}>{t('addSignals')}</Go>}>
      {t(hasInternal ? 'onlyInternal' : 'noSignals')}
    </EmptyState>
  )
}
