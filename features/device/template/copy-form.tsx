// Copies a template under another name.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { copyTemplate, type TemplateRow } from './contract.ts'
import { cleared, Fields, type TemplateValues } from './template-fields.tsx'
import { templateText } from './text.ts'

export function CopyForm({ of, onClose }: { of: TemplateRow; onClose: () => void }) {
  const t = useText(templateText)
  const name = useName()(of.name)
  const { mutateAsync } = useMutation(formOf(copyTemplate))
  const { id, series, model, remark } = of
  return (
    <FormDrawer<TemplateValues, string>
      open
      title={`${t('copyTitle')} · ${name}`}
      act={t('copy')}
      initial={{ name: t('copyName', { name }).slice(0, limits.equipmentNameLength), series, model, remark }}
      onSubmit={(values) => mutateAsync({ ...cleared(values), id }).then(() => values.name)}
      onDone={(copy) => toast.good(t('copied', { name: copy }))}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  )
}
