// The page of a shared device or project, for visitors with its link and password. [S6 Public access needs token and
// password]
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import { useMe } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { leaveShare, visitInfo } from './contract.ts'
import { isOfShare } from './ended.ts'
import { SharedDevice } from './shared-device.tsx'
import { SharedProject } from './shared-project.tsx'
import { shareText } from './text.ts'
import { askAs, beVisitor, keepVisit, readVisit } from './visit.ts'

/** The interval at which the end of a share is noticed, if no other call fails before. */
const lookMs = 10_000

/** The entrance is loaded only for visitors who have not entered yet. */
const Entrance = lazy(() => import('./entrance.tsx'))

export default function VisitPage() {
  const { token = '' } = usePlace().params
  return <Link key={token} token={token} />
}

function Link({ token }: { token: string }) {
  const t = useText(shareText)
  const [visit, setVisit] = useState(() => readVisit(token))
  const [why, setWhy] = useState<string>()
  const change = (next: string, reason?: string) => {
    keepVisit(token, next)
    setVisit(next)
    setWhy(reason)
  }
  if (visit) return <Inside key={visit} visit={visit} onEnd={(reason) => change('', reason ?? t('left'))} />
  return (
    <Suspense>
      <Entrance token={token} why={why} onEntered={change} />
    </Suspense>
  )
}

function Inside({ visit, onEnd }: { visit: string; onEnd: (why?: string) => void }) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const isVisitor = useMe()?.isVisitor === true
  useEffect(() => {
    const end = askAs(visit)
    setAsking(true)
    return () => {
      end()
      // The cached data belongs to this visit only.
      queries.clear()
    }
  }, [visit, queries])
  const { data, error, refetch } = useQuery({
    ...queryOf(visitInfo, {}),
    enabled: isAsking,
    refetchInterval: lookMs,
    gcTime: 0,
  })
  useEffect(() => {
    if (data) beVisitor(data)
  }, [data])
  const isOver = isOfShare(error)
  useEffect(() => {
    if (isOver) onEnd(error.message)
  }, [isOver, error, onEnd])
  if (isOver) return null
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !isVisitor) return <Skeleton lines={12} />
  // Leaves locally even if the platform cannot be reached.
  const leave = () =>
    void call(leaveShare, {}).then(
      () => onEnd(),
      () => onEnd(),
    )
  const { equipmentId, projectId } = data
  if (projectId !== null) return <SharedProject visited={{ ...data, projectId }} onLeave={leave} />
  return equipmentId !== null && <SharedDevice visited={{ ...data, equipmentId }} onLeave={leave} />
}
