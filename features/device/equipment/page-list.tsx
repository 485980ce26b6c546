// The devices of the organisation, for configuration. [S2 /manage/eg/equipment/list]
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { GroupId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { formatDate, nothingShown } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { useZone } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { BindingLink } from '../../gateway/open/binding.tsx'
import { DeviceImage } from '../../platform/open/picture-device-image.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { WarrantyDate, WarrantyFilter, WarrantyForm, warrantyOf } from '../open/warranty-mark.tsx'
import { BindDeviceForm } from '../template-plan/part-bind-form.tsx'
import { TemplateState, useTemplateMarks } from '../template-plan/part-mark.tsx'
import { deleteEquipment, type EquipmentRow, queryEquipments } from './contract.ts'
import { GroupFilter } from './group-select.tsx'
import type { ListActs, ListFilter } from './part-list-acts.ts'
import { equipmentText } from './text.ts'

/** Actions that rooms contribute to the list. */
const listActs = Object.values(
  import.meta.glob<{ default: readonly ListActs[] }>('../../*/*/list-acts.tsx', { eager: true }),
)
  .flatMap((room) => room.default)
  .sort((a, b) => a.place - b.place)

export default function EquipmentListPage() {
  const t = useText(equipmentText)
  const { go } = usePlace()
  const list = useList({ group: '', scope: 'all', bound: '', warranty: '' })
  const { group, scope, bound, warranty } = list.filters
  const filter: ListFilter = {
    keyword: list.word,
    groupId: group ? (Number(group) as GroupId) : null,
    ungrouped: scope === 'ungrouped',
    mine: scope === 'mine',
    bound: bound ? bound === 'yes' : null,
    warranty: warrantyOf(warranty) ?? null,
  }
  const query = useQuery({
    ...queryOf(queryEquipments, { ...filter, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: (before) => before,
  })
  const [binding, setBinding] = useState<EquipmentRow>()
  return (
    <>
      <ListRoom<EquipmentRow>
        title={t('title')}
        headActs={
          <>
            <WarrantyAct />
            {listActs.map(({ place, Head }) => Head && <Head key={place} filter={filter} />)}
          </>
        }
        may="equipment:add"
        add={{ label: t('add'), onClick: () => go('/manage/eg/equipment/add') }}
        empty={{ icon: 'device', isRanged: true, about: t('about') }}
        columns={useColumns(useTemplateMarks(query.data?.rows.map(({ id }) => id) ?? []))}
        query={query}
        list={list}
        to={({ id }) => pathOf('/manage/eg/equipment/edit/{id}/info', { id })}
        acts={(row) => [<RowActs key="acts" row={row} onBind={setBinding} />]}
        search={t('search')}
        filter={<Filters list={list} />}
        filterCount={list.filterCount}
      />
      {binding && <BindDeviceForm equipment={binding} onClose={() => setBinding(undefined)} />}
    </>
  )
}

function WarrantyAct() {
  const t = useText(equipmentText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Act may="organisation:edit" onClick={() => setOpen(true)}>
        {t('warrantyNotices')}
      </Act>
      {isOpen && <WarrantyForm onClose={() => setOpen(false)} />}
    </>
  )
}

function useColumns(markOf: ReturnType<typeof useTemplateMarks>): Column<EquipmentRow>[] {
  const t = useText(equipmentText)
  const zone = useZone()
  const shownName = useName()
  // On narrow screens some columns are hidden to make room for the name.
  const isWide = useMedia('(min-width: 1500px)')
  const isNarrow = useMedia('(max-width: 1339px)')
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ name, image }) => (
        <span className="equipment-name">
          <DeviceImage path={image} name={shownName(name)} />
          {shownName(name)}
        </span>
      ),
      text: ({ name }) => shownName(name),
    },
    { key: 'number', title: t('number'), cell: ({ number }) => number ?? nothingShown, phone: 'hide' },
    { key: 'groupName', title: t('group'), cell: ({ groupName }) => (groupName ? shownName(groupName) : nothingShown) },
    {
      key: 'sn',
      title: t('gateway'),
      cell: ({ sn, state }) => (sn && state ? <StatusDot state={state}>{sn}</StatusDot> : t('noGateway')),
      text: ({ sn }) => sn ?? '',
    },
    {
      key: 'template',
      title: t('template'),
      cell: ({ id }) => {
        const mark = markOf(id)
        // Nothing until loaded: a dash means that the device follows no template.
        return mark ? <TemplateState of={mark} /> : mark === null && nothingShown
      },
      text: ({ id }) => markOf(id)?.templateName ?? '',
    },
    { key: 'warranty', title: t('warranty'), cell: (row) => <WarrantyDate of={row} />, phone: 'hide' },
    { key: 'driverCount', title: t('drivers'), align: 'right', phone: 'hide' },
    { key: 'signalCount', title: t('signals'), align: 'right', phone: 'hide' },
    ...(isNarrow
      ? []
      : [
          {
            key: 'createdAt',
            zone,
            title: t('createdAt'),
            cell: ({ createdAt }: EquipmentRow) => formatDate(createdAt, zone),
            text: ({ createdAt }: EquipmentRow) => formatDate(createdAt, zone),
            phone: 'hide',
          } as const,
        ]),
    ...(isWide
      ? [
          {
            key: 'display',
            title: t('ruleType'),
            text: ({ display }: EquipmentRow) => t(display === 'page' ? 'rulePage' : 'ruleList'),
            cell: ({ display }: EquipmentRow) => t(display === 'page' ? 'rulePage' : 'ruleList'),
            phone: 'hide',
          } as const,
        ]
      : []),
    ...(isWide ? [{ key: 'createdBy', title: t('createdBy'), phone: 'hide' } as const] : []),
  ]
}

