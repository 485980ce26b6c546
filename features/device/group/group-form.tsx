// Adds a group, or renames and moves one. Impossible parents are listed with their reason, not omitted.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { noted } from '../../../ui/punctuation.ts'
import { useReason } from '../../../ui/reason.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useNamed } from '../../platform/open/translation-name.ts'
import { addGroup, editGroup, type Group } from './contract.ts'
import { cannotAdd, cannotMove, pathsOf, withDescendants } from './rules.ts'
import { groupText } from './text.ts'

/** The group to change, or the parent of a new one. */
export type Draft = Group | { parentId: Group['parentId'] }
type Values = { name: string; parentId: number; sort?: number }

// A select cannot hold null.
const top = 0

export function GroupForm({ groups, draft, onClose }: { groups: readonly Group[]; draft: Draft; onClose: () => void }) {
  const t = useText(groupText)
  const add = useMutation(formOf(addGroup))
  const edit = useMutation(formOf(editGroup))
  const group = 'id' in draft ? draft : undefined
  const save = ({ parentId, ...values }: Values) => {
    const place = { ...values, parentId: parentId === top ? null : parentId }
    return group ? edit.mutateAsync({ ...place, id: group.id }) : add.mutateAsync(place)
  }
  return (
    <FormDrawer<Values, Group>
      open
      title={t(group ? 'editTitle' : 'add')}
      initial={{ name: group?.name ?? '', parentId: draft.parentId ?? top, ...(group ? { sort: group.sort } : {}) }}
      onSubmit={save}
      onDone={({ name }) => toast.good(t(group ? 'saved' : 'added', { name }))}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} required max={limits.groupNameLength} />
      <SelectField name="parentId" label={t('below')} options={usePlaces(groups, group)} />
      {group && <NumberField name="sort" label={t('sort')} min={0} digits={0} note={t('sortNote')} />}
    </FormDrawer>
  )
}

/** The possible parents; impossible ones with their reason. */
function usePlaces(groups: readonly Group[], group: Group | undefined) {
  const t = useText(groupText)
  const reason = useReason()
  const named = useNamed(groups, 'name')
  const own = group ? withDescendants(groups, group.id) : new Set<number>()
  const place = (id: number | null, label: string) => {
    const fault = group ? cannotMove(groups, group.id, id) : cannotAdd(groups, id)
    const why = id !== null && own.has(id) ? t('itself') : reason(fault)
    return { value: id ?? top, label: why ? noted(label, why) : label, disabled: !!why }
  }
  return [place(null, t('top')), ...[...pathsOf(named ?? groups)].map(([id, path]) => place(id, path))]
}
