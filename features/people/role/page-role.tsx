// Roles: permissions, devices, a preview for a member, and reasons. [S2 /manage/orgal/role]
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import './role.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { AsOf } from '../../../ui/as-of.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useMe } from '../../../ui/me.ts'
import { CardWaiting, PageHeader, Tag } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { offeredPermissions } from '../../frame/permissions.ts'
import { nameOf } from '../../platform/open/translation-name.ts'
import { canHold } from '../access/rules.ts'
import { DepartmentList } from '../department/part-departments.tsx'
import { ObjectGrants } from '../grant/part-grants.tsx'
import { deleteRole, queryRoles, type Role, type SystemRole } from './contract.ts'
import { shownOf, useDraft } from './draft.ts'
import { Members, RoleLog } from './role-drawers.tsx'
import { RoleEditor } from './role-editor.tsx'
import { AddRole, CopyRole } from './role-form.tsx'
import { inOrder, RoleList, roleAddress, useRoleName } from './role-list.tsx'
import { RolePreview } from './role-preview.tsx'
import { useOwnRights } from './role-range.tsx'
import { RoleWhy } from './role-why.tsx'
import { roleText } from './text.ts'

const path = '/manage/orgal/role'

export default function RolePage() {
  const { search } = usePlace()
  return search.view === 'departments' ? <Departments /> : <Roles />
}

function Views({ value }: { value: 'roles' | 'departments' }) {
  const t = useText(roleText)
  const { go } = usePlace()
  return (
    <Segmented
      label={t('view')}
      value={value}
      options={[
        { value: 'roles', label: t('roles') },
        { value: 'departments', label: t('departments') },
      ]}
      onChange={(view) => go(view === 'roles' ? path : `${path}?view=${view}`)}
    />
  )
}

function Departments() {
  const t = useText(roleText)
  return (
    <DepartmentList
      head={(act) => (
        <PageHeader title={t('title')} tags={<Views value="departments" />}>
          {act}
        </PageHeader>
      )}
    />
  )
}

function Roles() {
  const t = useText(roleText)
  const { search, go } = usePlace()
  const query = useQuery(queryOf(queryRoles, {}))
  const { data, error, refetch } = query
  const [isAdding, setAdding] = useState(false)
  if (!data) {
    return (
      <>
        <PageHeader title={t('title')} tags={<Views value="roles" />} />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <CardWaiting />}
      </>
    )
  }
  const { system, roles } = data
  const asked = system.find(({ roleType }) => roleType === search.type)
  const own = asked ? undefined : (roles.find(({ id }) => String(id) === search.id) ?? inOrder(roles)[0])
  const given = own ? undefined : (asked ?? system[0])
  const list = <RoleList system={system} roles={roles} current={own ?? given} onAdd={() => setAdding(true)} />
  return (
    <>
      <AsOf query={query} />
      {own && <OwnRole key={own.id} role={own} list={list} />}
      {given && <GivenRole key={given.roleType} role={given} list={list} />}
      {isAdding && <AddRole onClose={() => setAdding(false)} onDone={(role) => go(roleAddress(role))} />}
    </>
  )
}

type Shown<R> = { role: R; list: ReactNode }

function GivenRole({ role, list }: Shown<SystemRole>) {
  const t = useText(roleText)
  const name = useRoleName()(role)
  const [open, setOpen] = useState<'members'>()
  const keys = offeredPermissions.filter((place) => canHold(role.roleType, place))
  return (
    <>
      <Head name={name} members={role.memberCount}>
        <Act icon="people" onClick={() => setOpen('members')}>
          {t('members')}
        </Act>
      </Head>
      <div className="role-page">
        {list}
        <RoleEditor
          editing={shownOf(role, name)}
          keys={keys}
          isExternal={role.roleType === 'external'}
          of={null}
          why={t('locked')}
        />
        <aside className="role-side">
          <RoleWhy role={role} />
        </aside>
      </div>
      {open && <Members role={role} title={name} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function OwnRole({ role, list }: Shown<Role>) {
  const t = useText(roleText)
  const { go } = usePlace()
  const name = useRoleName()(role)
  const editing = useDraft(role)
  const me = useOwnRights()
  const remove = useRemove(() => go(path))
  const mayEdit = useMe()?.auths.includes('role:edit')
  const [open, setOpen] = useState<'members' | 'log' | 'copy'>()
  const close = () => setOpen(undefined)
  const isOwn = me?.roleId === role.id && me.roleType !== 'admin' && me.roleType !== 'enterprise'
  const why = isOwn ? t('ownRole') : mayEdit ? undefined : t('notAllowed')
  return (
    <>
      <Head name={name} members={role.memberCount} isDirty={editing.changes.length > 0}>
        <Act icon="people" onClick={() => setOpen('members')}>
          {t('members')}
        </Act>
        <Act icon="copy" may="role:edit" onClick={() => setOpen('copy')}>
          {t('copy')}
        </Act>
        <Act icon="log" may="log:view" onClick={() => setOpen('log')}>
          {t('log')}
        </Act>
        <Act
          icon="trash"
          may="role:edit"
          why={isOwn ? t('ownRole') : role.memberCount > 0 && t('hasMembers')}
          onClick={() => void remove(role)}
        >
          {t('remove')}
        </Act>
      </Head>
      <div className="role-page">
        {list}
        <RoleEditor
          editing={editing}
          keys={offeredPermissions.filter((place) => canHold(role.roleType, place))}
          isExternal={role.roleType === 'external'}
          of={role}
          why={why}
        />
        <aside className="role-side">
          <ObjectGrants roleId={role.id} name={name} none={role.dataRange === 'all' ? t('allOfCompany') : undefined} />
          <RolePreview role={role} editing={editing} />
          <RoleWhy role={role} />
        </aside>
      </div>
      {open === 'members' && <Members role={role} title={name} onClose={close} />}
      {open === 'log' && <RoleLog role={role} onClose={close} />}
      {open === 'copy' && <CopyRole role={role} onClose={close} onDone={(copy) => go(roleAddress(copy))} />}
    </>
  )
}

type HeadProps = { name: string; members: number; isDirty?: boolean; children: ReactNode }

function Head({ name, members, isDirty = false, children }: HeadProps) {
  const t = useText(roleText)
  return (
    <PageHeader
      title={name}
      tags={
        <>
          <Tag>{t('memberCount', { count: members })}</Tag>
          {isDirty && <Tag>{t('unsaved')}</Tag>}
          <Views value="roles" />
        </>
      }
    >
      {children}
    </PageHeader>
  )
}

/** Asks for confirmation, deletes, shows a message. */
function useRemove(onDone: () => void) {
  const t = useText(roleText)
  const { mutate } = useMutation(mutationOf(deleteRole))
  return async ({ id, name: source }: Role) => {
    const name = nameOf(source)
    if (!(await confirm({ title: t('deleteTitle'), act: t('remove'), target: name, danger: true }))) return
    mutate(
      { id },
      {
        onSuccess: () => {
          toast.good(t('deleted', { name }))
          onDone()
        },
      },
    )
  }
}
