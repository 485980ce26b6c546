// Form that adds a department, or renames and moves one. Impossible parents are listed with their reason.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { noted } from '../../../ui/punctuation.ts'
import { useReason } from '../../../ui/reason.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { cannotAdd, cannotMove, pathsOf, withDescendants } from '../../device/group/rules.ts'
import { addDepartment, type Department, editDepartment } from './contract.ts'
import { departmentText } from './text.ts'

/** The department to change, or the parent of a new one. */
export type Draft = Department | { parentId: Department['parentId'] }
type Values = { name: string; parentId: number; sort?: number }

// A select cannot hold null.
const top = 0

export function DepartmentForm({
  departments,
  draft,
  onClose,
}: {
  departments: readonly Department[]
  draft: Draft
  onClose: () => void
}) {
  const t = useText(departmentText)
  const add = useMutation(formOf(addDepartment))
  const edit = useMutation(formOf(editDepartment))
  const department = 'id' in draft ? draft : undefined
  const save = ({ parentId, ...values }: Values) => {
    const place = { ...values, parentId: parentId === top ? null : parentId }
    return department ? edit.mutateAsync({ ...place, id: department.id }) : add.mutateAsync(place)
  }
  return (
    <FormDrawer<Values, Department>
      open
      title={t(department ? 'editTitle' : 'add')}
      initial={{
        name: department?.name ?? '',
        parentId: draft.parentId ?? top,
        ...(department ? { sort: department.sort } : {}),
      }}
      onSubmit={save}
      onDone={({ name }) => toast.good(t(department ? 'saved' : 'added', { name }))}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} required max={limits.departmentNameLength} />
      <SelectField name="parentId" label={t('below')} options={usePlaces(departments, department)} />
      {department && <NumberField name="sort" label={t('sort')} min={0} digits={0} note={t('sortNote')} />}
    </FormDrawer>
  )
}

/** Possible parents; refused ones with their reason. */
function usePlaces(departments: readonly Department[], department: Department | undefined) {
  const t = useText(departmentText)
  const reason = useReason()

  const own = department ? withDescendants(departments, department.id) : new Set<number>()
  const place = (id: number | null, label: string) => {
    const fault = department ? cannotMove(departments, department.id, id) : cannotAdd(departments, id)
    const why = id !== null && own.has(id) ? t('itself') : reason(fault)
    return { value: id ?? top, label: why ? noted(label, why) : label, disabled: !!why }
  }
  return [place(null, t('top')), ...[...pathsOf(departments)].map(([id, path]) => place(id, path))]
}
