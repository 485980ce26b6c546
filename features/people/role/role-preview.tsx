// Pages and devices of a member of the role, computed from the draft on the screen.
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { AccountId } from '../../../contract/fields.ts'
import { useLanguage } from '../../../ui/language.ts'
import { mayI } from '../../../ui/me.ts'
import { useNavigationTree } from '../../../ui/navigation-tree.ts'
import { Card } from '../../../ui/page-header.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { menuOf } from '../../../ui/routes.ts'
import { Bar } from '../../../ui/states.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { authsOf, rangeOf } from '../access/rules.ts'
import { queryRoleDevices, type Role } from './contract.ts'
import type { Editing } from './draft.ts'
import { membersOf } from './role-drawers.tsx'
import { roleText } from './text.ts'

// The value for all regions in the select, which cannot hold null.
const every = 0

export function RolePreview({ role, editing: { draft, changes } }: { role: Role; editing: Editing }) {
  const t = useText(roleText)
  const shown = useName()
  const [member, setMember] = useState<AccountId>()
  const members = useQuery(membersOf(role)).data?.rows ?? []
  // A member chosen for another role is not a member of this one.
  const chosen = members.some(({ accountId }) => accountId === member) ? member : undefined
  const stand = { roleType: role.roleType, isGuest: false, role: draft }
  return (
    <Card
      title={t('seeAs')}
      act={
        <Select
          size="small"
          className="role-member"
          aria-label={t('whyMember')}
          value={chosen ?? every}
          popupMatchSelectWidth={false}
          options={[
            { value: every, label: t('anyMember') },
            ...members.map(({ accountId, name }) => ({ value: accountId, label: shown(name) })),
          ]}
          onChange={(next) => setMember(members.find(({ accountId }) => accountId === next)?.accountId)}
        />
      }
    >
      <div className="role-preview">
        <Menu auths={authsOf(stand)} />
        <Devices
          asked={{ id: role.id, accountId: chosen ?? null, dataRange: rangeOf(stand) }}
          views={authsOf(stand).includes('monitor:view')}
          writes={authsOf(stand).includes('signal:write')}
        />
      </div>
      {changes.length > 0 && <p className="role-faint">{t('draftNote')}</p>}
    </Card>
  )
}

function Menu({ auths }: { auths: ReturnType<typeof authsOf> }) {
  const t = useText(roleText)
  const language = useLanguage()
  const { tree, pages } = useNavigationTree()
  const seen = menuOf(tree, pages, (key) => auths.includes(key))
  // All pages that the current user may open.
  const all = menuOf(tree, pages, mayI)
  const seenPaths = new Set(seen.flatMap(({ entries }) => entries.map(({ path }) => path)))
  const unseen = all.flatMap(({ entries }) => entries.filter(({ path }) => !seenPaths.has(path)))
  return (
    <div className="role-menu">
      {seen.map((section) => (
        <section key={section.label.en}>
          <h3>{labelIn(section.label, language)}</h3>
          <ul>
            {section.entries.map(({ path, label }) => (
              <li key={path}>{labelIn(label, language)}</li>
            ))}
          </ul>
        </section>
      ))}
      {seen.length === 0 && <p>{t('noPages')}</p>}
      {unseen.length > 0 && (
        <p className="role-faint">
          {t('unseenPages', {
            names: joinWords(unseen.map(({ label }) => labelIn(label, language))),
          })}
        </p>
      )}
    </div>
  )
}

type Asked = { id: Role['id']; accountId: AccountId | null; dataRange: Role['dataRange'] }

/**
 * The devices of a role. `views`, `writes`: the role has the permission at all; without it no device is visible or
 * writable, whatever the data range is.
 */
function Devices({ asked, views, writes }: { asked: Asked; views: boolean; writes: boolean }) {
  const t = useText(roleText)
  const shown = useName()
  const { data } = useQuery(queryOf(queryRoleDevices, asked))
  const { accountId, dataRange } = asked
  const beside =
    dataRange === 'all'
      ? t('allOfCompany')
      : accountId === null && (dataRange === 'own' || dataRange === 'department')
        ? t(dataRange === 'own' ? 'plusMade' : 'plusDepartment')
        : undefined
  if (!data) return <Bar />
  return (
    <div className="role-devices">
      <p>
        <b>{t(views ? 'seesDevices' : 'rangeDevices', { count: data.visible })}</b>
        {data.visible > 0 && (
          <span>
            {!views ? t('viewsNone') : writes ? t('writesDevices', { count: data.writable }) : t('writesNone')}
          </span>
        )}
        {beside && <span>{beside}</span>}
      </p>
      {views && (
        <ul>
          {data.rows.map(({ id, name, mayWrite }) => {
            const canWrite = writes && mayWrite
            return (
              <li key={id}>
                <span>{shown(name)}</span>
                <small className={canWrite ? 'role-writes' : undefined}>{t(canWrite ? 'write' : 'look')}</small>
              </li>
            )
          })}
          {data.visible > data.rows.length && <li>…</li>}
        </ul>
      )}
    </div>
  )
}
