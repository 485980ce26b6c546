// The accounts of one kind: internal, external, or the staff of the platform.
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import './account.css'
import { formOf, mutationOf, queryOf } from '../../../contract/call.ts'
import type { DepartmentId, RoleId } from '../../../contract/fields.ts'
import { pathsOf } from '../../../core/tree-rules.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatTime, nothingShown } from '../../../ui/format.ts'
import { type ListState, useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader, Tag } from '../../../ui/page-header.tsx'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { AccountActs } from './account-acts.tsx'
import { AccountForm } from './account-form.tsx'
import { type Account, type AccountCalls, type Choices, externalCalls, internalCalls, staffCalls } from './contract.ts'
import type { RoomAct } from './part-act.ts'
import { PasswordOnce, type Shown } from './part-secret-once.tsx'
import { type SignInCalls, SignInForm } from './part-sign-in.tsx'
import { disabledIn, StateFilter } from './part-state-filter.tsx'
import type { AccountKind } from './rules.ts'
import { accountText } from './text.ts'

const callsOf: Record<AccountKind, AccountCalls> = {
  internal: internalCalls,
  external: externalCalls,
  staff: staffCalls,
}
const signInOf = (calls: AccountCalls): SignInCalls => ({
  may: calls.edit.may,
  disable: mutationOf(calls.disable),
  enable: mutationOf(calls.enable),
  resetSecondFactor: mutationOf(calls.resetSecondFactor),
  resetPassword: formOf(calls.resetPassword),
})
const abouts = { internal: 'aboutInternal', external: 'aboutExternal', staff: 'aboutStaff' } as const

type Filters = { role: string; department: string; state: string }

export function AccountList({ kind }: { kind: AccountKind }) {
  const t = useText(accountText)
  const calls = callsOf[kind]
  const list = useList<Filters>({ role: '', department: '', state: '' })
  const { role, department, state } = list.filters
  const filter = {
    keyword: list.word,
    roleId: role ? (Number(role) as RoleId) : null,
    departmentId: department ? (Number(department) as DepartmentId) : null,
    disabled: disabledIn(state),
  }
  const query = useQuery({
    ...queryOf(calls.query, { ...filter, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: (before) => before,
  })
  const { data: choices } = useQuery(queryOf(calls.choices, {}))
  const [form, setForm] = useState<{ what: 'password' | RoomAct; account: Account }>()
  const [shown, setShown] = useState<Shown>()
  const signIn = signInOf(calls)
  const limit = choices && choices.limit !== null && t('roomLeft', { count: choices.count, limit: choices.limit })
  return (
    <>
      <ListRoom<Account>
        title={t(kind)}
        head={(add) => (
          <PageHeader title={t(kind)} count={query.data?.total} tags={limit && <Tag>{limit}</Tag>}>
            {add}
          </PageHeader>
        )}
        may={calls.add.may}
        add={{ label: t('add'), why: useFull(choices) }}
        empty={{ icon: 'people', isRanged: true, about: t(abouts[kind]) }}
        columns={useColumns(kind)}
        query={query}
        list={list}
        search={t('search')}
        filter={<FilterFields list={list} choices={choices} />}
        filterCount={list.filterCount}
        acts={(account, edit) => [
          <AccountActs
            key="acts"
            {...{ account, kind, calls: signIn }}
            onOpen={(what) => (what === 'edit' ? edit() : setForm({ what, account }))}
          />,
        ]}
        form={(account, onClose) => <AccountForm {...{ calls, kind, choices, account, onClose }} onDrawn={setShown} />}
      />
      {form && (
        <SignInForm {...form} kind={kind} calls={signIn} onClose={() => setForm(undefined)} onDrawn={setShown} />
      )}
      {shown && <PasswordOnce shown={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** The reason why no account can be added, or nothing. */
function useFull(choices: Choices | undefined): string | undefined {
  const t = useText(accountText)
  if (!choices || choices.limit === null || choices.count < choices.limit) return undefined
  return t('full', { limit: choices.limit, count: choices.count })
}

function useColumns(kind: AccountKind): Column<Account>[] {
  const t = useText(accountText)
  const shown = useName()
  const zone = useZone()
  const stateOf = ({ disabled, changePassword, isWaiting }: Account) =>
    t(isWaiting ? 'waiting' : disabled ? 'disabled' : changePassword ? 'firstPassword' : 'enabled')
  const isStaff = kind === 'staff'
  const columns: (Column<Account> | false)[] = [
    { key: 'loginname', title: t('loginname') },
    { key: 'name', title: t('name'), cell: ({ name }) => <span className="account-line">{shown(name)}</span> },
    kind === 'external' && {
      key: 'company',
      title: t('company'),
      cell: ({ company }) => (company === null ? nothingShown : shown(company)),
      phone: 'hide',
    },
    isStaff && {
      key: 'roleType',
      title: t('kind'),
      cell: ({ roleType }) => t(roleType === 'admin' ? 'admin' : 'operation'),
    },
    { key: 'roleName', title: t('role'), cell: ({ roleName }) => (roleName === null ? nothingShown : shown(roleName)) },
    {
      key: 'departmentName',
      title: t('department'),
      cell: ({ departmentName }) => (departmentName === null ? nothingShown : shown(departmentName)),
      phone: 'hide',
    },
    { key: 'phone', title: t('phone'), cell: ({ phone, email }) => phone ?? email ?? nothingShown, phone: 'hide' },
    {
      key: 'state',
      title: t('state'),
      cell: (account) => (
        <span className={account.disabled && !account.isWaiting ? 'account-line account-disabled' : 'account-line'}>
          {account.isWaiting ? <Tag>{stateOf(account)}</Tag> : stateOf(account)}
        </span>
      ),
      text: stateOf,
      phone: 'end',
    },
    {
      key: 'signedInAt',
      zone,
      title: t('signedInAt'),
      cell: ({ signedInAt }) => (
        <span className="account-line">
          {signedInAt === null ? t('never') : formatTime(signedInAt, zone).slice(0, 16)}
        </span>
      ),
      phone: 'hide',
    },
  ]
  return columns.filter((column) => column !== false)
}

function FilterFields({ list, choices }: { list: ListState<Filters>; choices: Choices | undefined }) {
  const t = useText(accountText)
  const { role, department } = list.filters
  const departments = [...pathsOf(useNamed(choices?.departments, 'name') ?? [])].map(([value, label]) => ({
    value: value as number,
    label,
  }))
  const shown = useName()
  const roles = (choices?.roles ?? []).map(({ id, name }) => ({ value: id as number, label: shown(name) }))
  const common = { className: 'account-filter', allowClear: true, popupMatchSelectWidth: false, loading: !choices }
  const pick = (key: 'role' | 'department') => (next: number | null | undefined) =>
    list.setFilter({ [key]: next ? String(next) : '' })
  return (
    <>
      <Select
        {...common}
        aria-label={t('role')}
        placeholder={t('allRoles')}
        value={role && choices ? Number(role) : null}
        options={roles}
        onChange={pick('role')}
      />
      <Select
        {...common}
        aria-label={t('department')}
        placeholder={t('allDepartments')}
        value={department && choices ? Number(department) : null}
        options={departments}
        onChange={pick('department')}
      />
      <StateFilter list={list} />
    </>
  )
}
