// An announcement by its link, without login. [S2]
import { useQuery } from '@tanstack/react-query'
import './notice.css'
import { ApiError, queryOf } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { formatTime } from '../../../ui/format.ts'
import { useMe, useZone } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { noticeDetail } from './contract.ts'
import { noticeText } from './text.ts'

/** An address without a number names no announcement either. */
const goneCodes: readonly number[] = [errorCode('notFound'), errorCode('badParameter')]

export default function NoticePage() {
  const t = useText(noticeText)
  const me = useMe()
  const zone = useZone()
  const query = useQuery(queryOf(noticeDetail, { id: Number(usePlace().params.dataId) || 0 }))
  const { data, error } = query
  const isGone = !data && error instanceof ApiError && goneCodes.includes(error.code)
  const onward = <Go to="/">{t(me ? 'goOn' : 'toLogin')}</Go>
  return (
    <LoginFrame title={data?.title ?? t('notice')} isWide>
      {isGone && (
        <EmptyState kind="goneAway" icon="announcement" act={onward}>
          {t('gone')}
        </EmptyState>
      )}
      {error && !data && !isGone && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <article className="notice-public">
          <time dateTime={new Date(data.publishedAt).toISOString()}>{formatTime(data.publishedAt, zone)}</time>
          <p>{data.body}</p>
        </article>
      )}
      {!isGone && onward}
    </LoginFrame>
  )
}
