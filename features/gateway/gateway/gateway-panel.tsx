// The panel of one gateway: its sections in a navigation, each with its own URL. [S2 Gateway panel]
import { useQuery } from '@tanstack/react-query'
import './gateway.css'
import { queryOf } from '../../../contract/call.ts'
import type { GatewayId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { TimesIn, useZoneOf } from '../../../ui/me.ts'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import { ZoneNote } from '../../../ui/zone-note.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import type { GatewayPanelTab } from '../open/gateway-section.ts'
import { ConsistencyMark, SyncAct } from '../open/gateway-sync.tsx'
import { type GatewayInfo, gatewayInfo } from './contract.ts'
import { Capacity } from './panel-capacity.tsx'
import { Overview } from './panel-overview.tsx'
import { sections } from './sections.ts'
import { gatewayText } from './text.ts'

const capacity: GatewayPanelTab = {
  ...{ key: 'capacity', place: 100, Show: Capacity },
  name: { en: 'Capacity', 'zh-cn': '容量检查' },
}
const tabs = [...sections.flatMap((section) => section.tabs ?? []), capacity].sort((a, b) => a.place - b.place)

export function GatewayPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText(gatewayText)
  const query = useQuery({
    ...queryOf(gatewayInfo, { id: id as GatewayId }),
    refetchInterval: limits.socketReconnectMs,
  })
  const { data, error, refetch } = query
  return (
    <SideDrawer open title={data?.sn ?? t('title')} width={760} onClose={onClose}>
      <AsOf query={query} />
      {data ? (
        <GatewaySections gateway={data} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </SideDrawer>
  )
}

export function GatewaySections({ gateway, onClose }: { gateway: GatewayInfo; onClose: () => void }) {
  const t = useText(gatewayText)
  const { path, search } = usePlace()
  const chosen = tabs.find(({ key }) => key === search.part)
  const language = useLanguage()
  const zone = useZoneOf(gateway)
  const named = tabs.map(({ key, name }) => ({ key, label: labelIn(name, language) }))
  const entries = [{ key: '', label: t('overview') }, ...named].map(({ key, label }) => ({
    to: withSearch(path, { ...search, part: key }),
    label,
    current: key === (chosen?.key ?? ''),
  }))
  return (
    <div className="gateway-panel">
      <Head gateway={gateway} />
      <div className="panel-columns">
        <Tabs label={t('sections')} tabs={entries} />
        <div className="gateway-panel-body">
          <TimesIn value={zone}>
            <ZoneNote zone={zone} />
            {chosen ? <chosen.Show gateway={gateway} /> : <Overview gateway={gateway} onClose={onClose} />}
          </TimesIn>
        </div>
      </div>
    </div>
  )
}

function Head({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(gatewayText)
  const name = useName()
  const { equipmentId: id } = gateway
  return (
    <header>
      <StatusDot state={gateway.state} word />
      {id === null ? (
        <span>{t('noDevice')}</span>
      ) : (
        <Go to={pathOf('/manage/eg/equipment/edit/{id}/info', { id })}>{name(gateway.equipmentName ?? '')}</Go>
      )}
      <ConsistencyMark of={gateway.consistency} />
      <SyncAct gateway={gateway} />
    </header>
  )
}
