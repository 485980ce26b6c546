// Imports a template from a file.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { Field, TextField } from '../../../ui/fields.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatSize } from '../../../ui/format.ts'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { importTemplate } from './contract.ts'
import { templateText } from './text.ts'

type Values = { json?: File; name?: string; series?: string }

export function ImportForm({ onClose }: { onClose: () => void }) {
  const t = useText(templateText)
  const { go } = usePlace()
  const { mutateAsync } = useMutation(formOf(importTemplate))
  const send = async ({ json, name = '', series = '' }: Values) =>
    mutateAsync({ json: json ? await json.text() : '', name: name.trim() || null, series: series.trim() || null })
  return (
    <FormDrawer<Values, OutputOf<typeof importTemplate>>
      open
      title={t('importTitle')}
      act={t('importAct')}
      initial={{}}
      onSubmit={send}
      onDone={({ id, name, signals }) => {
        toast.good(t('imported', { name, count: signals }))
        go(pathOf('/manage/eg/template/edit/{id}/info', { id }))
      }}
      onClose={onClose}
    >
      <p className="template-import">{t('importAbout')}</p>
      <Field name="json" label={t('importFile')} rules={[{ required: true, message: t('fileNeeded') }]}>
        <FileInput
          label={t('importFile')}
          act={t('takeFile')}
          accept=".json,application/json"
          maxBytes={limits.fileBodyBytes}
          tooLarge={t('tooLargeFile', { size: formatSize(limits.fileBodyBytes) })}
        />
      </Field>
      <TextField name="name" label={t('name')} max={limits.equipmentNameLength} note={t('nameNote')} />
      <TextField name="series" label={t('series')} max={20} note={t('seriesNote')} />
    </FormDrawer>
  )
}
