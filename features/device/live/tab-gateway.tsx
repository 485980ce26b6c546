import { useQuery } from '@tanstack/react-query'
import { ApiError, queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { formatNumber, formatSeconds, formatTime } from '../../../ui/format.ts'
import { Copyable, KeyValues } from '../../../ui/key-values.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { Card, CardWaiting } from '../../../ui/page-header.tsx'
import { Go } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { gatewayInfo } from '../../gateway/gateway/contract.ts'
import { strengthNow } from '../../gateway/gateway/rules.ts'
import { SignalStrength } from '../../gateway/open/gateway-strength.tsx'
import type { LiveGateway } from '../open/live-monitoring.ts'
import { isUnbound } from './rules.ts'
import { liveText } from './text.ts'

const modes = {
  standard: 'modeStandard',
  switch: 'modeSwitch',
  router: 'modeRouter',
  download: 'modeDownload',
} as const

export function GatewayTab({
  equipmentId,
  zone,
  live,
}: {
  equipmentId: EquipmentId
  zone: string
  live: LiveGateway | null
}) {
  const t = useText(liveText)
  const language = useLanguage()
  const mayEdit = useMay()('equipment:edit')
  const { data, error, refetch } = useQuery({ ...queryOf(gatewayInfo, { equipmentId }), refetchInterval: 10_000 })
  if (error instanceof ApiError && (isUnbound(error) || error.code === 10002)) {
    return (
      <EmptyState
        icon="gateway"
        act={
          mayEdit && (
            <Go to={pathOf('/manage/eg/equipment/edit/{id}/driver', { id: equipmentId })}>{t('bindGateway')}</Go>
          )
        }
      >
        {t('noteUnbound')}
      </EmptyState>
    )
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <CardWaiting />
  const { quotas } = data
  const percent = strengthNow({ ...data, state: live?.state ?? data.state })
  const used = ({ used: count, total }: { used: number; total: number }) => `${count} / ${total}`
  return (
    <Card>
      <KeyValues
        columns={2}
        rows={[
          { label: t('sn'), value: <Copyable text={data.sn} /> },
          { label: t('state'), value: <StatusDot state={live?.state ?? data.state} word /> },
          {
            label: t('model'),
            value: data.model.startsWith(data.series) ? data.model : `${data.series} ${data.model}`,
          },
          { label: t('firmware'), value: data.firmware },
          { label: t('network'), value: data.networkType },
          { label: t('strength'), value: <SignalStrength percent={percent} word /> },
          { label: t('mode'), value: t(modes[data.mode]) },
          { label: t('consistency'), value: t(data.consistency) },
          { label: t('interval'), value: live && formatSeconds(live.interval, language) },
          { label: t('dataSaving'), value: live && t(live.economizeOpen ? 'savingOn' : 'savingOff') },
          { label: t('quotaSignals'), value: used(quotas.signals) },
          { label: t('quotaDrivers'), value: used(quotas.drivers) },
          { label: t('lanIp'), value: data.lanIp },
          { label: t('mac'), value: data.mac },
          { label: t('onlineSince'), value: formatTime(data.onlineSince, zone) },
          { label: t('lastSeen'), value: formatTime(data.lastSeenAt, zone) },
          {
            label: t('clockOffset'),
            value: data.clockOffsetMs === null ? '' : `${formatNumber(data.clockOffsetMs)} ms`,
          },
          { label: t('remark'), value: data.remark },
        ]}
      />
    </Card>
  )
}
