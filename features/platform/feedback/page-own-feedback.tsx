// Sends feedback to the platform's staff, and lists earlier feedback of the user. [S2 /account] [S5]
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './feedback.css'
import { formOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { useList } from '../../../ui/list.ts'
import { Card, PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useFeedbackColumns } from './columns.tsx'
import { addFeedback, type FeedbackKind, feedbackKinds, queryOwnFeedback } from './contract.ts'
import { feedbackText } from './text.ts'

export default function OwnFeedbackPage() {
  const t = useText(feedbackText)
  const list = useList({})
  const [sent, setSent] = useState(0)
  const add = useMutation(formOf(addFeedback))
  const { pageNo, pageSize } = list
  const query = useQuery({ ...queryOf(queryOwnFeedback, { pageNo, pageSize }), placeholderData: keepPreviousData })
  return (
    <div className="feedback">
      <PageHeader title={t('title')} />
      <Card>
        <FormFrame<{ type: FeedbackKind; content: string }>
          key={sent}
          initial={{ type: 'suggestion', content: '' }}
          act={t('send')}
          onSubmit={(values) => add.mutateAsync(values)}
          onDone={() => {
            toast.good(t('sent'))
            setSent(sent + 1)
          }}
        >
          <SelectField
            name="type"
            label={t('type')}
            options={feedbackKinds.map((value) => ({ value, label: t(value) }))}
          />
          <TextField
            name="content"
            label={t('content')}
            placeholder={t('contentNote')}
            required
            area
            max={limits.feedbackMax}
            rules={[{ min: limits.feedbackMin, message: t('contentNote') }]}
          />
        </FormFrame>
      </Card>
      <h2>{t('earlier')}</h2>
      <DataTable
        label={t('earlier')}
        columns={useFeedbackColumns()}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        empty={<EmptyState icon="message">{t('none')}</EmptyState>}
      />
    </div>
  )
}
