// The frame of a device's editor: name, gateway, consistency with the platform, a button to synchronise, the tabs.
// For use by other rooms, like every file named part-*.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../contract/call.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import { useLanguage } from '../../ui/language.ts'
import { StatusDot } from '../../ui/marks.tsx'
import { Card, PageHeader, Tag } from '../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../ui/place.tsx'
import { pathOf } from '../../ui/routes.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useWindowName } from '../../ui/window-name.ts'
import { useText } from '../../ui/words.ts'
import { DeviceLinks } from '../device-link/part-links.tsx'
import { BindAct, BindForm } from '../equipment-binding/part-binding.tsx'
import { GatewayTags, SyncAct, useGatewayOf } from '../gateway/part-sync.tsx'
import { SetupLine } from '../onboarding/part-setup.tsx'
import { useName } from '../translation/part-name.ts'
import { type EquipmentInfo, equipmentInfo } from './contract.ts'
import type { EditorTab } from './part-editor-tab.ts'
import { equipmentText } from './text.ts'

/** Each room brings its own. */
const editorTabs = Object.values(
  import.meta.glob<{ default: readonly EditorTab[] }>('../*/editor-tabs.ts', { eager: true }),
)
  .flatMap((room) => room.default)
  .sort((a, b) => a.place - b.place)

export function EquipmentEditor({ children }: { children: (info: EquipmentInfo) => ReactNode }) {
  const { params } = usePlace()
  const id = Number(params.id) as EquipmentId
  const { data, error, refetch } = useQuery(queryOf(equipmentInfo, { id }))
  const above = useAbove()
  if (data) return <Frame info={data}>{children(data)}</Frame>
  return (
    <>
      <PageHeader title="" above={above} />
      <Card>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}</Card>
    </>
  )
}

function useAbove() {
  const t = useText(equipmentText)
  return { to: '/manage/eg/equipment/list', label: t('title') }
}

function Frame({ info, children }: { info: EquipmentInfo; children: ReactNode }) {
  const t = useText(equipmentText)
  const language = useLanguage()
  const name = useName()(info.name)
  useWindowName(name)
  const { id, sn, state } = info
  const gateway = useGatewayOf(sn ? id : undefined)
  const { path, search, go } = usePlace()
  const [binding, setBinding] = useState(false)
  const done = () => search.do && go(withSearch(path, { ...search, do: '' }), { replace: true })
  return (
    <>
      <PageHeader
        title={name}
        above={useAbove()}
        // The gateway is asked for again and again, the device is not.
        mark={state && <StatusDot state={gateway?.state ?? state} />}
        tags={sn ? gateway && <GatewayTags gateway={gateway} /> : <Tag>{t('noGateway')}</Tag>}
      >
        <DeviceLinks id={id} gatewayId={info.gatewayId} to={['monitor', 'history', 'gateway']} />
        {sn ? (
          gateway && <SyncAct key={id} gateway={gateway} begun={search.do === 'sync'} onClosed={done} />
        ) : (
          <BindAct onClick={() => setBinding(true)} />
        )}
      </PageHeader>
      <Tabs
        label={t('tabs')}
        tabs={editorTabs.map(({ part, label, count }) => ({
          to: pathOf(`/manage/eg/equipment/edit/{id}/${part}`, { id }),
          label: label[language],
          ...(count ? { count: count(info) } : {}),
        }))}
      />
      <SetupLine equipmentId={id} />
      {children}
      {(binding || search.do === 'bind') && !sn && (
        <BindForm
          equipment={info}
          onClose={() => {
            setBinding(false)
            done()
          }}
        />
      )}
    </>
  )
}
