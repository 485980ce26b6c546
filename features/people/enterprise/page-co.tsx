// The enterprises of the platform with their accounts, for the operator. [S2 /manage/account/co]
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './enterprise.css'
import { queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatDate, nothingShown } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { PasswordOnce, type Shown } from '../account/part-secret-once.tsx'
import { type Enterprise, queryEnterprises } from './contract.ts'
import { EnterpriseDrawer } from './enterprise-drawer.tsx'
import { EnterpriseForm } from './enterprise-form.tsx'
import { enterpriseText } from './text.ts'

type Open = 'add' | { edit: Enterprise } | { show: Enterprise['id'] }

export default function EnterprisesPage() {
  const t = useText(enterpriseText)
  const list = useList({ state: '' })
  const { state } = list.filters
  const filter = { keyword: list.word, disabled: state ? state === 'disabled' : null }
  const query = useQuery({
    ...queryOf(queryEnterprises, { ...filter, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: (before) => before,
  })
  const [open, setOpen] = useState<Open>()
  const [shown, setShown] = useState<Shown>()
  const close = () => setOpen(undefined)
  const add = (
    <Act kind="primary" icon="plus" may="enterprise:edit" onClick={() => setOpen('add')}>
      {t('add')}
    </Act>
  )
  const seen =
    typeof open === 'object' && 'show' in open ? query.data?.rows.find(({ id }) => id === open.show) : undefined
  return (
    <>
      <PageHeader title={t('enterprises')} count={query.data?.total}>
        {add}
      </PageHeader>
      <DataTable
        label={t('enterprises')}
        columns={useColumns((enterprise) => setOpen({ show: enterprise.id }))}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        acts={(enterprise) => (
          <Act kind="link" may="enterprise:edit" onClick={() => setOpen({ edit: enterprise })}>
            {t('edit')}
          </Act>
        )}
        search={t('search')}
        filter={
          <Segmented
            label={t('state')}
            value={state}
            options={[
              { value: '', label: t('all') },
              { value: 'enabled', label: t('enabled') },
              { value: 'disabled', label: t('disabled') },
            ]}
            onChange={(next) => list.setFilter({ state: next })}
          />
        }
        empty={
          <EmptyState icon="building" may="enterprise:edit" act={add}>
            {t('about')}
          </EmptyState>
        }
      />
      {open === 'add' && <EnterpriseForm onClose={close} onDrawn={setShown} />}
      {typeof open === 'object' && 'edit' in open && (
        <EnterpriseForm enterprise={open.edit} onClose={close} onDrawn={setShown} />
      )}
      {seen && <EnterpriseDrawer enterprise={seen} query={query} onClose={close} onDrawn={setShown} />}
      {shown && <PasswordOnce shown={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function useColumns(onShow: (enterprise: Enterprise) => void): Column<Enterprise>[] {
  const t = useText(enterpriseText)
  const zone = useZone()
  const used = (count: number, max: number) => t('used', { count, max })
  return [
    {
      key: 'name',
      title: t('name'),
      cell: (enterprise) => (
        <PlainAct kind="link" onClick={() => onShow(enterprise)}>
          {enterprise.name}
        </PlainAct>
      ),
      text: ({ name }) => name,
    },
    {
      key: 'accounts',
      title: t('loginname'),
      cell: ({ accounts }) => joinWords(accounts.map(({ loginname }) => loginname)),
    },
    {
      key: 'contact',
      title: t('contact'),
      cell: ({ contact, phone }) => contact ?? phone ?? nothingShown,
      phone: 'hide',
    },
    {
      key: 'internal',
      title: t('internal'),
      align: 'right',
      cell: ({ internalCount, maxInternal }) => used(internalCount, maxInternal),
      phone: 'hide',
    },
    {
      key: 'external',
      title: t('external'),
      align: 'right',
      cell: ({ externalCount, maxExternal }) => used(externalCount, maxExternal),
      phone: 'hide',
    },
    { key: 'equipmentCount', title: t('equipment'), align: 'right', phone: 'hide' },
    {
      key: 'state',
      title: t('state'),
      cell: ({ disabled }) => (
        <span className={disabled ? 'enterprise-disabled' : undefined}>{t(disabled ? 'disabled' : 'enabled')}</span>
      ),
      phone: 'end',
    },
    {
      key: 'createdAt',
      zone,
      title: t('created'),
      cell: ({ createdAt }) => formatDate(createdAt, zone),
      phone: 'hide',
    },
  ]
}
