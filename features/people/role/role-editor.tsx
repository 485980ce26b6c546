// Editor of a role: name, permission table, data range, regions, pending changes, and the bar that saves them.
import { useMutation } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId } from 'react'
import { mutationOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { Card } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { PlacedPermission } from '../../frame/permissions.ts'
import { nameOf } from '../../platform/open/translation-name.ts'
import { useTranslationNote } from '../../platform/open/translation-note.tsx'
import { editRole, type Role } from './contract.ts'
import type { Editing } from './draft.ts'
import { ChangeList } from './role-changes.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { RoleRange, RoleRegions } from './role-range.tsx'
import { roleText } from './text.ts'

type Shown = {
  editing: Editing
  keys: readonly PlacedPermission[]
  isExternal: boolean
  /** The edited role; null for a system role. */
  of: Role | null
  /** Reason why the role cannot be changed. */
  why: string | undefined
}

export function RoleEditor({ editing, keys, isExternal, of: role, why }: Shown) {
  const t = useText(roleText)
  const isLocked = why !== undefined
  const { draft, changes } = editing
  const allowed = keys.filter(({ key }) => draft.auths.includes(key))
  const pages = new Set(allowed.map(({ page }) => page))
  return (
    <Card flush>
      <header className="role-head">
        <h2>{t('menuAndFunctions')}</h2>
        <span>{t('menuCount', { count: pages.size, keys: allowed.length })}</span>
        <Legend why={why} />
      </header>
      {role && !isLocked && <NameAndRemark editing={editing} stored={role} />}
      <RoleMatrix editing={editing} keys={keys} isLocked={isLocked} isExternal={isExternal} />
      <RoleRange editing={editing} isLocked={isLocked} isExternal={isExternal} />
      <RoleRegions editing={editing} isLocked={isLocked} />
      {changes.length > 0 && (
        <section className="role-block">
          <h3>{t('changes', { count: changes.length })}</h3>
          <ChangeList changes={changes} />
        </section>
      )}
      {role && !isLocked && <SaveBar role={role} editing={editing} />}
    </Card>
  )
}

function Legend({ why }: { why: string | undefined }) {
  const t = useText(roleText)
  if (why)
    return (
      <span className="role-legend">
        <Icon name="lock" size={14} />
        {why}
      </span>
    )
  return (
    <span className="role-legend">
      <input type="checkbox" className="role-box" checked readOnly tabIndex={-1} aria-hidden />
      {t('allowed')}
      <input type="checkbox" className="role-box" checked={false} readOnly tabIndex={-1} aria-hidden />
      {t('notAllowed')}
      <Icon name="lock" size={14} />
      {t('lacking')}
    </span>
  )
}

type Stored = Pick<Role, 'name' | 'remark'>

function NameAndRemark({ editing: { draft, set }, stored }: { editing: Editing; stored: Stored }) {
  const t = useText(roleText)
  const notes = { name: useTranslationNote(stored.name), remark: useTranslationNote(stored.remark ?? '') }
  const ids = { name: useId(), remark: useId() }
  return (
    <div className="role-block role-names">
      <div>
        <label htmlFor={ids.name}>{t('name')}</label>
        <Input
          id={ids.name}
          value={draft.name}
          maxLength={limits.roleNameLength}
          status={draft.name.trim() === '' ? 'error' : ''}
          onChange={(event) => set({ name: event.target.value })}
        />
        {notes.name && <small>{notes.name}</small>}
      </div>
      <div>
        <label htmlFor={ids.remark}>{t('remark')}</label>
        <Input
          id={ids.remark}
          value={draft.remark ?? ''}
          maxLength={limits.remarkLength}
          onChange={(event) => set({ remark: event.target.value })}
        />
        {notes.remark && <small>{notes.remark}</small>}
      </div>
    </div>
  )
}

function SaveBar({ role, editing: { draft, changes, discard } }: { role: Role; editing: Editing }) {
  const t = useText(roleText)
  const { mutate, isPending } = useMutation(mutationOf(editRole))
  const isDirty = changes.length > 0
  const release = useLeaveGuard(isDirty && role.name, { query: true })
  if (!isDirty) return null
  const save = () =>
    mutate(
      { ...draft, id: role.id, version: role.version },
      {
        onSuccess: ({ name }) => {
          release()
          toast.good(t('saved', { name: nameOf(name) }))
        },
      },
    )
  return (
    <footer className="role-save">
      <Act kind="primary" may="role:edit" busy={isPending} onClick={save}>
        {t('save')}
      </Act>
      <PlainAct onClick={discard}>{t('discard')}</PlainAct>
      <span>{t('saveNote', { count: role.memberCount })}</span>
    </footer>
  )
}
