// Forms for a new title of a page, and for a copy here, or on another device or project.
import { useMutation, useQuery } from '@tanstack/react-query'
import { formOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { PageOwner } from '../page/contract.ts'
import { copyPage, type PageRow, renamePage } from './contract.ts'
import { useRefreshPages } from './row-acts.tsx'
import { pageListText } from './text.ts'

/**
 * The list of pages of an owner. `owner`: device or project. `zone`: IANA zone of the device; null: that of its
 * organisation. Times of a project are shown in the user's zone.
 */
export type Listed = { owner: PageOwner & { isTemplate?: boolean }; name: string; zone: string | null }

export function RenameForm({ page: { id, title, version }, onClose }: { page: PageRow; onClose: () => void }) {
  const t = useText(pageListText)
  const refresh = useRefreshPages()
  // Refreshes also after a refusal: another user may have saved the page.
  const { mutateAsync } = useMutation({ ...formOf(renamePage), onSettled: () => void refresh() })
  const save = async (values: { title: string }) => {
    await mutateAsync({ id, version, title: values.title })
    return values.title.trim()
  }
  return (
    <FormDrawer<{ title: string }, string>
      open
      title={t('rename')}
      initial={{ title }}
      onSubmit={save}
      onDone={(now) => toast.good(t('renamed', { title: now }))}
      onClose={onClose}
    >
      <TextField name="title" label={t('title')} required max={limits.titleLength} />
    </FormDrawer>
  )
}

type Copied = { title: string; moved: number; cleared: number }
type Target = { to: number }

export function CopyForm({ page, of, onClose }: { page: PageRow; of: Listed; onClose: () => void }) {
  const t = useText(pageListText)
  const named = useName()
  const { mutateAsync } = useMutation(formOf(copyPage))
  const refresh = useRefreshPages()
  const { equipmentId, projectId } = of.owner
  const isOfProject = projectId !== null
  const devices = useQuery({ ...queryOf(queryEquipmentsByUser, {}), enabled: !isOfProject && !of.owner.isTemplate })
  const own: number = projectId ?? equipmentId ?? 0
  const others = (devices.data ?? [])
    .filter(({ id }) => id !== own)
    .map(({ id, name }) => ({ value: id, label: named(name) }))
  const here = {
    value: own,
    label: t(isOfProject ? 'thisProject' : of.owner.isTemplate ? 'thisTemplate' : 'thisDevice', {
      name: named(of.name),
    }),
  }
  const save = async ({ to }: Target) => {
    const copied = await mutateAsync({ id: page.id, ...(isOfProject ? { projectId } : { equipmentId: to }) })
    return { ...copied, isHere: to === own }
  }
  return (
    <FormDrawer<Target, Copied & { isHere: boolean }>
      open
      title={t('copyTitle')}
      act={t('copy')}
      initial={{ to: own }}
      onSubmit={save}
      onDone={({ isHere, title, moved, cleared }) => {
        toast.good(isHere ? t('copied', { title }) : t('copiedTo', { title, moved, cleared }))
        void refresh()
      }}
      onClose={onClose}
    >
      <SelectField
        name="to"
        label={t(isOfProject ? 'copyToProject' : 'copyTo')}
        options={[here, ...others]}
        {...(isOfProject ? {} : { note: t('copyNote') })}
      />
    </FormDrawer>
  )
}
