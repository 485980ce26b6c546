// The alarms of one device: the alarm list and panel as a tab of its page.
import { useState } from 'react'
import { AlarmId, type EquipmentId } from '../../../contract/fields.ts'
import './alarm.css'
import { useLink } from '../../../ui/link.ts'
import { readPage, usePageSize } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { useConfig } from '../../device/open/config-query.ts'
import type { DeviceTab, DeviceTabProps } from '../../device/open/live-tab.ts'
import { NoAlarmAccess } from '../open/alarm-no-access.tsx'
import { filterOf } from './address.ts'
import { AlarmPanel } from './alarm-panel.tsx'
import { AlarmTable } from './alarm-table.tsx'
import { alarmScreens, alarmViews } from './contract.ts'
import { useAlarmCounts, useAlarmList } from './part-queries.ts'
import { alarmText } from './text.ts'

/** The device's own page, ruleType 00 of the specification. */
function DeviceAlarms(props: DeviceTabProps) {
  const may = useMay()
  return may(alarmScreens.device) ? <List {...props} /> : <NoAlarmAccess />
}

function List({ id }: DeviceTabProps) {
  const t = useText(alarmText)
  const { path, params, search, go } = usePlace()
  const narrow = useNarrow()
  const isUp = useLink().state === 'up'
  const { view } = filterOf(search)
  const pageNo = readPage(search.pageNo)
  const { pageSize, setPageSize } = usePageSize(undefined, 'device-alarms')
  const list = useAlarmList({ view, equipmentId: id, pageNo, pageSize, openedFrom: 'device' })
  // The address names an alarm if a link opened the device because of it.
  const named = AlarmId.safeParse(params.alarm).data
  const [opened, setOpened] = useState(named)
  const counts = isUp ? list.data?.counts : undefined
  const panel = opened !== undefined && (
    <AlarmPanel key={opened} id={opened} place={undefined} isInDevice onClose={() => setOpened(undefined)} />
  )
  if (narrow && panel) return panel
  return (
    <div className={panel ? 'alarm-split alarm-split-tab' : undefined}>
      <div className="alarm-main">
        <div className="alarm-views">
          <Segmented
            label={t('views')}
            value={view as string}
            options={alarmViews.map((value) => ({
              value: value as string,
              label: t(value),
              count: value === 'history' ? undefined : counts?.[value],
            }))}
            onChange={(next) => go(withSearch(path, { ...search, view: next, pageNo: '' }), { replace: true })}
          />
        </div>
        <AlarmTable
          list={list}
          view={view}
          pageNo={pageNo}
          pageSize={pageSize}
          onPageSize={setPageSize}
          opened={opened}
          onOpen={setOpened}
          noneOpen={<NoRules id={id} />}
          onPage={(next) => go(withSearch(path, { ...search, pageNo: next }), { replace: true })}
        />
      </div>
      {panel}
    </div>
  )
}

/** The empty list of a device without rules, which offers to add one. */
function NoRules({ id }: Pick<DeviceTabProps, 'id'>) {
  const t = useText(alarmText)
  const { data } = useConfig(id)
  if (!data || data.config.alarms.length > 0) return <EmptyState icon="check">{t('emptyOpen')}</EmptyState>
  const to = `${pathOf('/manage/eg/equipment/edit/{id}/alarm', { id })}?add=rule`
  const add = (
    <Go to={to} className="act act-primary">
      {t('addRule')}
    </Go>
  )
  return (
    <EmptyState icon="alarm" may="equipment:edit" act={add}>
      {t('noRules')}
    </EmptyState>
  )
}

/** Open alarms; absent while they are unknown. */
function useOpenCount(id: EquipmentId): number | undefined {
  const isUp = useLink().state === 'up'
  const { data } = useAlarmCounts(useMay()(alarmScreens.device), id)
  return isUp && data ? data.severe + data.important + data.normal : undefined
}

export default [
  {
    key: 'alarm',
    place: 45,
    label: { en: 'Alarms', 'zh-cn': '报警' },
    may: 'alarm:view',
    Body: DeviceAlarms,
    useCount: useOpenCount,
  },
] satisfies DeviceTab[]
