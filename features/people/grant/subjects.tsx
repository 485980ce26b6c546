// Accounts and roles that a device or a project is authorised to, directly or by a group.
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import './grant.css'
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Card, Tag } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { Grant } from './contract.ts'
import { AddSubject } from './grant-form.tsx'
import { GrantRight, Withdraw } from './grant-rows.tsx'
import { grantText } from './text.ts'

type Props = {
  of: { equipmentId: EquipmentId } | { projectId: ProjectId }
  name: string
  query: Pick<UseQueryResult<Grant[]>, 'data' | 'error'>
  /** Text of the empty state. */
  about: string
}

export function Subjects({ of, name, query: { data, error }, about }: Props) {
  const t = useText(grantText)
  const [isAdding, setAdding] = useState(false)
  const count = data?.filter(({ groupId, roleId }) => groupId === null && roleId === null).length
  const add = (
    <Act kind="primary" icon="plus" may="grant:edit" onClick={() => setAdding(true)}>
      {t('add')}
    </Act>
  )
  return (
    <Card
      title={
        <>
          {t('accounts')}{' '}
          {count !== undefined && <small>{t('countOf', { count, limit: limits.authorisedAccounts })}</small>}
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
          <EmptyState icon="people" may="grant:edit" act={add}>
            {about}
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} />
      ) : (
        <Skeleton lines={4} />
      )}
      {isAdding && <AddSubject of={of} object={name} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function Row({ grant }: { grant: Grant }) {
  const t = useText(grantText)
  const shown = useName()
  const { subject, loginname, isGuest, roleId, groupId, object } = grant
  // A grant of a group is changed where the group is authorised.
  const isByGroup = groupId !== null
  return (
    <li>
      <Icon name={roleId === null ? 'person' : 'people'} size={16} />
      <span className="grant-name">
        {roleId !== null && <small>{t('role')} </small>}
        {shown(subject)}
        {loginname && loginname !== subject && <small> {loginname}</small>}
        {isGuest && <Tag>{t('guestTag')}</Tag>}
      </span>
      <span className="grant-count">{isByGroup && t('byGroup', { name: shown(object) })}</span>
      <GrantRight grant={grant} isFixed={isByGroup} />
      {isByGroup ? <span className="grant-blank" /> : <Withdraw grant={grant} />}
    </li>
  )
}
