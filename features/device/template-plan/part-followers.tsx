// The devices that follow a template, with the state of each: a list below the template's fields.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { MatchMark, StatusDot, useMatch } from '../../../ui/marks.tsx'
import { useZone } from '../../../ui/me.ts'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { TemplateId } from '../template/contract.ts'
import { queryFollowers } from '../template-binding/contract.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import './template-plan.css'
import { templatePlanText } from './text.ts'

type Row = OutputOf<typeof queryFollowers>['rows'][number]

export function Followers({ id }: { id: TemplateId }) {
  const t = useText(templatePlanText)
  const list = useList({}, undefined, 'devices')
  const query = useQuery({
    ...queryOf(queryFollowers, { id, keyword: list.word, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: (before) => before,
  })
  const [planned, setPlanned] = useState<Row>()
  return (
    <section className="template-followers">
      <h2>{t('devices')}</h2>
      <DataTable<Row>
        label={t('devices')}
        columns={useColumns()}
        query={query}
        list={list}
        keyOf={({ equipmentId }) => equipmentId}
        to={({ equipmentId }) => pathOf('/manage/eg/equipment/edit/{id}/info', { id: equipmentId })}
        acts={(row) => (
          <Act kind="link" may="equipment:view" onClick={() => setPlanned(row)}>
            {t('plan')}
          </Act>
        )}
        search={t('search')}
        empty={
          <EmptyState icon="device" isRanged>
            {t('noDevices')}
          </EmptyState>
        }
      />
      {planned && <PlanDrawer device={{ ...planned, id: planned.equipmentId }} onClose={() => setPlanned(undefined)} />}
    </section>
  )
}

function useColumns(): Column<Row>[] {
  const t = useText(templatePlanText)
  const named = useName()
  const zone = useZone()
  return [
    { key: 'name', title: t('device'), cell: ({ name }) => named(name), phone: 'title' },
    {
      key: 'sn',
      title: t('gateway'),
      cell: ({ sn, state }) => (sn && state ? <StatusDot state={state}>{sn}</StatusDot> : t('noGateway')),
      text: ({ sn }) => sn ?? '',
    },
    {
      key: 'isSame',
      title: t('state'),
      cell: ({ isSame }) => <FollowerMark isSame={isSame} />,
      text: ({ isSame }) => t(isSame ? 'matches' : 'differsShort'),
      phone: 'end',
    },
    { key: 'appliedVersion', title: t('applied'), align: 'right', phone: 'hide' },
    { key: 'own', title: t('own'), align: 'right', phone: 'hide' },
    {
      key: 'appliedAt',
      zone,
      title: t('appliedAt'),
      cell: ({ appliedAt }) => formatTime(appliedAt, zone).slice(0, 16),
      text: ({ appliedAt }) => formatTime(appliedAt, zone),
      phone: 'hide',
    },
    { key: 'author', title: t('author'), phone: 'hide' },
  ]
}

const short = { match: 'matches', mismatch: 'differsShort', unknown: 'unknown', unbound: 'unknown' } as const

function FollowerMark({ isSame }: { isSame: boolean }) {
  const t = useText(templatePlanText)
  const shown = useMatch(isSame ? 'match' : 'mismatch')
  return <MatchMark of={shown}>{t(short[shown])}</MatchMark>
}
