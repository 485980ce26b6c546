// The form to add or edit a project: its name, and the display of bad values.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { ChoiceField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { addProject, editProject, type Project } from './contract.ts'
import { projectText } from './text.ts'

type Values = Pick<Project, 'name' | 'note' | 'errorValShow' | 'errorDefaultVal'>

export function ProjectForm({ project, onClose }: { project: Project | undefined; onClose: () => void }) {
  const t = useText(projectText)
  const add = useMutation(formOf(addProject))
  const edit = useMutation(formOf(editProject))
  const initial: Values = {
    ...{ name: project?.name ?? '', note: project?.note ?? '' },
    ...{ errorValShow: project?.errorValShow ?? 'custom', errorDefaultVal: project?.errorDefaultVal ?? '0' },
  }
  const [{ errorValShow }, setValues] = useState(initial)
  const save = ({ name, note, ...shown }: Partial<Values> & Pick<Values, 'name' | 'note'>) =>
    // A text that is hidden in the form keeps its value.
    project ? edit.mutateAsync({ ...initial, ...shown, id: project.id, name, note }) : add.mutateAsync({ name, note })
  return (
    <FormDrawer<Values, Project>
      open
      title={t(project ? 'edit' : 'add')}
      initial={initial}
      onChange={setValues}
      onSubmit={save}
      onDone={({ name }) => toast.good(t(project ? 'saved' : 'added', { name }))}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} required max={limits.titleLength} />
      <TextField name="note" label={t('note')} max={limits.remarkLength} />
      {project && (
        <ChoiceField
          name="errorValShow"
          label={t('errorValShow')}
          note={t('errorNote')}
          options={[
            { value: 'custom', label: t('errorCustom') },
            { value: 'last', label: t('errorLast') },
          ]}
        />
      )}
      {project && errorValShow === 'custom' && (
        <TextField name="errorDefaultVal" label={t('errorDefaultVal')} max={limits.errorTextLength} />
      )}
    </FormDrawer>
  )
}
