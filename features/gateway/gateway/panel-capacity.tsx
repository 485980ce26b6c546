// Capacity of the gateway: used and available. [S2 Gateway panel] [S9 Gateway quotas]
import { formatNumber } from '../../../ui/format.ts'
import { Go } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from './contract.ts'
import { gatewayText } from './text.ts'

export function Capacity({ gateway: { quotas, equipmentId } }: { gateway: GatewayInfo }) {
  const t = useText(gatewayText)
  const edit = (tab: 'driver' | 'signal' | 'report') =>
    equipmentId === null ? undefined : pathOf(`/manage/eg/equipment/edit/{id}/${tab}`, { id: equipmentId })
  return (
    <>
      <h3>{t('quotas')}</h3>
      <p className="panel-about">{t(equipmentId === null ? 'quotasUnbound' : 'quotasAbout')}</p>
      <Quota label={t('quotaSignals')} to={edit('signal')} {...quotas.signals} />
      <Quota label={t('quotaDrivers')} to={edit('driver')} {...quotas.drivers} />
      <Quota label={t('quotaReports')} to={edit('report')} {...quotas.reports} />
      <Quota label={t('quotaStored')} to={edit('report')} {...quotas.stored} />
      <Quota label={t('quotaAlarms')} to={undefined} {...quotas.alarms} />
      <Quota label={t('quotaMappings')} to={undefined} {...quotas.mappings} />
    </>
  )
}

/** Used and total, as numbers and a bar. */
function Quota({ label, to, used, total }: { label: string; to: string | undefined; used: number; total: number }) {
  return (
    <div className="quota">
      <span>{to ? <Go to={to}>{label}</Go> : label}</span>
      <meter min={0} max={total} value={used} aria-label={label} />
      <span>
        {formatNumber(used)} / {formatNumber(total)}
      </span>
    </div>
  )
}
