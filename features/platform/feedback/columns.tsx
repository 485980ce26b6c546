// The columns that both lists of feedback have.
import type { Column } from '../../../ui/data-table.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useZone } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import type { FeedbackRow } from './contract.ts'
import { feedbackText } from './text.ts'

export function useFeedbackColumns(): Column<FeedbackRow>[] {
  const t = useText(feedbackText)
  const zone = useZone()
  return [
    { key: 'createdAt', zone, title: t('at'), width: 170, cell: ({ createdAt }) => formatTime(createdAt, zone) },
    { key: 'type', title: t('type'), width: 110, cell: ({ type }) => t(type) },
    {
      key: 'content',
      title: t('words'),
      cell: ({ content }) => <span className="feedback-words">{content}</span>,
    },
  ]
}

/** The author of feedback, and the author's organisation. */
export function useTellerColumns<R extends FeedbackRow & { loginname: string; orgName: string }>(): Column<R>[] {
  const t = useText(feedbackText)
  return [
    { key: 'loginname', title: t('user'), width: 140, cell: ({ loginname }) => loginname },
    { key: 'orgName', title: t('organisation'), width: 180, cell: ({ orgName }) => orgName },
  ]
}
