// List of roles beside the editor: system roles, the company's roles, and those for customers.
import { useEffect, useRef } from 'react'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Go } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { OwnRoleType, Role, SystemRole } from './contract.ts'
import { roleText } from './text.ts'

export const roleAddress = (role: Role | SystemRole): string =>
  'id' in role ? `/manage/orgal/role?id=${role.id}` : `/manage/orgal/role?type=${role.roleType}`

const typeKeys = {
  admin: 'admin',
  operation: 'operationPlain',
  enterprise: 'enterprise',
  internal: 'internalPlain',
  external: 'externalPlain',
} as const

/** A system role is named after the accounts that have it. */
export function useRoleName(): (role: Role | SystemRole) => string {
  const t = useText(roleText)
  const shown = useName()
  return (role) => ('id' in role ? shown(role.name) : t(typeKeys[role.roleType]))
}

const sections: readonly [OwnRoleType, 'own' | 'ownStaff' | 'customers'][] = [
  ['operation', 'ownStaff'],
  ['internal', 'own'],
  ['external', 'customers'],
]

/** Roles in the order of the list. */
export const inOrder = (roles: readonly Role[]): Role[] =>
  sections.flatMap(([type]) => roles.filter(({ roleType }) => roleType === type))

type Shown = {
  system: readonly SystemRole[]
  roles: readonly Role[]
  current: Role | SystemRole | undefined
  onAdd: () => void
}

export function RoleList({ system, roles, current, onAdd }: Shown) {
  const t = useText(roleText)
  const list = useRef<HTMLDivElement>(null)
  const shown = current && roleAddress(current)
  // On a phone the list is shorter than its content, so it scrolls to the selected role.
  useEffect(() => {
    const link = shown && list.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (link) list.current?.scrollTo({ top: link.offsetTop - (list.current.clientHeight - link.offsetHeight) / 2 })
  }, [shown])
  return (
    <nav className="role-list" aria-label={t('roles')}>
      <div className="role-list-inside" ref={list}>
        <Part title={t('system')} roles={system} current={current} isLocked />
        {sections.map(([type, title]) => {
          const own = roles.filter(({ roleType }) => roleType === type)
          return own.length > 0 && <Part key={type} title={t(title)} roles={own} current={current} />
        })}
        {roles.length === 0 && <p className="role-faint">{t('noRoles')}</p>}
      </div>
      <footer>
        <Act kind="link" icon="plus" may="role:edit" onClick={onAdd}>
          {t('add')}
        </Act>
      </footer>
    </nav>
  )
}

type PartProps = {
  title: string
  roles: readonly (Role | SystemRole)[]
  current: Role | SystemRole | undefined
  isLocked?: boolean
}

function Part({ title, roles, current, isLocked = false }: PartProps) {
  const t = useText(roleText)
  const nameOf = useRoleName()
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {roles.map((role) => (
          <li key={roleAddress(role)}>
            <Go to={roleAddress(role)} current={role === current}>
              <span>{nameOf(role)}</span>
              {isLocked && <Icon name="lock" size={14} label={t('locked')} />}
              <b title={t('memberCount', { count: role.memberCount })}>{role.memberCount}</b>
            </Go>
          </li>
        ))}
      </ul>
    </section>
  )
}
