// The groups as a tree; while a device is open, the devices of its group are listed below the group. On a phone a
// select.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import type { GroupId } from '../../../contract/fields.ts'
import { inOrder } from '../../../core/device-order.ts'
import { formatNumber } from '../../../ui/format.ts'
import { useLink } from '../../../ui/link.ts'
import { SeverityCounts, StatusDot, severities } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import type { Line } from '../../device/group/rules.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { queryAllMonitoredByGroup, queryGroupAlarms } from '../monitor/contract.ts'
import { alarmSums, type Counts } from './alarm-sums.ts'
import { devicePath, groupPath } from './places.ts'
import { groupViewText } from './text.ts'

const refreshMs = 10_000
/** Maximum number of devices in the tree. */
const mostShown = 200

/** Deep levels are indented less, so that the tenth has room for its name. */
const indentOf = (level: number) => 8 + Math.min(level, 3) * 14 + Math.max(0, level - 3) * 6

type Props = { lines: readonly Line[]; ungrouped: number; groupId: GroupId; deviceId: number | undefined }

export function GroupSide({ lines, ungrouped, groupId, deviceId }: Props) {
  const t = useText(groupViewText)
  const name = useName()
  const { go } = usePlace()
  const narrow = useNarrow()
  const alarmWords = (counts: Counts | null) => {
    const count = counts ? severities.reduce((sum, level) => sum + counts[level], 0) : 0
    return count > 0 && t('alarms', { count })
  }
  // Counts are hidden while they cannot be refreshed.
  const isUp = useLink().state === 'up'
  const alarmsOf = useAlarmSums(lines)
  if (narrow)
    return (
      <Select
        className="group-view-choice"
        aria-label={t('groups')}
        value={Number(groupId)}
        onChange={(id: number) => go(groupPath(id))}
        options={lines.map(({ id, name: source, level, count }) => ({
          value: id,
          label: [`${'\u2003'.repeat(level)}${name(source)}`, isUp && String(count), isUp && alarmWords(alarmsOf(id))]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    )
  return (
    <nav className="group-view-side" aria-label={t('groups')}>
      {lines.map(({ id, name: source, count, level }) => (
        <div key={id}>
          <Go to={groupPath(id)} current={id === groupId && deviceId === undefined}>
            <span style={{ paddingLeft: indentOf(level) }} title={name(source)}>
              {name(source)}
            </span>
            <GroupMarks alarms={alarmsOf(id)} count={count} />
          </Go>
          {id === groupId && deviceId !== undefined && (
            <Devices {...{ groupId, deviceId, level }} name={name(source)} />
          )}
        </div>
      ))}
      {ungrouped > 0 && (
        <Go to="/monitor/eg/list?group=ungrouped">
          <span style={{ paddingLeft: indentOf(0) }}>{t('ungrouped')}</span>
          <GroupMarks alarms={alarmsOf(null)} count={ungrouped} />
        </Go>
      )}
    </nav>
  )
}

/** The open alarms of a group and of all groups below it, for accounts that may see alarms; null: none. */
function useAlarmSums(lines: readonly Line[]): (id: number | null) => Counts | null {
  const enabled = useMay()('alarm:view')
  const { data } = useQuery({ ...queryOf(queryGroupAlarms, {}), refetchInterval: refreshMs, enabled })
  const sums = useMemo(() => data && alarmSums(lines, data), [lines, data])
  return (id) => sums?.get(id) ?? null
}

/** The open alarms by severity, and the number of devices; none while they cannot be refreshed. */
function GroupMarks({ alarms, count }: { alarms: Counts | null; count: number }) {
  const t = useText(groupViewText)
  if (useLink().state !== 'up') return null
  return (
    <>
      <SeverityCounts counts={alarms} label={t('inAlarm')} />
      <b>{formatNumber(count)}</b>
    </>
  )
}

type InGroup = { groupId: GroupId; deviceId: number; level: number; name: string }
type Row = OutputOf<typeof queryAllMonitoredByGroup>[number]

/** The devices of a group and its subgroups, for switching between them. */
function Devices({ groupId, deviceId, level, name: group }: InGroup) {
  const t = useText(groupViewText)
  const name = useName()
  const { data } = useQuery({
    ...queryOf(queryAllMonitoredByGroup, { groupId }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const all = useMemo(() => inOrder(data ?? [], name), [data, name])
  const rows = all.slice(0, mostShown)
  const more = all.length - rows.length
  return (
    <ul aria-label={t('devicesOf', { name: group })}>
      {rows.map((row) => (
        <li key={row.id}>
          <Device row={row} groupId={groupId} isOpen={row.id === deviceId} indent={indentOf(level + 1)} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <Go to={groupPath(groupId)}>
            <span style={{ paddingLeft: indentOf(level + 1) }}>{t('more', { count: more })}</span>
          </Go>
        </li>
      )}
    </ul>
  )
}

type DeviceProps = { row: Row; groupId: GroupId; isOpen: boolean; indent: number }

function Device({ row, groupId, isOpen, indent }: DeviceProps) {
  const t = useText(groupViewText)
  const name = useName()
  const [display] = useSetting('equipDisplay')
  return (
    <Go to={devicePath(groupId, row, display)} current={isOpen}>
      <span style={{ paddingLeft: indent }} title={name(row.name)}>
        {row.state ? <StatusDot state={row.state} /> : <i className="group-view-none" title={t('noGateway')} />}
        <span className="group-view-side-name">{name(row.name)}</span>
        <SeverityCounts counts={row.alarms} label={t('inAlarm')} />
      </span>
    </Go>
  )
}
