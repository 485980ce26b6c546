// An announcement by its link, without login. [S2]
import { useQuery } from '@tanstack/react-query'
import './notice.css'
import { queryOf } from '../../../contract/call.ts'
import { formatTime } from '../../../ui/format.ts'
import { useMe, useZone } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../people/open/login-frame.tsx'
import { noticeDetail } from './contract.ts'
import { noticeText } from './text.ts'

export default function NoticePage() {
  const t = useText(noticeText)
  const me = useMe()
  const zone = useZone()
  const query = useQuery(queryOf(noticeDetail, { id: Number(usePlace().params.dataId) || 0 }))
  const { data, error } = query
  return (
    <LoginFrame title={data?.title ?? t('notice')} isWide>
      {error && !data && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <article className="notice-public">
          <time dateTime={new Date(data.publishedAt).toISOString()}>{formatTime(data.publishedAt, zone)}</time>
          <p>{data.body}</p>
        </article>
      )}
      <Go to="/">{t(me ? 'goOn' : 'toLogin')}</Go>
    </LoginFrame>
  )
}
