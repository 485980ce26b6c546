// In the panel of a gateway: which template its device follows. [S2 Gateway panel]
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../contract/call.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import { KeyValues } from '../../ui/key-values.tsx'
import { useMay } from '../../ui/me.ts'
import { useText } from '../../ui/words.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import type { GatewaySection } from '../gateway/part-section.ts'
import { TemplateMarkOf, useTemplateMarks } from './part-mark.tsx'
import { templatePlanText } from './text.ts'

function Section({ gateway: { equipmentId } }: { gateway: GatewayInfo }) {
  return equipmentId === null ? null : <OfDevice id={equipmentId} />
}

function OfDevice({ id }: { id: EquipmentId }) {
  const t = useText(templatePlanText)
  const may = useMay()('equipment:view')
  const mark = useTemplateMarks([id]).get(id)
  const { data } = useQuery({ ...queryOf(equipmentInfo, { id }), enabled: may && mark !== undefined })
  if (!mark || !data) return null
  return <KeyValues rows={[{ label: t('template'), value: <TemplateMarkOf device={data} /> }]} />
}

export default { place: 20, Section } satisfies GatewaySection
