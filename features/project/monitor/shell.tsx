// Monitoring's part of the shell: devices in the search box, and the numbers of the status bar. [DESIGN 6]
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import { useMay } from '../../../ui/me.ts'
import { withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { type Hit, setBadge, shellPart } from '../../../ui/shell-part.ts'
import { clearStatus, showStatus } from '../../../ui/status-bar.ts'
import { useText } from '../../../ui/words.ts'
import { nameOf } from '../../platform/open/translation-name.ts'
import { type MonitorRow, monitorSummary, queryMonitored } from './contract.ts'
import { monitorText } from './text.ts'

const refreshMs = 5_000
const maxHits = 8

function Watch() {
  const t = useText(monitorText)
  const may = useMay()
  const { data, dataUpdatedAt } = useQuery({
    ...queryOf(monitorSummary, {}),
    refetchInterval: refreshMs,
    enabled: may('monitor:view'),
  })
  const firstAt = useRef(0)
  useEffect(() => {
    if (!data) return
    firstAt.current ||= dataUpdatedAt
    setBadge('/monitor/eg/list', data.equipments)
    const online = t('of', { count: formatNumber(data.gatewaysOnline), total: formatNumber(data.gateways) })
    showStatus({ id: 'gateways', side: 'left', order: 1, label: t('gateways'), value: online })
    if (data.valuesPerSecond === null) return clearStatus('values')
    // The first count is zero because no values had been sent to this window yet, so it is not shown.
    const isMeasured = data.valuesPerSecond > 0 || dataUpdatedAt > firstAt.current
    const values = isMeasured ? t('perSecond', { count: formatNumber(data.valuesPerSecond) }) : nothingShown
    showStatus({ id: 'values', side: 'left', order: 2, label: t('values'), value: values })
  }, [data, dataUpdatedAt, t])
  useEffect(
    () => () => {
      clearStatus('gateways')
      clearStatus('values')
    },
    [],
  )
  return null
}

function hitOf({ id, name, sn }: MonitorRow): Hit {
  const device = pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id, alarm: 0 })
  const editor = pathOf('/manage/eg/equipment/edit/{id}/info', { id })
  return {
    id: String(id),
    title: nameOf(name),
    icon: 'monitor',
    to: device,
    ...(sn ? { note: sn } : {}),
    acts: {
      history: withSearch(device, { tab: 'history' }),
      ...(sn ? { sync: withSearch(editor, { do: 'sync' }) } : {}),
    },
  }
}

export default shellPart({
  order: 1,
  Watch,
  search: [
    {
      id: 'devices',
      label: { en: 'Devices', 'zh-cn': '设备' },
      find: async (keyword, pageNo, signal) => {
        const { rows, total } = await call(
          queryMonitored,
          { keyword, trends: false, pageNo, pageSize: maxHits },
          { signal },
        )
        return { total, hits: rows.map(hitOf) }
      },
    },
  ],
})
