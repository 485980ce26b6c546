// The enterprises of the platform with their accounts, for the operator. [S2 /manage/account/co]
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './enterprise.css'
import { queryOf } from '../../../contract/call.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatDate, nothingShown } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { PasswordOnce, type Shown } from '../account/part-secret-once.tsx'
import { disabledIn, StateFilter } from '../account/part-state-filter.tsx'
import { type Enterprise, queryEnterprises } from './contract.ts'
import { EnterpriseDrawer } from './enterprise-drawer.tsx'
import { EnterpriseForm } from './enterprise-form.tsx'
import { enterpriseText } from './text.ts'

export default function EnterprisesPage() {
  const t = useText(enterpriseText)
  const list = useList({ state: '' })
  const filter = { keyword: list.word, disabled: disabledIn(list.filters.state) }
  const query = useQuery({
    ...queryOf(queryEnterprises, { ...filter, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: (before) => before,
  })
  const [openId, setOpenId] = useState<Enterprise['id']>()
  const [shown, setShown] = useState<Shown>()
  const enterprise = query.data?.rows.find(({ id }) => id === openId)
  return (
    <>
      <ListRoom<Enterprise>
        title={t('enterprises')}
        may="enterprise:edit"
        add={{ label: t('add') }}
        empty={{ icon: 'building', about: t('about') }}
        columns={useColumns(({ id }) => setOpenId(id))}
        query={query}
        list={list}
        search={t('search')}
        filter={<StateFilter list={list} />}
        acts={(_, edit) => [{ label: t('edit'), onClick: edit }]}
        form={(enterprise, onClose) => <EnterpriseForm {...{ enterprise, onClose }} onDrawn={setShown} />}
      />
      {enterprise && (
        <EnterpriseDrawer {...{ enterprise, query }} onClose={() => setOpenId(undefined)} onDrawn={setShown} />
      )}
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
