// The PLC connections of a device. [S2 /manage/eg/equipment/edit/{id}/driver]
import { useState } from 'react'
import type { Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { useReason } from '../../../ui/reason.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
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

export default function DriverPage() {
  return <EquipmentEditor>{(info) => <DriverTab info={info} />}</EquipmentEditor>
}

type Props = { info: EquipmentInfo; query: ReturnType<typeof useConfig> }

function DriverTab({ info }: Pick<Props, 'info'>) {
  const query = useConfig(info.id)
  const { path, search, go } = usePlace()
  const mayEdit = useMay()('equipment:edit')
  const [type, setType] = useState<string>()
  const choose = (isOpen: boolean) => go(withSearch(path, { ...search, do: isOpen ? 'add' : '' }), { replace: true })
  // A link with `do=add` opens the chooser for a new driver.
  if (search.do !== 'add' || !mayEdit) return <DriverList info={info} query={query} onAdd={() => choose(true)} />
  return (
    <>
      <DriverGallery onChoose={setType} onClose={() => choose(false)} />
      {query.data && type && (
        <DriverForm
          info={info}
          newest={query.data}
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

function DriverList({ info, query, onAdd }: Props & { onAdd: () => void }) {
  const t = useText(driverText)
  const reason = useReason()
  const limit = limits.driversPerEquipment
  const list = useList({}, limit)
  const { data } = query
  const drivers = data?.config.drivers
  return (
    <ListRoom<Driver>
      isPart
      title={t('drivers')}
      may="equipment:edit"
      add={{
        label: t('addDriver'),
        why: drivers && drivers.length >= limit && reason('driverCapacity', { limit }),
        isSecondary: true,
        onClick: onAdd,
      }}
      filter={data && <VersionsAct info={info} newest={data.version} />}
      empty={{ icon: 'link', about: t('driversAbout') }}
      columns={useColumns(info, data?.config)}
      query={{ ...query, data: drivers }}
      list={list}
      acts={useActs(info.id, data)}
      form={(driver, onClose) =>
        data && driver && <DriverForm info={info} newest={data} driver={driver} type={driver.type} onClose={onClose} />
      }
    />
  )
}

function useColumns(info: EquipmentInfo, config: EquipmentConfig | undefined): Column<Driver>[] {
  const t = useText(driverText)
  const tell = useWords()
  const narrow = useNarrow()
  // On a phone the columns have no headings, so the count is shown with its label.
  const counted = (count: number) => (narrow ? `${t('signals')} ${formatNumber(count)}` : formatNumber(count))
  const timing = ({ type, params }: Driver) => {
    const about = aboutOf(type)
    const parsed = about?.params.safeParse(params)
    return about && parsed?.success ? `${formatNumber(about.timing(parsed.data).collectMs)} ms` : ''
  }
  const connection = ({ type, params }: Driver) => {
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
  const typeName = ({ type }: Driver) => {
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
      cell: ({ id }) => {
        const { size } = signalsOf(config, id)
        return <Go to={`${editorPath(info, 'signal')}?driver=${id}`}>{size > 0 ? counted(size) : t('toSignals')}</Go>
      },
    },
  ]
}

const signalsOf = (config: EquipmentConfig | undefined, id: Driver['id']) =>
  new Set<number>(config?.signals.flatMap((signal) => (signal.driverId === id ? [signal.id] : [])))

function useActs(equipmentId: EquipmentInfo['id'], newest: Props['query']['data']) {
  const t = useText(driverText)
  const { heldText, lossText } = useLoss()
  const remove = useConfirmed(deleteDriver)
  return ({ id, name }: Driver, edit: () => void) => {
    const { config, version = 0 } = newest ?? {}
    const own = signalsOf(config, id)
    const askRemove = () => {
      const gone = own.size > 0 ? t('deleteDriverNote', { count: own.size }) : t('deleteDriverEmpty')
      const note = [gone, config ? lossText(config, own) : ''].filter(Boolean).join('\n')
      const question = { title: t('deleteDriverTitle'), act: t('delete'), target: name, note }
      return remove({ equipmentId, version, driverId: id }, { ...question, done: t('driverDeleted', { name }) })
    }
    return [
      { label: t('edit'), onClick: edit },
      { label: t('delete'), why: config && heldText(config, own), onClick: () => void askRemove() },
    ]
  }
}