function Filters({
  list,
}: {
  list: ReturnType<typeof useList<{ group: string; scope: string; bound: string; warranty: string }>>
}) {
  const t = useText(equipmentText)
  const { group, scope, bound, warranty } = list.filters
  return (
    <>
      <GroupFilter value={group} onChange={(next) => list.setFilter({ group: next, scope: 'all' })} />
      <Segmented
        label={t('scope')}
        value={scope}
        options={(['all', 'ungrouped', 'mine'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(next) => list.setFilter({ scope: next, ...(next === 'ungrouped' ? { group: '' } : {}) })}
      />
      <Segmented
        label={t('binding')}
        value={bound}
        options={[
          { value: '', label: t('anyBinding') },
          { value: 'yes', label: t('bound') },
          { value: 'no', label: t('unbound') },
        ]}
        onChange={(next) => list.setFilter({ bound: next })}
      />
      <WarrantyFilter value={warranty} onChange={(next) => list.setFilter({ warranty: next })} />
    </>
  )
}

function RowActs({ row, onBind }: { row: EquipmentRow; onBind: (row: EquipmentRow) => void }) {
  const t = useText(equipmentText)
  const { id, sn } = row
  const { go } = usePlace()
  const name = useName()(row.name)
  const remove = useConfirmed(deleteEquipment)
  const askRemove = () => {
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote') }
    return remove({ id }, { ...question, done: t('deleted', { name }) })
  }
  return (
    <>
      <Act kind="link" may="equipment:edit" onClick={() => go(pathOf('/manage/eg/equipment/edit/{id}/info', { id }))}>
        {t('edit')}
      </Act>
      <BindingLink device={row} sn={sn} onBind={() => onBind(row)} />
      {listActs.map(({ place, Row }) => Row && <Row key={place} row={row} />)}
      <Act
        kind="link"
        may="equipment:delete"
        why={sn ? t('unbindFirst', { sn }) : undefined}
        onClick={() => void askRemove()}
      >
        {t('delete')}
      </Act>
    </>
  )
}
