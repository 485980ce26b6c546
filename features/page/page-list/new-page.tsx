// Adds an empty page with a title and a size.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { FieldPair, NumberField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { type PageOwner, savePage } from '../page/contract.ts'
import { ownerFields } from '../page/rules.ts'
import { useRefreshPages } from './row-acts.tsx'
import { pageListText } from './text.ts'

type Values = { title: string; width: number; height: number }

/** Bounds of the width and height of a page in pixels, as in the contract. */
const side = { min: 100, max: 10_000, digits: 0, unit: 'px' }

/** `isFirst`: the page becomes the start page, since its device or project has none. */
type New = { owner: PageOwner; isFirst: boolean; onClose: () => void }

export function NewPageForm({ owner, isFirst, onClose }: New) {
  const t = useText(pageListText)
  const { mutateAsync } = useMutation(formOf(savePage))
  const refresh = useRefreshPages()
  const save = async ({ title, width, height }: Values) => {
    await mutateAsync({
      ...ownerFields(owner),
      title,
      width,
      height,
      json: '{"widgets":[]}',
      startup: isFirst ? '1' : '0',
    })
    return title.trim()
  }
  return (
    <FormDrawer<Values, string>
      open
      title={t('addPage')}
      initial={{ title: '', width: limits.pageWidth, height: limits.pageHeight }}
      onSubmit={save}
      onDone={(title) => {
        toast.good(t('added', { title }))
        void refresh()
      }}
      onClose={onClose}
    >
      <TextField name="title" label={t('title')} required max={limits.titleLength} />
      <FieldPair>
        <NumberField name="width" label={t('width')} required {...side} />
        <NumberField name="height" label={t('height')} required {...side} />
      </FieldPair>
    </FormDrawer>
  )
}
