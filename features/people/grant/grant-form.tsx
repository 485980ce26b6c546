// Forms that authorise a device or group to a role, or a device or project to a role or an account.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { AccountId, EquipmentId, GroupId, ProjectId, RoleId } from '../../../contract/fields.ts'
import { pathsOf } from '../../../core/tree-rules.ts'
import { ChoiceField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { withNote } from '../../../ui/punctuation.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { queryMonitorGroups } from '../../device/group/contract.ts'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { queryMembers, queryRoles } from '../role/contract.ts'
import { addGrant, addProjectGrant, queryWithoutGrant } from './contract.ts'
import { grantText } from './text.ts'

const shown = 200
type Right = { right: 'view' | 'write' }

function RightField({ isProject = false }) {
  const t = useText(grantText)
  return (
    <ChoiceField
      name="right"
      label={t('right')}
      options={[
        { value: 'view', label: t('view') },
        { value: 'write', label: t(isProject ? 'editPages' : 'write') },
      ]}
    />
  )
}

type ObjectValues = Right & { kind: 'group' | 'device'; groupId?: GroupId; equipmentId?: EquipmentId }

export function AddObject({ roleId, subject, onClose }: { roleId: RoleId; subject: string; onClose: () => void }) {
  const t = useText(grantText)
  const name = useName()
  const { mutateAsync } = useMutation(formOf(addGrant))
  const [chosen, setChosen] = useState<ObjectValues>({ kind: 'group', right: 'view' })
  const { kind } = chosen
  const groups = useNamed(useQuery(queryOf(queryMonitorGroups, {})).data?.groups, 'name')
  const devices = useQuery(queryOf(queryEquipmentsByUser, { keyword: null })).data
  const paths = pathsOf(groups ?? [])
  const objectName = () => {
    const device = devices?.find(({ id }) => id === chosen.equipmentId)
    return (kind === 'group' ? paths.get(chosen.groupId ?? 0) : device && name(device.name)) ?? t(kind)
  }
  return (
    <FormDrawer<ObjectValues, unknown>
      open
      title={t('addObject')}
      initial={{ kind, right: 'view' }}
      act={t('add')}
      onChange={setChosen}
      onSubmit={({ groupId, equipmentId, right }) => {
        const object = kind === 'group' ? { groupId: groupId ?? null } : { equipmentId: equipmentId ?? null }
        return mutateAsync({ roleId, loginname: null, ...object, mayWrite: right === 'write' })
      }}
      onDone={() => toast.good(t('authorised', { object: objectName(), subject }))}
      onClose={onClose}
    >
      <ChoiceField
        name="kind"
        label={t('what')}
        options={[
          { value: 'group', label: t('group') },
          { value: 'device', label: t('device') },
        ]}
      />
      {kind === 'group' ? (
        <SelectField
          name="groupId"
          label={t('group')}
          required
          options={[...paths].map(([value, label]) => ({ value, label }))}
        />
      ) : (
        <SelectField
          name="equipmentId"
          label={t('device')}
          required
          options={(devices ?? []).map((device) => ({ value: device.id, label: name(device.name) }))}
        />
      )}
      <RightField />
    </FormDrawer>
  )
}

type Kind = 'role' | 'account' | 'guest'
type SubjectValues = Right & { kind: Kind; roleId?: RoleId; accountId?: AccountId; loginname?: string }
/** The device or project to authorise, and its name. */
type SubjectProps = { of: { equipmentId: EquipmentId } | { projectId: ProjectId }; object: string; onClose: () => void }

export function AddSubject({ of, object, onClose }: SubjectProps) {
  const t = useText(grantText)
  const isProject = 'projectId' in of
  const toDevice = useMutation(formOf(addGrant))
  const toProject = useMutation(formOf(addProjectGrant))
  const [chosen, setChosen] = useState<SubjectValues>({ kind: 'account', right: 'view' })
  const { kind } = chosen
  const roles = useNamed(useQuery(queryOf(queryRoles, {})).data?.roles, 'name')
  const accounts = useNamed(useAccounts(of), 'name')
  const subjectName = () =>
    ({
      role: roles?.find(({ id }) => id === chosen.roleId)?.name,
      account: accounts?.find(({ accountId }) => accountId === chosen.accountId)?.name,
      guest: chosen.loginname,
    })[kind] ?? t(kind)
  return (
    <FormDrawer<SubjectValues, unknown>
      open
      title={t(isProject ? 'addProjectSubject' : 'addSubject')}
      initial={{ kind, right: 'view' }}
      act={t('add')}
      onChange={setChosen}
      onSubmit={({ roleId = null, accountId = null, loginname = null, right }) => {
        const given = { role: { roleId }, account: { accountId }, guest: {} }[kind]
        const guest = kind === 'guest' ? loginname : null
        const whom = { ...given, loginname: guest, mayWrite: right === 'write' }
        return isProject ? toProject.mutateAsync({ ...whom, ...of }) : toDevice.mutateAsync({ ...whom, ...of })
      }}
      onDone={() => toast.good(t('authorised', { object, subject: subjectName() }))}
      onClose={onClose}
    >
      <ChoiceField
        name="kind"
        label={t('whom')}
        options={(['account', 'role', 'guest'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <SubjectField kind={kind} accounts={accounts} guestNote={t(isProject ? 'guestProjectNote' : 'guestNote')} />
      <RightField isProject={isProject} />
    </FormDrawer>
  )
}

type Account = { accountId: AccountId; loginname: string; name: string }

/** Accounts to choose from; for a project without those that have it already. */
function useAccounts(of: SubjectProps['of']): readonly Account[] | undefined {
  const projectId = 'projectId' in of ? of.projectId : null
  const members = useQuery({
    ...queryOf(queryMembers, { keyword: null, pageSize: shown }),
    enabled: projectId === null,
  }).data?.rows
  const without = useQuery({
    ...queryOf(queryWithoutGrant, { projectId: projectId!, keyword: null }),
    enabled: projectId !== null,
  }).data
  return projectId === null ? members : without
}

type SubjectFieldProps = { kind: Kind; accounts: readonly Account[] | undefined; guestNote: string }

function SubjectField({ kind, accounts, guestNote }: SubjectFieldProps) {
  const t = useText(grantText)
  const roles = useNamed(useQuery(queryOf(queryRoles, {})).data?.roles, 'name')
  if (kind === 'guest') return <TextField name="loginname" label={t('loginname')} required max={50} note={guestNote} />
  return kind === 'role' ? (
    <SelectField
      key="role"
      name="roleId"
      label={t('role')}
      required
      options={(roles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  ) : (
    <SelectField
      key="account"
      name="accountId"
      label={t('account')}
      required
      options={(accounts ?? []).map(({ accountId, name, loginname }) => ({
        value: accountId,
        label: name === loginname ? name : withNote(name, loginname),
      }))}
    />
  )
}
