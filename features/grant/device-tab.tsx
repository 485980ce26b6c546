// Who is authorised to a device: accounts and roles, for it alone or by one of its groups.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './grant.css'
import { queryOf } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { Act } from '../../ui/act.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card, Tag } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import type { DeviceTab, DeviceTabProps } from '../live/part-tab.ts'
import { useName } from '../translation/part-name.ts'
import { type Grant, queryGrants } from './contract.ts'
import { AddSubject } from './grant-form.tsx'
import { GrantRight, Withdraw } from './grant-rows.tsx'
import { grantText } from './text.ts'

function Accounts({ id, name }: Pick<DeviceTabProps, 'id' | 'name'>) {
  const t = useText(grantText)
  const { data, error } = useQuery(queryOf(queryGrants, { equipmentId: id }))
  const [isAdding, setAdding] = useState(false)
  const accounts = data?.filter(({ equipmentId, roleId }) => equipmentId !== null && roleId === null).length
  const add = (
    <Act kind="primary" icon="plus" may="grant:edit" onClick={() => setAdding(true)}>
      {t('add')}
    </Act>
  )
  return (
    <Card
      title={
        <>
          {t('accounts')} {data && <small>{`${accounts} / ${limits.authorisedAccounts}`}</small>}
        </>
      }
      act={data && data.length > 0 && add}
    >
      {data ? (
        data.length > 0 ? (
          <ul className="grants">
            {data.map((grant) => (
              <Row key={grant.id} grant={grant} />
            ))}
          </ul>
        ) : (
          <EmptyState icon="people" act={add}>
            {t('aboutDevice')}
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} />
      ) : (
        <Skeleton lines={4} />
      )}
      {isAdding && <AddSubject equipmentId={id} object={name} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function Row({ grant }: { grant: Grant }) {
  const t = useText(grantText)
  const shown = useName()
  const { subject, loginname, isGuest, roleId, groupId, object } = grant
  // What comes by a group is changed where the group is authorised.
  const isByGroup = groupId !== null
  return (
    <li>
      <Icon name={roleId === null ? 'person' : 'people'} size={16} />
      <span className="grant-name">
        {roleId !== null && <small>{t('role')} </small>}
        {subject}
        {loginname && loginname !== subject && <small> {loginname}</small>}
        {isGuest && <Tag>{t('guestTag')}</Tag>}
      </span>
      <span className="grant-count">{isByGroup && t('byGroup', { name: shown(object) })}</span>
      <GrantRight grant={grant} isFixed={isByGroup} />
      {isByGroup ? <span className="grant-blank" /> : <Withdraw grant={grant} />}
    </li>
  )
}

export default [
  {
    key: 'accounts',
    place: 80,
    label: { en: 'Authorised accounts', 'zh-cn': '授权账号' },
    may: 'role:view',
    Body: Accounts,
  },
] satisfies DeviceTab[]
