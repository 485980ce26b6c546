// Drawers of a role: its members, and its log.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { ObjectId } from '../../../contract/fields.ts'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useZone } from '../../../ui/me.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import { actName } from '../../frame/acts.ts'
import { nameOf, useName } from '../../platform/open/translation-name.ts'
import { type OperationRow, queryOperationsOfObject } from '../../platform/operation-log/contract.ts'
import { queryMembers, type Role, type SystemRole } from './contract.ts'
import { ChangeList } from './role-changes.tsx'
import { changesOf, readLogged } from './rules.ts'
import { roleText } from './text.ts'

const shown = 200

export const membersOf = (role: Role | SystemRole) =>
  queryOf(queryMembers, {
    pageSize: shown,
    keyword: null,
    ...('id' in role ? { id: role.id } : { roleType: role.roleType }),
  })

export function Members({ role, title, onClose }: { role: Role | SystemRole; title: string; onClose: () => void }) {
  const t = useText(roleText)
  const words = useText(uiText)
  const nameOf = useName()
  const { data, error } = useQuery(membersOf(role))
  return (
    <SideDrawer open title={words('named', { what: t('members'), name: title })} onClose={onClose}>
      {data ? (
        data.total === 0 ? (
          <EmptyState icon="people">{t('noMembers')}</EmptyState>
        ) : (
          <ul className="role-members">
            {data.rows.map(({ accountId, name, loginname, disabled }) => (
              <li key={accountId}>
                <span>{nameOf(name)}</span>
                <small>{loginname}</small>
                {disabled && <Tag>{t('disabled')}</Tag>}
              </li>
            ))}
            {data.total > data.rows.length && <li>… {data.total}</li>}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} />
      ) : (
        <Skeleton lines={6} />
      )}
    </SideDrawer>
  )
}

export function RoleLog({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useText(roleText)
  const words = useText(uiText)
  const input = { objectId: ObjectId.parse(role.id), objectType: 'role', pageSize: shown } as const
  const { data, error } = useQuery(queryOf(queryOperationsOfObject, input))
  return (
    <SideDrawer open title={words('named', { what: t('log'), name: nameOf(role.name) })} width={520} onClose={onClose}>
      {data ? (
        data.total === 0 ? (
          <EmptyState icon="log">{t('logEmpty')}</EmptyState>
        ) : (
          <ol className="role-log">
            {data.rows.map((row) => (
              <LogLine key={row.id} row={row} />
            ))}
          </ol>
        )
      ) : error ? (
        <ErrorState error={error} />
      ) : (
        <Skeleton lines={6} />
      )}
    </SideDrawer>
  )
}

function LogLine({ row: { at, loginname, act, before, after } }: { row: OperationRow }) {
  const language = useLanguage()
  const zone = useZone()
  const [from, to] = [readLogged(before), readLogged(after)]
  return (
    <li>
      <p>
        {formatTime(at, zone)} · {loginname} · {actName(act, language)}
      </p>
      {from && to && <ChangeList changes={changesOf(from, to)} />}
    </li>
  )
}
