// A shared device or project, for whoever has its link and password. [S6 Public access needs token and password]
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

/** What ends a share is known within this, beside what its calls meet. */
const lookMs = 10_000

/** Who has entered needs none of it. */
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
      // What was read as a visitor is nobody else's.
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
  // The window forgets its visit also where the platform cannot be told.
  const leave = () =>
    void call(leaveShare, {}).then(
      () => onEnd(),
      () => onEnd(),
    )
  const { equipmentId, projectId } = data
  if (projectId !== null) return <SharedProject visited={{ ...data, projectId }} onLeave={leave} />
  return equipmentId !== null && <SharedDevice visited={{ ...data, equipmentId }} onLeave={leave} />
}
