// The drawer of a staged upgrade: its gateways, those that need a user's decision first.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import './firmware.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatSize, formatTime } from '../../../ui/format.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { useZone } from '../../../ui/me.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { changeRun, type RunId, type RunItem, runInfo } from './contract.ts'
import { runCan } from './rules.ts'
import { RunProgress } from './run-progress.tsx'
import { runWords, upgradeWords } from './state-words.ts'
import { firmwareText } from './text.ts'

const refreshMs = 2000
type Info = NonNullable<Awaited<ReturnType<ReturnType<typeof queryOf<typeof runInfo>>['queryFn']>>>

export function RunDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText(firmwareText)
  const { data, error, refetch } = useQuery({ ...queryOf(runInfo, { id: id as RunId }), refetchInterval: refreshMs })
  return (
    <SideDrawer open title={data ? `${data.model} ${data.version}` : t('run')} width={620} onClose={onClose}>
      {data ? (
        <Body run={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </SideDrawer>
  )
}

function Body({ run }: { run: Info }) {
  const t = useText(firmwareText)
  const cache = useQueryClient()
  const change = useMutation({
    ...mutationOf(changeRun),
    onSuccess: () => void cache.invalidateQueries({ queryKey: [runInfo.path] }),
  })
  const act = (what: 'pause' | 'resume' | 'cancel') => change.mutate({ id: run.id, act: what })
  const cancel = async () => {
    const target = `${run.model} ${run.version}`
    const question = { title: t('cancelTitle'), act: t('cancel'), target, note: t('cancelNote'), danger: true }
    if (await confirm(question)) act('cancel')
  }
  return (
    <div className="firmware-run">
      <header>
        <strong>{t(runWords[run.state])}</strong>
        <RunProgress run={run} />
        <span className="firmware-acts">
          {runCan(run.state, 'pause') && (
            <Act sends may="firmware:edit" busy={change.isPending} onClick={() => act('pause')}>
              {t('pause')}
            </Act>
          )}
          {runCan(run.state, 'resume') && (
            <Act kind="primary" sends may="firmware:edit" busy={change.isPending} onClick={() => act('resume')}>
              {t('resume')}
            </Act>
          )}
          {runCan(run.state, 'cancel') && (
            <Act kind="danger" sends may="firmware:edit" onClick={() => void cancel()}>
              {t('cancel')}
            </Act>
          )}
        </span>
      </header>
      {run.state === 'paused' && <p className="firmware-about">{t('pausedNote')}</p>}
      <ul>
        {run.items.map((item) => (
          <Item key={item.sn} item={item} />
        ))}
      </ul>
    </div>
  )
}

function Item({
  item: { sn, company, gatewayState, state, fromVersion, loaded, bytes, msg, changedAt },
}: {
  item: RunItem
}) {
  const t = useText(firmwareText)
  const zone = useZone()
  const isAway = state === 'waiting' && gatewayState !== 'online'
  return (
    <li className={state === 'failed' ? 'firmware-failed' : undefined}>
      <StatusDot state={gatewayState}>{sn}</StatusDot>
      <span>{company}</span>
      <span>
        {t(isAway ? 'stateAway' : upgradeWords[state])}
        {state === 'loading' && ` ${formatSize(loaded)} / ${formatSize(bytes)}`}
      </span>
      <small>
        {msg || (fromVersion && t('from', { version: fromVersion }))} · {formatTime(changedAt, zone)}
      </small>
    </li>
  )
}
