// The history reports of the gateway's device, in the gateway panel; they are edited at the device. [S2 Gateway panel]
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { Go, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../../gateway/gateway/contract.ts'
import type { GatewaySection } from '../../gateway/open/gateway-section.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryConfig } from '../config/contract.ts'
import './gateway-reports.css'
import { reportText } from './text.ts'

export default {
  place: 50,
  tabs: [{ key: 'reports', place: 140, name: { en: 'History reports', 'zh-cn': '历史报表' }, Show: GatewayReports }],
} satisfies GatewaySection

function GatewayReports({ gateway: { equipmentId } }: { gateway: GatewayInfo }) {
  const t = useText(reportText)
  return (
    <section className="gateway-reports" aria-label={t('reports')}>
      <h3>{t('reports')}</h3>
      {equipmentId === null ? (
        <EmptyState icon="report">{t('panelUnbound')}</EmptyState>
      ) : (
        <Reports equipmentId={equipmentId} />
      )}
    </section>
  )
}

function Reports({ equipmentId }: { equipmentId: EquipmentId }) {
  const t = useText(reportText)
  const name = useName()
  const { data, error, refetch } = useQuery(queryOf(queryConfig, { equipmentId }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={4} />
  const path = pathOf('/manage/eg/equipment/edit/{id}/report', { id: equipmentId })
  const { reports } = data.config
  return (
    <>
      {reports.length === 0 && <EmptyState icon="report">{t('about')}</EmptyState>}
      <ul>
        {reports.map((report) => (
          <li key={report.id}>
            <Go to={withSearch(path, { edit: report.id })}>{name(report.name)}</Go>
            {report.enabled === false && <Tag>{t('off')}</Tag>}
            <span>{t(report.type)}</span>
            <span>{t(report.mode)}</span>
            <span>
              {formatNumber(new Set(report.columns.map(({ signalId }) => signalId)).size)} {t('variables')}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Go to={withSearch(path, { add: 'normal' })}>{t('addNormal')}</Go>
        <Go to={withSearch(path, { add: 'summary' })}>{t('addSummary')}</Go>
      </p>
    </>
  )
}
