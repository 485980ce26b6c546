// Form that writes an announcement in both languages, or edits one that is not published.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { addNotice, editNotice, type Notice } from './contract.ts'
import { noticeText } from './text.ts'

type Values = Pick<Notice, 'title' | 'titleEn' | 'body' | 'bodyEn'>
const nothing: Values = { title: '', titleEn: '', body: '', bodyEn: '' }

export function NoticeForm({ notice, onClose }: { notice: Notice | undefined; onClose: () => void }) {
  const t = useText(noticeText)
  const add = useMutation(formOf(addNotice))
  const edit = useMutation(formOf(editNotice))
  const { title, titleEn, body, bodyEn } = notice ?? nothing
  return (
    <FormDrawer<Values, unknown>
      open
      title={t(notice ? 'editTitle' : 'add')}
      initial={{ title, titleEn, body, bodyEn }}
      onSubmit={(values) => (notice ? edit.mutateAsync({ id: notice.id, ...values }) : add.mutateAsync(values))}
      onDone={() => toast.good(t('saved'))}
      onClose={onClose}
    >
      <TextField name="title" label={t('titleZh')} required max={limits.noticeTitleLength} />
      <TextField name="body" label={t('bodyZh')} required area max={limits.noticeBodyLength} />
      <TextField name="titleEn" label={t('titleEn')} required max={limits.noticeTitleLength} />
      <TextField name="bodyEn" label={t('bodyEn')} required area max={limits.noticeBodyLength} />
    </FormDrawer>
  )
}
