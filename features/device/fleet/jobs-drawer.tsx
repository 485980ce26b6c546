// Imports and copies with their progress: in progress, completed, failed. [S4]
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { AsOf } from '../../../ui/as-of.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { ImportTable } from '../../../ui/import-frame.tsx'
import { useZone } from '../../../ui/me.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { withNote } from '../../../ui/punctuation.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { cancelFleetJob, type FleetJob, fleetJobFaults, queryFleetJobs } from './contract.ts'
import { fleetText } from './text.ts'

const refreshMs = 2000

export function JobsDrawer({ onClose }: { onClose: () => void }) {
  const t = useText(fleetText)
  const query = useQuery({ ...queryOf(queryFleetJobs, {}), refetchInterval: refreshMs })
  const { data, error, refetch } = query
  useDevicesAfter(data)
  return (
    <SideDrawer open title={t('jobs')} width={520} onClose={onClose}>
      <AsOf query={query} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : data.length === 0 ? (
        <EmptyState icon="device" isRanged>
          {t('jobsNone')}
        </EmptyState>
      ) : (
        <ul className="fleet-jobs" aria-label={t('jobs')}>
          {data.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </ul>
      )}
    </SideDrawer>
  )
}

/** Reloads lists of devices while a job progresses. */
function useDevicesAfter(jobs: readonly FleetJob[] | undefined): void {
  const queries = useQueryClient()
  const done = jobs?.reduce((sum, job) => sum + job.done, 0)
  const seen = useRef(done)
  useEffect(() => {
    if (done === undefined || done === seen.current) return
    const isFirst = seen.current === undefined
    seen.current = done
    if (!isFirst)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).includes('/job/') })
  }, [done, queries])
}

function Job({ job }: { job: FleetJob }) {
  const t = useText(fleetText)
  const zone = useZone()
  const [isOpen, setOpen] = useState(false)
  const cancel = useConfirmed(cancelFleetJob)
  const { id, kind, status, title, total, done, failed, author, createdAt } = job
  const name = t(kind === 'copy' ? 'ofCopy' : 'ofImport', { title })
  const ask = () => {
    const question = { title: t('cancelTitle'), act: t('cancelJob'), target: name, note: t('cancelNote') }
    return cancel({ id }, { ...question, done: t('cancelled1') })
  }
  return (
    <li>
      <header>
        <b>{name}</b>
        <span className={status === 'failed' ? 'fleet-bad' : undefined}>{t(status)}</span>
      </header>
      <progress value={total === 0 ? 1 : (done + failed) / total} aria-label={name} />
      <p>
        {t('progress', { done, total })}
        {failed > 0 && <span className="fleet-bad"> · {t('failedCount', { count: failed })}</span>}
        <span className="fleet-gap" />
        {failed > 0 && (
          <PlainAct kind="link" onClick={() => setOpen(!isOpen)}>
            {t('reasons')}
          </PlainAct>
        )}
        {status === 'running' && (
          <Act kind="link" may="equipment:add" onClick={() => void ask()}>
            {t('cancelJob')}
          </Act>
        )}
      </p>
      <small>
        {t('by', { author, at: formatTime(createdAt, zone) })}
        {status === 'running' && ` · ${t('leave')}`}
      </small>
      {isOpen && <Faults job={job} />}
    </li>
  )
}

/** The devices that were not saved, with their reasons; those of an imported file with their line, too. */
function Faults({ job: { id, kind } }: { job: FleetJob }) {
  const t = useText(fleetText)
  const { data, error, refetch } = useQuery(queryOf(fleetJobFaults, { id }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={2} />
  const hasLines = kind === 'import'
  return (
    <ImportTable
      label={t('reasons')}
      heads={[...(hasLines ? [t('line')] : []), t('device'), t('reason')]}
      rows={data.map(({ line, name, reason, code }) => [...(hasLines ? [line] : []), name, withNote(reason, code)])}
    />
  )
}
