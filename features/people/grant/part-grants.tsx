// The devices, groups and projects that are authorised to a role.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './grant.css'
import { queryOf } from '../../../contract/call.ts'
import type { RoleId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useMe } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type Grant, queryGrants } from './contract.ts'
import { AddObject } from './grant-form.tsx'
import { GrantRight, Withdraw } from './grant-rows.tsx'
import { grantText } from './text.ts'

const icons = { device: 'device', group: 'folder', project: 'centre' } as const
function kindOf({ groupId, projectId }: Grant): keyof typeof icons {
  if (projectId !== null) return 'project'
  return groupId === null ? 'device' : 'group'
}

/** `none`: the text if nothing is authorised; by default, that there is nothing. */
export function ObjectGrants({ roleId, name, none }: { roleId: RoleId; name: string; none?: string | undefined }) {
  const t = useText(grantText)
  const shown = useName()
  const { data, error } = useQuery(queryOf(queryGrants, { roleId }))
  const [isAdding, setAdding] = useState(false)
  // An account that sees only some devices and projects cannot know how many others are authorised.
  const seesAll = (useMe()?.dataRange ?? 'all') === 'all'
  const countWords = (count: number) =>
    seesAll ? t('countOf', { count, limit: limits.authorisedObjects }) : t('countShown', { count })
  return (
    <Card
      title={
        <>
          {t('objects')} {data && <small>{countWords(data.length)}</small>}
        </>
      }
      act={
        <Act kind="link" icon="plus" may="grant:edit" onClick={() => setAdding(true)}>
          {t('add')}
        </Act>
      }
    >
      {data ? (
        data.length > 0 ? (
          <ul className="grants">
            {data.map((grant) => (
              <li key={grant.id}>
                <Icon name={icons[kindOf(grant)]} size={16} />
                <span className="grant-name">
                  <small>{t(kindOf(grant))}</small> {shown(grant.object)}
                </span>
                <span className="grant-count">{grant.groupId !== null && t('devices', { count: grant.devices })}</span>
                <GrantRight grant={grant} isFixed={false} />
                <Withdraw grant={grant} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="grant-none">{none ?? t('about')}</p>
        )
      ) : error ? (
        <ErrorState error={error} />
      ) : (
        <Skeleton lines={3} />
      )}
      {isAdding && <AddObject roleId={roleId} subject={name} onClose={() => setAdding(false)} />}
    </Card>
  )
}
