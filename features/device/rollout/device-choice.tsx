// Chooses the devices of a rollout: search by name, SN, address or group; select one by one, or all shown.
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Select } from 'antd'
import { useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId, GroupId } from '../../../contract/fields.ts'
import { pathsOf, withDescendants } from '../../../core/tree-rules.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { HeadPick } from '../../../ui/head-pick.tsx'
import { useList } from '../../../ui/list.ts'
import { SeverityMark, StatusDot } from '../../../ui/marks.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { arrange } from '../../../ui/table-rows.ts'
import { useText } from '../../../ui/words.ts'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { queryGroups } from '../group/contract.ts'
import { type Chosen, choosing, moveToFront, type PlannedDevice } from './choice-rules.ts'
import { lostInAll } from './plan-rules.ts'
import { rolloutText } from './text.ts'

type Props = {
  devices: readonly PlannedDevice[]
  chosen: Chosen
  front: readonly EquipmentId[]
  waves: ReadonlyMap<EquipmentId, number>
  onChoose: (chosen: Chosen) => void
  onFront: (front: EquipmentId[]) => void
}

export function DeviceChoice({ devices, chosen, front, waves, onChoose, onFront }: Props) {
  const t = useText(rolloutText)
  const list = useList({ group: '' }, undefined, 'rollout-choice')
  const { data: groups } = useQuery(queryOf(queryGroups, {}))
  const named = useNamed(groups, 'name')
  const paths = useMemo(() => pathsOf(named ?? []), [named])
  const group = Number(list.filters.group) || null
  const inGroup = useMemo(() => {
    const within = group === null ? undefined : withDescendants<GroupId>(groups ?? [], group as GroupId)
    return within ? devices.filter(({ groupId }) => groupId !== null && within.has(groupId)) : devices
  }, [devices, groups, group])
  const columns = useColumns({ waves, paths })
  const shown = arrange(inGroup, columns, list).map(({ equipmentId }) => equipmentId)
  const pick = usePickColumn({ chosen, shown, onChoose })
  return (
    <DataTable<PlannedDevice>
      label={t('choose')}
      columns={[pick, ...columns]}
      query={{ data: inGroup, error: null, refetch: () => undefined }}
      list={list}
      keyOf={({ equipmentId }) => equipmentId}
      search={t('searchDevices')}
      filter={
        <>
          <Select<number | null>
            className="rollout-group"
            aria-label={t('group')}
            value={group}
            placeholder={t('allGroups')}
            options={[...paths].map(([value, label]) => ({ value, label }))}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            onChange={(next) => list.setFilter({ group: next ? String(next) : '' })}
          />
          <span className="rollout-note">{t('chosen', { count: waves.size, all: devices.length })}</span>
        </>
      }
      acts={({ equipmentId }) =>
        chosen.has(equipmentId) &&
        waves.get(equipmentId) !== 0 && (
          <PlainAct kind="link" onClick={() => onFront(moveToFront(front, equipmentId))}>
            {t('makeFirst')}
          </PlainAct>
        )
      }
      empty={
        <EmptyState icon="device" isRanged>
          {t('noFollowers')}
        </EmptyState>
      }
    />
  )
}

type Picks = Pick<Props, 'chosen' | 'onChoose'> & { shown: readonly EquipmentId[] }

const pickId = (id: EquipmentId) => `rollout-device-${id}`

/** The first column: selects a device, in the head all that match the filter. */
function usePickColumn({ chosen, shown, onChoose }: Picks): Column<PlannedDevice> {
  const t = useText(rolloutText)
  return {
    key: 'pick',
    title: '',
    head: (
      <HeadPick
        label={t('chooseShown')}
        chosen={shown.filter((id) => chosen.has(id)).length}
        count={shown.length}
        onAll={(isOn) => onChoose(choosing(chosen, shown, isOn))}
      />
    ),
    width: 36,
    text: () => '',
    cell: ({ equipmentId }) => (
      <Checkbox
        id={pickId(equipmentId)}
        checked={chosen.has(equipmentId)}
        onChange={({ target }) => onChoose(choosing(chosen, [equipmentId], target.checked))}
      />
    ),
    phone: 'end',
  }
}

type Shown = Pick<Props, 'waves'> & { paths: ReadonlyMap<number, string> }

function useColumns({ waves, paths }: Shown): Column<PlannedDevice>[] {
  const t = useText(rolloutText)
  const named = useName()
  const pathOf = ({ groupId }: PlannedDevice) => (groupId === null ? '' : (paths.get(groupId) ?? ''))
  const placeOf = (row: PlannedDevice) => [pathOf(row), row.address ?? ''].filter(Boolean).join(' · ')
  const waveOf = ({ equipmentId }: PlannedDevice) => {
    const wave = waves.get(equipmentId)
    return wave === undefined ? '' : wave === 0 ? t('first') : t('waveNo', { wave })
  }
  const changeOf = ({ isSame, plan }: PlannedDevice) =>
    isSame || plan === null ? t('planSame') : t('planNo', { no: plan + 1 })
  return [
    {
      key: 'name',
      title: t('device'),
      cell: ({ equipmentId, name }) => <label htmlFor={pickId(equipmentId)}>{named(name)}</label>,
      text: ({ name }) => named(name),
      sort: true,
      phone: 'title',
    },
    {
      key: 'sn',
      title: t('gateway'),
      cell: ({ sn, state }) => (sn && state ? <StatusDot state={state}>{sn}</StatusDot> : t('noGateway')),
      text: ({ sn }) => sn ?? '',
      phone: 'hide',
    },
    { key: 'place', title: t('place'), cell: placeOf, text: placeOf, phone: 'hide' },
    {
      key: 'plan',
      title: t('plan'),
      cell: (row) => (
        <span className="rollout-change">
          {changeOf(row)}
          {row.lost && lostInAll(row.lost) > 0 && (
            <em>
              <SeverityMark severity="important" /> {t('loses', { count: lostInAll(row.lost) })}
            </em>
          )}
        </span>
      ),
      text: changeOf,
    },
    {
      key: 'wave',
      title: t('wave'),
      cell: (row) => <span className="rollout-nowrap">{waveOf(row)}</span>,
      text: waveOf,
      phone: 'end',
    },
  ]
}
