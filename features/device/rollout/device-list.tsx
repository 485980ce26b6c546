// The devices of a rollout with their actions; devices that need a user's decision are first.
import { useMutation, useQuery } from '@tanstack/react-query'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useZone } from '../../../ui/me.ts'
import { pathOf } from '../../../ui/routes.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import {
  forceRolloutDevice,
  queryRolloutDevices,
  type RolloutDevice,
  type RolloutInfo,
  retryRolloutDevice,
  skipRolloutDevice,
} from './contract.ts'
import { canRetry, canSkip, isFailed, shownState } from './rules.ts'
import { rolloutText } from './text.ts'

type Show = 'all' | 'open' | 'failed'

export function RolloutDevices({ of }: { of: RolloutInfo }) {
  const t = useText(rolloutText)
  const list = useList({ show: 'all' })
  const { counts } = of
  const show = list.filters.show as Show
  const query = useQuery({
    ...queryOf(queryRolloutDevices, { id: of.id, show, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: (before) => before,
    refetchInterval: 2000,
  })
  return (
    <DataTable<RolloutDevice>
      label={t('devices')}
      columns={useColumns()}
      query={query}
      list={list}
      keyOf={({ equipmentId }) => equipmentId}
      to={({ equipmentId }) => pathOf('/manage/eg/equipment/edit/{id}/info', { id: equipmentId })}
      filter={
        <>
          <Segmented<Show>
            label={t('devices')}
            value={show}
            options={[
              { value: 'all', label: t('all') },
              {
                value: 'open',
                label: t('open'),
                count: counts.waiting + counts.sent + counts.watching + counts.takingBack,
              },
              { value: 'failed', label: t('failedOnes'), count: counts.failed + counts.rolledBack },
            ]}
            onChange={(next) => list.setFilter({ show: next })}
          />
          <span className="rollout-note">{t('needsYou')}</span>
        </>
      }
      acts={(row) => <RowActs of={of} row={row} />}
      empty={<EmptyState icon="device">{t('empty')}</EmptyState>}
    />
  )
}

function useColumns(): Column<RolloutDevice>[] {
  const t = useText(rolloutText)
  const named = useName()
  const zone = useZone()
  const waveOf = ({ wave }: RolloutDevice) => (wave === 0 ? t('first') : String(wave))
  const clock = (at: number) => formatTime(at, zone).slice(11)
  const happened = ({ state, reason, gatewayState, forced, startedAt, changedAt }: RolloutDevice) => {
    if (reason) return reason
    if (state === 'waiting' && gatewayState === 'offline') return t('awayOffline')
    if (state === 'waiting' && gatewayState === 'sleeping') return t('awaySleeping')
    if (state === 'sent' || state === 'takingBack') return t('doNotSwitchOff')
    if (state === 'waiting') return ''
    const took =
      startedAt !== null && state === 'complete' && t('took', { seconds: Math.round((changedAt - startedAt) / 1000) })
    if (state === 'watching') return t('watchedSince', { time: clock(changedAt) })
    return [clock(changedAt), took, forced && t('forcedNote')].filter(Boolean).join(' · ')
  }
  const stateOf = (row: RolloutDevice) => t(shownState(row) === 'savedOnly' ? 'savedOnly' : row.state)
  const since = ({ state, changedAt }: RolloutDevice) =>
    state === 'rolledBack'
      ? t('backSince', { time: clock(changedAt) })
      : state === 'failed'
        ? t('failedSince', { time: clock(changedAt) })
        : undefined
  return [
    { key: 'name', title: t('device'), cell: ({ name }) => named(name), width: 168, phone: 'title' },
    { key: 'wave', title: t('wave'), cell: waveOf, text: waveOf, width: 72, phone: 'hide' },
    {
      key: 'state',
      title: t('state'),
      cell: (row) => (
        <span className={isFailed(row.state) ? 'rollout-bad' : 'rollout-state'}>
          {isFailed(row.state) && <SeverityMark severity="important" />} {stateOf(row)}
        </span>
      ),
      text: stateOf,
      phone: 'end',
    },
    {
      key: 'happened',
      zone,
      title: t('happened'),
      cell: (row) => (
        <span className="rollout-happened">
          {happened(row)}
          {since(row) && <small>{since(row)}</small>}
        </span>
      ),
      text: happened,
    },
  ]
}

function RowActs({ of, row: { equipmentId, name: given, state } }: { of: RolloutInfo; row: RolloutDevice }) {
  const t = useText(rolloutText)
  const name = useName()(given)
  const at = { id: of.id, equipmentId }
  const retry = useMutation(mutationOf(retryRolloutDevice))
  const force = useMutation(mutationOf(forceRolloutDevice))
  const skip = useMutation(mutationOf(skipRolloutDevice))
  const askForce = async () => {
    const question = { title: t('forceTitle'), act: t('forceAct'), target: name, note: t('forceNote'), danger: true }
    if (await confirm(question)) force.mutate(at)
  }
  if (of.status === 'cancelled') return null
  return (
    <>
      {canRetry(state) && (
        <>
          <Act kind="link" may="equipment:edit" sends onClick={() => retry.mutate(at)}>
            {t('retry')}
          </Act>
          <Act kind="link" may="equipment:edit" sends onClick={() => void askForce()}>
            {t('force')}
          </Act>
        </>
      )}
      {canSkip(state) && (
        <Act kind="link" may="equipment:edit" sends onClick={() => skip.mutate(at)}>
          {t('skip')}
        </Act>
      )}
    </>
  )
}
