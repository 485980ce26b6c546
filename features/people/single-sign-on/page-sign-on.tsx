// The providers of single sign-on, for the operator.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './single-sign-on.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Copyable } from '../../../ui/key-values.tsx'
import { useList } from '../../../ui/list.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { querySignOns, removeSignOn, type SignOn } from './contract.ts'
import { SignOnForm } from './sign-on-form.tsx'
import { signOnText } from './text.ts'

export default function SignOnPage() {
  const t = useText(signOnText)
  const list = useList()
  const query = useQuery(queryOf(querySignOns, {}))
  const [open, setOpen] = useState<'add' | SignOn>()
  const remove = useRemove()
  const add = (
    <Act kind="primary" icon="plus" may="signOn:edit" onClick={() => setOpen('add')}>
      {t('add')}
    </Act>
  )
  const { data } = query
  return (
    <>
      <PageHeader title={t('title')} count={data?.rows.length}>
        {data && data.rows.length > 0 && add}
      </PageHeader>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        query={{ ...query, data: data?.rows }}
        list={list}
        keyOf={({ id }) => id}
        search={t('search')}
        acts={(row) => (
          <>
            <Act kind="link" may="signOn:edit" onClick={() => setOpen(row)}>
              {t('edit')}
            </Act>
            <Act kind="link" may="signOn:edit" onClick={() => void remove(row)}>
              {t('remove')}
            </Act>
          </>
        )}
        empty={
          <EmptyState icon="lock" may="signOn:edit" act={add}>
            {t('about')}
          </EmptyState>
        }
      />
      {open && data && (
        <SignOnForm
          origin={data.origin}
          {...(open === 'add' ? {} : { provider: open })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

function useRemove() {
  const t = useText(signOnText)
  const { mutate } = useMutation(mutationOf(removeSignOn))
  return async ({ id, name }: SignOn) => {
    const question = { title: t('removeTitle'), act: t('remove'), target: name, note: t('removeNote'), danger: true }
    if (await confirm(question)) mutate({ id }, { onSuccess: () => toast.good(t('removed', { name })) })
  }
}

function useColumns(): Column<SignOn>[] {
  const t = useText(signOnText)
  return [
    { key: 'name', title: t('name') },
    { key: 'orgName', title: t('organisation') },
    { key: 'slug', title: t('slug'), cell: ({ slug }) => <span className="mono">{slug}</span> },
    { key: 'issuer', title: t('issuer'), phone: 'hide' },
    {
      key: 'redirectUri',
      title: t('redirectUri'),
      cell: ({ redirectUri }) => <Copyable text={redirectUri} />,
      phone: 'hide',
    },
    { key: 'linkCount', title: t('linkCount'), align: 'right', phone: 'hide' },
    {
      key: 'enabled',
      title: t('state'),
      cell: ({ enabled }) => <span className={enabled ? undefined : 'sign-on-off'}>{t(enabled ? 'on' : 'off')}</span>,
      text: ({ enabled }) => t(enabled ? 'on' : 'off'),
      phone: 'end',
    },
  ]
}
