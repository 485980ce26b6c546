// The frame of a device's editor: name, gateway, consistency with the platform, a button to synchronise, the tabs.
// Templates have the same editor without a gateway. For use by other rooms, like every file named part-*.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { keyOfTemplate } from '../../../contract/template-keys.ts'
import { useLanguage } from '../../../ui/language.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { AskedAs } from '../../../ui/me.ts'
import { Card, PageHeader, Tag } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWindowName } from '../../../ui/window-name.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import { BindAct } from '../../gateway/open/binding.tsx'
import { GatewayTags, SyncAct, useGatewayOf } from '../../gateway/open/gateway-sync.tsx'
import { SetupLine, useIsSetupKnown } from '../../gateway/open/onboarding-setup.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { type EquipmentInfo, equipmentInfo } from '../equipment/contract.ts'
import { equipmentText } from '../equipment/text.ts'
import { type TemplateId, templateDetail } from '../template/contract.ts'
import { BindDeviceForm } from '../template-plan/part-bind-form.tsx'
import { TemplateMarkOf } from '../template-plan/part-mark.tsx'
import { type EditorTab, editorPath } from './equipment-editor-tab.ts'
import { DeviceLinks, DeviceViews } from './link-list.tsx'

/** Editor tabs that rooms contribute. */
const editorTabs = Object.values(
  import.meta.glob<{ default: readonly EditorTab[] }>('../../*/*/editor-tabs.ts', { eager: true }),
)
  .flatMap((room) => room.default)
  .sort((a, b) => a.place - b.place)

export function EquipmentEditor({ children }: { children: (info: EquipmentInfo) => ReactNode }) {
  const { params, path } = usePlace()
  const id = Number(params.id) as EquipmentId
  const isTemplate = path.startsWith('/manage/eg/template/')
  const query = useQuery(queryOf(equipmentInfo, { id }))
  const { data, refetch } = query
  const above = useAbove(isTemplate)
  // A template is not found at the URL of a device, nor a device at that of a template.
  const error = data && data.isTemplate !== isTemplate ? { code: 1101 } : query.error
  if (data && !error)
    return isTemplate ? (
      <AskedAs value={keyOfTemplate}>
        <TemplateFrame info={data}>{children(data)}</TemplateFrame>
      </AskedAs>
    ) : (
      <Frame info={data}>{children(data)}</Frame>
    )
  return (
    <>
      <PageHeader title="" above={above} />
      <Card>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}</Card>
    </>
  )
}

function useAbove(isTemplate = false) {
  const t = useText(equipmentText)
  return isTemplate
    ? { to: '/manage/eg/template/list', label: t('templates') }
    : { to: '/manage/eg/equipment/list', label: t('title') }
}

function EditorTabs({ info }: { info: EquipmentInfo }) {
  const t = useText(equipmentText)
  const language = useLanguage()
  return (
    <Tabs
      label={t(info.isTemplate ? 'templateTabs' : 'tabs')}
      tabs={editorTabs.map(({ part, label, ofTemplate = label, count }) => ({
        to: editorPath(info, part),
        label: labelIn(info.isTemplate ? ofTemplate : label, language),
        ...(count ? { count: count(info) } : {}),
      }))}
    />
  )
}

/** The devices that follow the template, and how many of them differ. */
function TemplateFrame({ info, children }: { info: EquipmentInfo; children: ReactNode }) {
  const t = useText(equipmentText)
  const name = useName()(info.name)
  useWindowName(name)
  const { data } = useQuery(queryOf(templateDetail, { id: info.id as number as TemplateId }))
  return (
    <>
      <PageHeader
        title={name}
        above={useAbove(true)}
        tags={
          data && (
            <>
              {data.series && <Tag minor>{data.series}</Tag>}
              <Tag minor>{t('followers', { count: data.devices })}</Tag>
              {data.differing > 0 && <Tag>{t('differing', { count: data.differing })}</Tag>}
            </>
          )
        }
      />
      <EditorTabs info={info} />
      {children}
    </>
  )
}

function Frame({ info, children }: { info: EquipmentInfo; children: ReactNode }) {
  const t = useText(equipmentText)
  const name = useName()(info.name)
  useWindowName(name)
  const { id, sn, state } = info
  const gateway = useGatewayOf(sn ? id : undefined)
  const { path, search, go } = usePlace()
  const [binding, setBinding] = useState(false)
  const isSetupKnown = useIsSetupKnown(id)
  const done = () => search.do && go(withSearch(path, { ...search, do: '' }), { replace: true })
  return (
    <>
      <PageHeader
        title={name}
        above={useAbove()}
        // The gateway is queried periodically, the device is not.
        mark={state && <StatusDot state={gateway?.state ?? state} />}
        tags={
          <>
            {sn ? gateway && <GatewayTags gateway={gateway} /> : <Tag>{t('noGateway')}</Tag>}
            <TemplateMarkOf device={info} />
          </>
        }
      >
        <DeviceViews id={id} open="configure" />
        <DeviceLinks id={id} gatewayId={info.gatewayId} to={['history', 'gateway']} />
        {sn ? (
          gateway && <SyncAct key={id} gateway={gateway} begun={search.do === 'sync'} onClosed={done} />
        ) : (
          <BindAct onClick={() => setBinding(true)} />
        )}
      </PageHeader>
      <EditorTabs info={info} />
      <SetupLine equipmentId={id} />
      {isSetupKnown ? children : <Skeleton lines={10} />}
      {(binding || search.do === 'bind') && !sn && (
        <BindDeviceForm
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
