// The form fields of a template.
import { limits } from '../../../contract/limits.ts'
import { FieldPair, TextField } from '../../../ui/fields.tsx'
import { useText } from '../../../ui/words.ts'
import { useTranslationNote } from '../../platform/open/translation-note.tsx'
import type { TemplateFields } from './contract.ts'
import { templateText } from './text.ts'

export type TemplateValues = { [K in keyof TemplateFields]: string | null | undefined } & { name: string }

/** Sends cleared fields as null: if absent, the old value would stay. */
export const cleared = ({ name, series, model, remark }: TemplateValues) => ({
  ...{ name, series: series ?? null, model: model ?? null, remark: remark ?? null },
})

/** The fields of a template's form. `name`: the stored name of a template that is edited. */
export function Fields({ name }: { name?: string }) {
  const t = useText(templateText)
  const note = useTranslationNote(name)
  return (
    <>
      <TextField name="name" label={t('name')} required max={limits.equipmentNameLength} note={note} />
      <FieldPair>
        <TextField name="model" label={t('model')} max={40} />
        <TextField name="series" label={t('series')} max={20} note={t('seriesNote')} />
      </FieldPair>
      <TextField name="remark" label={t('remark')} area max={limits.remarkLength} />
    </>
  )
}
