// The APIs of the organisation, and the external accounts whose programs may use them. [S2 /manage/api/list]
import { useMutation, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import './api-key.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import type { AccountId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { useList } from '../../../ui/list.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { offeredPermissions } from '../../frame/permissions.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import {
  type Api,
  authoriseApi,
  cancelApi,
  type Named,
  queryApis,
  queryAuthExternal,
  queryUnAuthExternal,
} from './contract.ts'
import { useRightWords } from './rights.ts'
import { apiKeyText } from './text.ts'

export default function ApiListPage() {
  const t = useText(apiKeyText)
  const list = useList()
  const { data, error, refetch } = useQuery(queryOf(queryApis, {}))
  const offered = useMemo(() => data?.filter(({ api }) => offeredPermissions.some(({ key }) => key === api)), [data])
  const wordsOf = useRightWords()
  const [open, setOpen] = useState<Permission>()
  return (
    <>
      <PageHeader title={t('list')} />
      <p className="api-about">
        {t('listAbout')}{' '}
        <a href="/api" target="_blank" rel="noreferrer">
          {t('docs')}
        </a>
      </p>
      <DataTable
        label={t('list')}
        columns={useColumns()}
        query={{ data: offered, error, refetch }}
        list={list}
        keyOf={({ api }) => api}
        acts={({ api }) => (
          <Act kind="link" onClick={() => setOpen(api)}>
            {t('accounts')}
          </Act>
        )}
        empty={<EmptyState icon="link">{t('listAbout')}</EmptyState>}
      />
      {open && (
        <SideDrawer open title={wordsOf(open)} width={520} onClose={() => setOpen(undefined)}>
          <Authorised api={open} />
        </SideDrawer>
      )}
    </>
  )
}

function useColumns(): Column<Api>[] {
  const t = useText(apiKeyText)
  const wordsOf = useRightWords()
  return [
    { key: 'name', title: t('api'), cell: ({ api }) => wordsOf(api), text: ({ api }) => wordsOf(api) },
    { key: 'api', title: t('permission'), cell: ({ api }) => <code>{api}</code>, phone: 'hide' },
    {
      key: 'accounts',
      title: t('externalAccounts'),
      align: 'right',
      cell: ({ accounts }) => t('accountCount', { count: accounts }),
    },
    { key: 'keys', title: t('theirKeys'), align: 'right', phone: 'hide' },
  ]
}

function Authorised({ api }: { api: Permission }) {
  const t = useText(apiKeyText)
  const shown = useName()
  const { data, error, refetch } = useQuery(queryOf(queryAuthExternal, { api }))
  const withdraw = useConfirmed(cancelApi)
  const askWithdraw = ({ id, loginname: name }: Named) => {
    const question = { title: t('withdrawTitle'), act: t('withdraw'), target: name, note: t('withdrawNote') }
    return withdraw({ api, accountIds: [id] }, { ...question, done: t('withdrawn', { name }) })
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  return (
    <>
      <Authorise api={api} isFull={data.length >= limits.authorisedAccounts} />
      {data.length === 0 && <p className="api-about">{t('nobody')}</p>}
      <ul className="api-accounts" aria-label={t('externalAccounts')}>
        {data.map((account) => (
          <li key={account.id}>
            <span>
              {account.loginname}
              <small>{[account.name, account.company ?? ''].filter(Boolean).map(shown).join(' · ')}</small>
            </span>
            <Act kind="link" may="api:edit" onClick={() => void askWithdraw(account)}>
              {t('withdraw')}
            </Act>
          </li>
        ))}
      </ul>
    </>
  )
}

function Authorise({ api, isFull }: { api: Permission; isFull: boolean }) {
  const t = useText(apiKeyText)
  const shown = useName()
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<AccountId[]>([])
  const { data } = useQuery({
    ...queryOf(queryUnAuthExternal, { api, keyword, pageNo: 1, pageSize: 50 }),
    placeholderData: (before) => before,
  })
  const { mutate, isPending } = useMutation(mutationOf(authoriseApi))
  const authorise = () =>
    mutate(
      { api, accountIds: chosen },
      {
        onSuccess: () => {
          toast.good(t('authorised'))
          setChosen([])
        },
      },
    )
  const why = isFull
    ? t('full', { limit: limits.authorisedAccounts })
    : chosen.length === 0
      ? t('chooseAccounts')
      : undefined
  return (
    <div className="api-authorise">
      <Select<AccountId[]>
        mode="multiple"
        aria-label={t('chooseAccounts')}
        placeholder={t('chooseAccounts')}
        value={chosen}
        onChange={setChosen}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        notFoundContent={data ? t(keyword ? 'noneMatch' : 'noneLeft') : null}
        options={(data?.rows ?? []).map(({ id, loginname, name }) => ({
          value: id,
          label: `${loginname} · ${shown(name)}`,
        }))}
      />
      <Act kind="primary" may="api:edit" why={why} busy={isPending} onClick={authorise}>
        {t('authorise')}
      </Act>
    </div>
  )
}
