// The form to add or edit a display of a project.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { ChoiceField, FieldPair, NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { languages, useLanguage } from '../../../ui/language.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { ProjectInfo } from '../project/contract.ts'
import { addDisplay, type Display, type DisplayEntry, editDisplay } from './contract.ts'
import { displayLimits, leastSeconds, mostSeconds } from './rules.ts'
import { kioskText } from './text.ts'

const usualSeconds = 30

export function DisplayForm({
  projectId,
  pages,
  display,
  onClose,
}: {
  projectId: ProjectId
  pages: ProjectInfo['pageList']
  display: Display | undefined
  onClose: () => void
}) {
  const t = useText(kioskText)
  const named = useName()
  const language = useLanguage()
  const add = useMutation(formOf(addDisplay))
  const edit = useMutation(formOf(editDisplay))
  // Sub pages are opened from other pages: one is offered only if it was chosen before.
  const offered = pages.filter(({ id, type }) => type === 'main' || display?.pageIds.includes(id))
  const there = new Set(pages.map(({ id }) => id))
  const initial: DisplayEntry = {
    name: display?.name ?? '',
    // The chosen pages, without those that were deleted since.
    pageIds: display?.pageIds.filter((id) => there.has(id)) ?? [],
    seconds: display?.seconds ?? usualSeconds,
    theme: display?.theme ?? 'dark',
    language: display?.language ?? language,
  }
  return (
    <FormDrawer<DisplayEntry, Display>
      open
      title={t(display ? 'edit' : 'add')}
      initial={initial}
      onSubmit={(entry) =>
        display ? edit.mutateAsync({ ...entry, id: display.id }) : add.mutateAsync({ ...entry, projectId })
      }
      onDone={({ name }) => toast.good(t(display ? 'saved' : 'added', { name }))}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} note={t('nameNote')} required max={displayLimits.nameLength} />
      <SelectField
        name="pageIds"
        label={t('pages')}
        note={t('pagesNote')}
        placeholder={t('allPages')}
        multiple
        options={offered.map(({ id, title }) => ({ value: id as number, label: named(title) }))}
      />
      <NumberField name="seconds" label={t('seconds')} required min={leastSeconds} max={mostSeconds} digits={0} />
      <FieldPair>
        <ChoiceField
          name="theme"
          label={t('theme')}
          options={(['dark', 'light'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <ChoiceField
          name="language"
          label={t('language')}
          options={languages.map(({ value, label }) => ({ value, label }))}
        />
      </FieldPair>
    </FormDrawer>
  )
}
