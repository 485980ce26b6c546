// The template of a gateway's device, in the gateway panel. [S2 Gateway panel]
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useMay } from '../../../ui/me.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../../gateway/gateway/contract.ts'
import type { GatewaySection } from '../../gateway/open/gateway-section.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { TemplateCard } from './part-card.tsx'
import { TemplateMarkOf, useTemplateMarks } from './part-mark.tsx'
import { templatePlanText } from './text.ts'

function Section({ gateway: { equipmentId } }: { gateway: GatewayInfo }) {
  return equipmentId === null ? null : <OfDevice id={equipmentId} />
}

function OfDevice({ id }: { id: EquipmentId }) {
  const t = useText(templatePlanText)
  const may = useMay()('equipment:view')
  const mark = useTemplateMarks([id])(id)
  const { data } = useQuery({ ...queryOf(equipmentInfo, { id }), enabled: may && !!mark })
  if (!mark || !data) return null
  return <KeyValues rows={[{ label: t('template'), value: <TemplateMarkOf device={data} /> }]} />
}

/** The card of the device's page: bind, replace, compare, unbind. */
function TemplateTab({ gateway: { equipmentId } }: { gateway: GatewayInfo }) {
  const t = useText(templatePlanText)
  const words = useText(uiText)
  const may = useMay()('equipment:view')
  if (equipmentId === null) return <EmptyState icon="layers">{t('panelUnbound')}</EmptyState>
  return may ? <CardOf id={equipmentId} /> : <EmptyState kind="notAllowed">{words('noPermission')}</EmptyState>
}

function CardOf({ id }: { id: EquipmentId }) {
  const { data, error, refetch } = useQuery(queryOf(equipmentInfo, { id }))
  if (data) return <TemplateCard device={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={3} />
}

export default {
  place: 20,
  Section,
  tabs: [{ key: 'template', place: 125, name: { en: 'Template', 'zh-cn': '模板绑定' }, Show: TemplateTab }],
} satisfies GatewaySection
