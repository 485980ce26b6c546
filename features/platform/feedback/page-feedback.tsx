// Feedback of all users, for the platform's staff.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import './feedback.css'
import { queryOf } from '../../../contract/call.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { useList } from '../../../ui/list.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useFeedbackColumns, useTellerColumns } from './columns.tsx'
import { queryFeedback } from './contract.ts'
import { feedbackText } from './text.ts'

export default function FeedbackPage() {
  const t = useText(feedbackText)
  const list = useList({})
  const { pageNo, pageSize } = list
  const query = useQuery({ ...queryOf(queryFeedback, { pageNo, pageSize }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader title={t('all')} count={query.data?.total} />
      <DataTable
        label={t('all')}
        columns={[...useFeedbackColumns(), ...useTellerColumns()]}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        empty={<EmptyState icon="message">{t('noneAtAll')}</EmptyState>}
      />
    </>
  )
}
