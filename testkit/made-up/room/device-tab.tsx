import { useMutation, useQuery } from '@tanstack/react-query'
import { formOf, mutationOf, queryOf } from '../../../contract/call.ts'
import type { DeviceTab, DeviceTabProps } from '../../../features/device/open/live-tab.ts'
import { Act } from '../../../ui/act.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { addShiftNote, queryShiftNotes, removeShiftNote } from './contract.ts'
import { noteLimits } from './limits.ts'
import { shiftNoteText } from './text.ts'

function Notes({ id, zone }: DeviceTabProps) {
  const t = useText(shiftNoteText)
  const { data, error, refetch } = useQuery(queryOf(queryShiftNotes, { equipmentId: id, pageSize: 50 }))
  const add = useMutation(formOf(addShiftNote))
  const remove = useMutation(mutationOf(removeShiftNote))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={4} />
  return (
    <>
      <FormFrame<{ note: string }>
        key={data.total}
        initial={{ note: '' }}
        act={t('add')}
        onSubmit={({ note }) => add.mutateAsync({ equipmentId: id, note })}
        onDone={() => toast.good(t('added'))}
      >
        <TextField name="note" label={t('note')} required max={noteLimits.noteLength} />
      </FormFrame>
      {data.rows.length === 0 && <EmptyState icon="log">{t('none')}</EmptyState>}
      <ul>
        {data.rows.map(({ id: noteId, note, author, writtenAt }) => (
          <li key={noteId}>
            {note} · {author} · {formatTime(writtenAt, zone)}
            <Act may="shiftNote:edit" onClick={() => remove.mutate({ id: noteId })}>
              {t('remove')}
            </Act>
          </li>
        ))}
      </ul>
    </>
  )
}

export default [
  { key: 'shift', place: 70, label: { en: 'Shift notes', 'zh-cn': '交班记录' }, may: 'shiftNote:view', Body: Notes },
] satisfies DeviceTab[]
