// The gateways of the organisation; an open gateway is shown beside the list, under its own URL. [S2
// /manage/eg/gateway]
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import './gateway.css'
import { call, formOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatAge, formatTime, isJustNow, nothingShown } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { type ListState, useList } from '../../../ui/list.ts'
import { SeverityMark, StatusDot, severities } from '../../../ui/marks.tsx'
import { useMay, useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { claimGateway } from '../binding/contract.ts'
import { ClaimFields } from '../open/binding.tsx'
import { SignalStrength } from '../open/gateway-strength.tsx'
import { ConsistencyMark, SyncAct } from '../open/gateway-sync.tsx'
import { SetupLine } from '../open/onboarding-setup.tsx'
import { RegisterAct, RegisterDrawer, useNewSecrets } from '../registry/part-register.tsx'
import { RegisteredTabs, UnclaimedTable } from '../registry/part-unclaimed.tsx'
import { useAlarmWords } from './alarm-words.ts'
import { type GatewayRow, queryGateways } from './contract.ts'
import { GatewayPanel } from './gateway-panel.tsx'
import { strengthNow } from './rules.ts'
import { gatewayText } from './text.ts'

type Filters = { state: string; bound: string }
const states = ['online', 'offline', 'sleeping'] as const
const maxRows = 200

type Adding = 'register' | { claim: string } | undefined

/** A link for adding a gateway opens the form. */
const addingOf = (asked: string | undefined): Adding =>
  asked === 'register' ? 'register' : asked === 'claim' ? { claim: '' } : undefined

export default function GatewayPage() {
  const t = useText(gatewayText)
  const mayRegister = useMay()('gateway:register')
  const { path, search, go } = usePlace()
  const [chosen, setAdding] = useState<Adding>()
  const adding = chosen ?? addingOf(search.add)
  const close = () => {
    setAdding(undefined)
    if (search.add) go(withSearch(path, { ...search, add: '' }), { replace: true })
  }
  const isUnclaimed = mayRegister && search.view === 'unclaimed'
  const add = (
    <Act kind="primary" icon="plus" may="gateway:add" onClick={() => setAdding({ claim: '' })}>
      {t('add')}
    </Act>
  )
  return (
    <>
      <PageHeader title={t('title')}>
        {mayRegister && <RegisterAct onClick={() => setAdding('register')} />}
        {add}
      </PageHeader>
      <SetupLine />
      {mayRegister && <p className="gateway-ways">{t('ways')}</p>}
      {mayRegister && <RegisteredTabs isUnclaimed={isUnclaimed} />}
      {isUnclaimed ? <UnclaimedTable onClaim={(claim) => setAdding({ claim })} /> : <OwnTable add={add} />}
      {typeof adding === 'object' && <ClaimForm sn={adding.claim} onClose={close} />}
      {adding === 'register' && mayRegister && <RegisterDrawer onClose={close} />}
    </>
  )
}

function OwnTable({ add }: { add: ReactNode }) {
  const t = useText(gatewayText)
  const { path, search, go } = usePlace()
  const list = useList<Filters>({ state: '', bound: '' })
  const filter = filterOf(list)
  const query = useQuery({
    ...queryOf(queryGateways, { ...filter, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: (before) => before,
    refetchInterval: limits.socketReconnectMs,
  })
  return (
    <>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        to={({ id }) => withSearch(path, { ...search, id })}
        acts={(row) => <SyncAct gateway={row} link />}
        search={t('search')}
        filter={<FilterChoices list={list} />}
        filterCount={list.filterCount}
        exportName="gateways"
        exportAll={async () => (await call(queryGateways, { ...filter, pageNo: 1, pageSize: maxRows })).rows}
        empty={
          <EmptyState icon="gateway" isRanged may="gateway:add" act={add}>
            {t('about')}
          </EmptyState>
        }
      />
      {search.id && <GatewayPanel id={Number(search.id)} onClose={() => go(withSearch(path, { ...search, id: '' }))} />}
    </>
  )
}

const filterOf = ({ word, filters: { state, bound } }: ListState<Filters>) => ({
  keyword: word,
  state: states.find((each) => each === state) ?? null,
  bound: bound ? bound === 'yes' : null,
})

function ClaimForm({ sn, onClose }: { sn: string; onClose: () => void }) {
  const t = useText(gatewayText)
  const { mutateAsync } = useMutation(formOf(claimGateway))
  const secrets = useNewSecrets(onClose)
  if (secrets.dialog) return secrets.dialog
  return (
    <FormDrawer<{ sn: string; code: string }>
      open
      title={t('addTitle')}
      act={t('add')}
      initial={sn ? { sn } : {}}
      onSubmit={async (values) => {
        const sn = values.sn.trim().toUpperCase()
        secrets.take({ sn, ...(await mutateAsync(values)) })
        toast.good(t('added', { sn }))
      }}
      onClose={secrets.close}
    >
      <ClaimFields />
    </FormDrawer>
  )
}

function FilterChoices({ list }: { list: ListState<Filters> }) {
  const t = useText(gatewayText)
  return (
    <>
      <Segmented
        label={t('state')}
        value={list.filters.state}
        options={[
          { value: '', label: t('anyState') },
          ...states.map((value) => ({ value: value as string, label: t(value) })),
        ]}
        onChange={(state) => list.setFilter({ state })}
      />
      <Segmented
        label={t('binding')}
        value={list.filters.bound}
        options={[
          { value: '', label: t('anyBinding') },
          { value: 'yes', label: t('bound') },
          { value: 'no', label: t('unbound') },
        ]}
        onChange={(bound) => list.setFilter({ bound })}
      />
    </>
  )
}

/** Number of open alarms per severity, without zeros. */
function OpenAlarms({ counts }: { counts: NonNullable<GatewayRow['alarms']> }) {
  const t = useText(gatewayText)
  const open = severities.filter((severity) => counts[severity] > 0)
  if (open.length === 0) return t('alarmNone')
  return (
    <span className="gateway-alarms">
      {open.map((severity) => (
        <SeverityMark key={severity} severity={severity} count={counts[severity]} />
      ))}
    </span>
  )
}

function useColumns(): Column<GatewayRow>[] {
  const t = useText(gatewayText)
  const ui = useText(uiText)
  const zone = useZone()
  const name = useName()
  const alarmWords = useAlarmWords()
  // While the platform is unreachable, the current state is unknown, and the displayed age would not advance.
  const isUp = useLink().state === 'up'
  const age = ({ lastSeenAt }: GatewayRow) => {
    if (lastSeenAt === null || !isUp) return nothingShown
    const ageMs = Date.now() - lastSeenAt
    return isJustNow(ageMs) ? ui('justNow') : t('ago', { age: formatAge(ageMs, language()) })
  }
  return [
    { key: 'sn', title: 'SN', cell: ({ sn, state }) => <StatusDot state={state}>{sn}</StatusDot> },
    {
      key: 'state',
      title: t('state'),
      cell: ({ state }) => t(isUp ? state : 'unknown'),
      text: ({ state }) => t(state),
    },
    {
      key: 'equipmentName',
      title: t('device'),
      cell: ({ equipmentId: id, equipmentName }) =>
        id === null ? (
          t('noDevice')
        ) : (
          <Go to={pathOf('/manage/eg/equipment/edit/{id}/info', { id })}>{name(equipmentName ?? '')}</Go>
        ),
    },
    { key: 'consistency', title: t('consistency'), cell: ({ consistency }) => <ConsistencyMark of={consistency} /> },
    {
      key: 'signalStrength',
      title: t('strength'),
      cell: (row) => (isUp ? <SignalStrength percent={strengthNow(row)} /> : nothingShown),
    },
    {
      key: 'alarms',
      title: t('alarms'),
      cell: ({ alarms }) => (alarms && isUp ? <OpenAlarms counts={alarms} /> : nothingShown),
      text: alarmWords,
      phone: 'hide',
    },
    { key: 'model', title: t('model'), phone: 'hide' },
    { key: 'firmware', title: t('firmware'), cell: ({ firmware }) => firmware ?? nothingShown, phone: 'hide' },
    { key: 'remark', title: t('remark'), cell: ({ remark }) => remark ?? nothingShown, phone: 'hide' },
    {
      key: 'lastSeenAt',
      zone,
      title: t('lastSeen'),
      align: 'right',
      cell: age,
      text: ({ lastSeenAt }) => formatTime(lastSeenAt, zone),
    },
  ]
}
