// The plan of a rollout: groups of devices with the same changes, their total losses, and the changed fields.
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../../ui/format.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { Card } from '../../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { PlanRead } from '../template-plan/part-plan.tsx'
import type { Lost, RolloutPlan } from './contract.ts'
import { rolloutText } from './text.ts'

type Read = Parameters<typeof PlanRead>[0]['of']

export function PlanPanel({
  plans,
  version,
  note,
  fields,
  empty,
}: {
  plans: readonly RolloutPlan[]
  /** The version of the template that is rolled out. */
  version: number
  note?: ReactNode
  /** Loads the fields that a plan changes. */
  fields: (plan: RolloutPlan) => unknown
  /** Shown if the rollout changes nothing. */
  empty: ReactNode
}) {
  const t = useText(rolloutText)
  const [no, setNo] = useState<number>()
  const plan = plans.find((each) => each.no === no) ?? plans[0]
  const from = plan?.fromVersion
  const title = from && from !== version ? t('planFrom', { from, to: version }) : t('planOf', { version })
  return (
    <div className="rollout-panel">
      <Card title={title} act={note && <small className="rollout-note">{note}</small>}>
        {plan ? (
          <>
            {plans.length > 1 && <Kinds plans={plans} value={plan.no} onChange={setNo} />}
            <Sum plan={plan} />
            <Fields key={plan.equipmentId} read={fields(plan) as UseQueryOptions<Read>} />
          </>
        ) : (
          <p className="rollout-nothing">{empty}</p>
        )}
      </Card>
    </div>
  )
}

type Choosing = { plans: readonly RolloutPlan[]; value: number; onChange: (no: number) => void }

function Kinds({ plans, value, onChange }: Choosing) {
  const t = useText(rolloutText)
  const named = useName()
  return (
    <Select<number>
      className="rollout-kinds"
      aria-label={t('kinds')}
      value={value}
      options={plans.map(({ no, devices, name }) => ({
        value: no,
        label: t('kindOf', { count: devices, name: named(name) }),
      }))}
      onChange={onChange}
    />
  )
}

function Sum({ plan: { devices, name, added, changed, removed, pages, lost } }: { plan: RolloutPlan }) {
  const t = useText(rolloutText)
  const named = useName()
  const told = useLostWords()(lost)
  return (
    <div className="rollout-sum">
      <p>
        <strong>{t('alike', { count: devices })}</strong> <span>{t('planChanges', { added, changed, removed })}</span>{' '}
        {pages > 0 && t('planPages', { count: pages })}
      </p>
      {told.length > 0 && (
        <ul aria-label={t('lostInAll')}>
          {told.map((line) => (
            <li key={line}>
              <SeverityMark severity="important" /> {line}
            </li>
          ))}
        </ul>
      )}
      {devices > 1 && <p className="rollout-note">{t('readOf', { name: named(name) })}</p>}
    </div>
  )
}

const lostWords = {
  ...{ columns: 'lostColumns', reports: 'lostReports', pages: 'lostPages', removedPages: 'lostRemovedPages' },
  ...{ mvars: 'lostMvars', alarms: 'lostAlarms', writes: 'lostWrites', secrets: 'lostSecrets' },
} as const

/** Losses in words, one line per kind. */
function useLostWords(): (lost: Lost) => string[] {
  const t = useText(rolloutText) as (key: string, of: object) => string
  return (lost) =>
    (Object.keys(lostWords) as (keyof Lost)[]).flatMap((key) =>
      lost[key] > 0 ? [t(lostWords[key], { count: lost[key], shown: formatNumber(lost[key]) })] : [],
    )
}

function Fields({ read }: { read: UseQueryOptions<Read> }) {
  const { data, error, refetch } = useQuery(read)
  if (data) return <PlanRead of={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />
}
