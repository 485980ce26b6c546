// Imports a template from a file.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { TextField } from '../../../ui/fields.tsx'
import { ImportDrawer } from '../../../ui/import-drawer.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { importTemplate } from './contract.ts'
import { templateText } from './text.ts'

type Values = { name?: string; series?: string }

/** The drawer that imports a template; opens the editor of the new one. */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const t = useText(templateText)
  const { go } = usePlace()
  const { mutateAsync } = useMutation(formOf(importTemplate))
  return (
    <ImportDrawer<Values, OutputOf<typeof importTemplate>>
      title={t('importTitle')}
      about={t('importAbout')}
      act={t('importAct')}
      label={t('importFile')}
      send={(json, { name = '', series = '' }) =>
        mutateAsync({ json, name: name.trim() || null, series: series.trim() || null })
      }
      onDone={({ id, name, signals }) => {
        toast.good(t('imported', { name, count: signals }))
        go(pathOf('/manage/eg/template/edit/{id}/info', { id }))
      }}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} max={limits.equipmentNameLength} note={t('nameNote')} />
      <TextField name="series" label={t('series')} max={20} note={t('seriesNote')} />
    </ImportDrawer>
  )
}
