// Offline and power-off alarms in the panel of a gateway: switches for those rules of its device. The rule editor shows
// the same rules. [S2 Gateway panel: offline/power-off alarm] [S3 Alarm]
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useState } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { Go } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../../gateway/gateway/contract.ts'
import type { GatewaySection } from '../../gateway/open/gateway-section.ts'
import { queryConfig } from '../config/contract.ts'
import { saveAlarmRule } from './contract.ts'
import './gateway-alarms.css'
import { alarmRuleText } from './text.ts'

const kinds = ['offline', 'powerOff'] as const
type Kind = (typeof kinds)[number]

export default {
  place: 30,
  tabs: [
    {
      ...{ key: 'alarms', place: 70, Show: GatewayAlarms },
      name: { en: 'Offline, power off', 'zh-cn': '离线/断电报警' },
    },
  ],
} satisfies GatewaySection

function GatewayAlarms({ gateway: { equipmentId } }: { gateway: GatewayInfo }) {
  const t = useText(alarmRuleText)
  return (
    <section className="alarm-gateway" aria-label={t('gatewayAlarms')}>
      <h3>{t('gatewayAlarms')}</h3>
      <p>{t('gatewayAlarmsAbout')}</p>
      {equipmentId === null ? (
        <EmptyState icon="alarm">{t('gatewayAlarmsUnbound')}</EmptyState>
      ) : (
        <Rules equipmentId={equipmentId} />
      )}
    </section>
  )
}

function Rules({ equipmentId }: { equipmentId: EquipmentId }) {
  const t = useText(alarmRuleText)
  const query = queryOf(queryConfig, { equipmentId })
  const { data, error, refetch } = useQuery(query)
  const cache = useQueryClient()
  const mayEdit = useMay()('equipment:edit')
  const [busy, setBusy] = useState<string>()
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={4} />
  const rulesOf = (kind: Kind) => data.config.alarms.filter(({ condition }) => condition.kind === kind)

  /** Switches the rule on or off; creates the rule if there is none. */
  const set = async (kind: Kind, rule: AlarmRule | undefined, enabled: boolean) => {
    setBusy(kind)
    const fresh = {
      id: null,
      name: t(`${kind}Words`),
      condition: { kind },
      level: 'important',
      methods: ['push'],
    } as const
    const wanted = rule ? { ...rule, enabled } : { ...fresh, onDelayS: kind === 'offline' ? 60 : 0 }
    try {
      await call(saveAlarmRule, { equipmentId, version: data.version, rule: wanted as never })
      toast.good(t('saved', { name: wanted.name }))
    } catch (fault) {
      toast.bad(fault)
    } finally {
      await cache.invalidateQueries({ queryKey: [queryConfig.path] })
      setBusy(undefined)
    }
  }
  const line = (kind: Kind, rule: AlarmRule | undefined) => {
    const isOn = rule !== undefined && rule.enabled !== false
    return (
      <li key={rule?.id ?? kind}>
        <Switch
          size="small"
          aria-label={rule?.name ?? t(`${kind}Words`)}
          checked={isOn}
          disabled={!mayEdit}
          loading={busy === kind}
          onChange={(next) => void set(kind, rule, next)}
        />
        <div>
          <strong>{rule?.name ?? t(`${kind}Words`)}</strong>
          <small>{t(`${kind}Note`)}</small>
        </div>
        {rule && <SeverityMark severity={rule.level} word />}
      </li>
    )
  }
  return (
    <>
      <ul>
        {kinds.flatMap((kind) => {
          const rules = rulesOf(kind)
          return rules.length > 0 ? rules.map((rule) => line(kind, rule)) : [line(kind, undefined)]
        })}
      </ul>
      <Go to={pathOf('/manage/eg/equipment/edit/{id}/alarm', { id: equipmentId })}>{t('gatewayAlarmsEdit')}</Go>
    </>
  )
}
