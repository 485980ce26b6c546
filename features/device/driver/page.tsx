// The PLC connections of a device. [S2 /manage/eg/equipment/edit/{id}/driver]
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mutationOf } from '../../../contract/call.ts'
import type { Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { useReason } from '../../../ui/reason.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { VersionsAct } from '../config/part-versions.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useConfig, useWords } from '../open/config-query.ts'
import { EquipmentEditor } from '../open/equipment-editor.tsx'
import { editorPath } from '../open/equipment-editor-tab.ts'
import { useLoss } from '../report/part-loss.ts'
import { deleteDriver } from './contract.ts'
import { DriverForm } from './form.tsx'
import { DriverGallery } from './gallery.tsx'
import { driverText } from './text.ts'

type Row = Driver & { signals: number }

export default function DriverPage() {
  return <EquipmentEditor>{(info) => <DriverTab info={info} />}</EquipmentEditor>
}

function DriverTab({ info }: { info: EquipmentInfo }) {
  const equipmentId = info.id
  const t = useText(driverText)
  const reason = useReason()
  const list = useList({}, limits.driversPerEquipment)
  const columns = useColumns(info)
  const { data, error, refetch } = useConfig(equipmentId)
  const { path, search, go } = usePlace()
  const mayEdit = useMay()('equipment:edit')
  const [editing, setEditing] = useState<Driver>()
  const [type, setType] = useState<string>()
  // A link with `do=add` opens the chooser for a new driver.
  const isChoosing = search.do === 'add' && mayEdit
  const choose = (isOpen: boolean) => go(withSearch(path, { ...search, do: isOpen ? 'add' : '' }), { replace: true })
  const count = (driver: Driver) => data?.config.signals.filter(({ driverId }) => driverId === driver.id).length ?? 0
  const isFull = data && data.config.drivers.length >= limits.driversPerEquipment
  const add = (
    <Act
      kind={data?.config.drivers.length === 0 ? 'primary' : 'plain'}
      icon="plus"
      may="equipment:edit"
      why={isFull && reason('driverCapacity', { limit: limits.driversPerEquipment })}
      onClick={() => choose(true)}
    >
      {t('addDriver')}
    </Act>
  )
  return (
    <>
      {isChoosing ? (
        <DriverGallery onChoose={setType} onClose={() => choose(false)} />
      ) : (
        <DataTable<Row>
          label={t('drivers')}
          columns={columns}
          query={{
            data: data?.config.drivers.map((driver) => ({ ...driver, signals: count(driver) })),
            error,
            refetch,
          }}
          list={list}
          keyOf={({ id }) => id}
          filter={
            data &&
            data.config.drivers.length > 0 && (
              <>
                {add}
                <VersionsAct info={info} newest={data.version} />
              </>
            )
          }
          acts={(row) => (
            <DriverActs
              row={row}
              equipmentId={equipmentId}
              version={data?.version ?? 0}
              config={data?.config}
              onEdit={() => setEditing(data?.config.drivers.find(({ id }) => id === row.id) ?? row)}
            />
          )}
          empty={
            <EmptyState icon="link" may="equipment:edit" act={add}>
              {t('driversAbout')}
            </EmptyState>
          }
        />
      )}
      {data && editing && (
        <DriverForm
          info={info}
          newest={data}
          driver={editing}
          type={editing.type}
          onClose={() => setEditing(undefined)}
        />
      )}
      {data && isChoosing && type && (
        <DriverForm
          info={info}
          newest={data}
          driver={undefined}
          type={type}
          onClose={(isSaved) => {
            setType(undefined)
            if (isSaved) choose(false)
          }}
        />
      )}
    </>
  )
}

function useColumns(info: EquipmentInfo): Column<Row>[] {
  const t = useText(driverText)
  const tell = useWords()
  const narrow = useNarrow()
  // On a phone the columns have no headings, so the count is shown with its label.
  const counted = (count: number) => (narrow ? `${t('signals')} ${formatNumber(count)}` : formatNumber(count))
  const timing = ({ type, params }: Row) => {
    const about = aboutOf(type)
    const parsed = about?.params.safeParse(params)
    return about && parsed?.success ? `${formatNumber(about.timing(parsed.data).collectMs)} ms` : ''
  }
  const connection = ({ type, params }: Row) => {
    const { host, port, unitId } = params
    const unit = unitId === undefined ? '' : `#${unitId}`
    if (host !== undefined && params.connection !== 'serial')
      return [[host, port].filter((part) => part !== undefined).join(':'), unit].join(' ')
    const about = aboutOf(type)
    const parsed = about?.params.safeParse(params)
    if (!about || !parsed?.success) return ''
    const choices = about.fields.flatMap(({ options = [] }) => options)
    const words = about
      .connectionKey(parsed.data)
      .replace(/^[^:]*:/, '')
      .split(' ')
    const told = words.map((word) => {
      const label = choices.find(({ value }) => String(value) === word)?.label
      return label ? tell(label) : word
    })
    return [told.join(' · '), unit].join(' ').trim()
  }
  const typeName = ({ type }: Row) => {
    const about = aboutOf(type)
    return about ? tell(about.names) : t('unknownDriver', { type })
  }
  return [
    { key: 'name', title: t('driverName') },
    { key: 'type', title: t('driverType'), cell: typeName },
    { key: 'connection', title: t('connection'), cell: connection },
    { key: 'collect', title: t('collect'), cell: timing, align: 'right' },
    {
      key: 'signals',
      title: t('signals'),
      align: 'right',
      cell: ({ id, signals }) => (
        <Go to={`${editorPath(info, 'signal')}?driver=${id}`}>{signals > 0 ? counted(signals) : t('toSignals')}</Go>
      ),
    },
  ]
}

function DriverActs({
  row: { id, name, signals },
  equipmentId,
  version,
  config,
  onEdit,
}: {
  row: Row
  equipmentId: EquipmentInfo['id']
  version: number
  config: EquipmentConfig | undefined
  onEdit: () => void
}) {
  const t = useText(driverText)
  const { heldText, lossText } = useLoss()
  const { mutate } = useMutation(mutationOf(deleteDriver))
  const own = new Set<number>(config?.signals.flatMap((signal) => (signal.driverId === id ? [signal.id] : [])))
  const held = config && heldText(config, own)
  const remove = async () => {
    const gone = signals > 0 ? t('deleteDriverNote', { count: signals }) : t('deleteDriverEmpty')
    const note = [gone, config ? lossText(config, own) : ''].filter(Boolean).join('\n')
    const yes = await confirm({ title: t('deleteDriverTitle'), act: t('delete'), target: name, note, danger: true })
    if (!yes) return
    mutate({ equipmentId, version, driverId: id }, { onSuccess: () => toast.good(t('driverDeleted', { name })) })
  }
  return (
    <>
      <Act kind="link" may="equipment:edit" onClick={onEdit}>
        {t('edit')}
      </Act>
      <Act kind="link" may="equipment:edit" why={held} onClick={() => void remove()}>
        {t('delete')}
      </Act>
    </>
  )
}
