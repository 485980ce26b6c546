// Forms that add a role, or copy one.
import { useMutation, useQuery } from '@tanstack/react-query'
import { formOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { ChoiceField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { nameOf } from '../../platform/open/translation-name.ts'
import { addRole, copyRole, type OwnRoleType, ownRoleTypes, queryRoles, type Role } from './contract.ts'
import { roleText } from './text.ts'

type Done = { onClose: () => void; onDone: (role: Role) => void }

export function AddRole({ onClose, onDone }: Done) {
  const t = useText(roleText)
  const { mutateAsync } = useMutation(formOf(addRole))
  const { data } = useQuery(queryOf(queryRoles, {}))
  const isPlatform = data?.system.some(({ roleType }) => roleType === 'operation')
  const types = ownRoleTypes.filter((type) => type !== 'operation' || isPlatform)
  return (
    <FormDrawer<{ name: string; remark: string; roleType: OwnRoleType }, Role>
      open
      title={t('add')}
      initial={{ name: '', remark: '', roleType: 'internal' }}
      onSubmit={(values) => mutateAsync({ ...values, regions: [] })}
      onDone={(role) => {
        toast.good(t('added', { name: nameOf(role.name) }))
        onDone(role)
      }}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} required max={limits.roleNameLength} />
      <ChoiceField name="roleType" label={t('roleType')} options={types.map((value) => ({ value, label: t(value) }))} />
      <TextField name="remark" label={t('remark')} max={limits.remarkLength} area />
    </FormDrawer>
  )
}

export function CopyRole({ role, onClose, onDone }: Done & { role: Role }) {
  const t = useText(roleText)
  const words = useText(uiText)
  const { mutateAsync } = useMutation(formOf(copyRole))
  return (
    <FormDrawer<{ name: string }, Role>
      open
      title={words('named', { what: t('copy'), name: nameOf(role.name) })}
      initial={{ name: '' }}
      onSubmit={({ name }) => mutateAsync({ id: role.id, name })}
      onDone={(copy) => {
        toast.good(t('added', { name: nameOf(copy.name) }))
        onDone(copy)
      }}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} required max={limits.roleNameLength} note={t('copyNote')} />
    </FormDrawer>
  )
}
