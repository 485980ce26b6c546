// Why a member may or may not act on a device: the platform's own decision, step by step.
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { AccountId, EquipmentId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useNavigationTree } from '../../../ui/navigation-tree.ts'
import { Card } from '../../../ui/page-header.tsx'
import { Bar, ErrorState } from '../../../ui/states.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import { queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { keyWord } from '../../frame/permission-words.ts'
import { offeredPermissions } from '../../frame/permissions.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type Role, type SystemRole, type WhyStep, whyMay } from './contract.ts'
import { membersOf } from './role-drawers.tsx'
import { isAboutDevices } from './rules.ts'
import { roleText } from './text.ts'

type Asked = { accountId: AccountId; key: Permission; equipmentId: EquipmentId }

export function RoleWhy({ role }: { role: Role | SystemRole }) {
  const t = useText(roleText)
  const language = useLanguage()
  const name = useName()
  const { pages } = useNavigationTree()
  const [asked, setAsked] = useState<Partial<Asked>>({ key: 'signal:write' })
  const members = useQuery(membersOf(role)).data?.rows
  const { data: devices } = useQuery(queryOf(queryEquipmentsByUser, { keyword: null }))
  const pageOf = (path: string) => {
    const route = pages.find((each) => each.path === path)
    return labelIn(route?.menu?.label ?? route?.title, language) ?? path
  }
  const actions = offeredPermissions.filter(({ key }) => isAboutDevices(key))
  const { accountId, key, equipmentId } = asked
  const isComplete = members?.some((each) => each.accountId === accountId) && key && equipmentId
  return (
    <Card title={t('why')}>
      <div className="role-why">
        <Select
          aria-label={t('whyMember')}
          placeholder={t('whyMember')}
          value={members?.some((each) => each.accountId === accountId) ? accountId! : null}
          showSearch={{ optionFilterProp: 'label' }}
          options={(members ?? []).map((each) => ({ value: each.accountId, label: name(each.name) }))}
          onChange={(next: AccountId) => setAsked({ ...asked, accountId: next })}
        />
        <Select
          aria-label={t('whyAction')}
          placeholder={t('whyAction')}
          value={key ?? null}
          showSearch={{ optionFilterProp: 'label' }}
          options={actions.map((place) => ({
            value: place.key,
            label: `${pageOf(place.page)} · ${keyWord(place.key, language)}`,
          }))}
          onChange={(next: Permission) => setAsked({ ...asked, key: next })}
        />
        <Select
          aria-label={t('whyDevice')}
          placeholder={t('whyDevice')}
          value={equipmentId ?? null}
          showSearch={{ optionFilterProp: 'label' }}
          options={(devices ?? []).map((each) => ({ value: each.id, label: name(each.name) }))}
          onChange={(next: EquipmentId) => setAsked({ ...asked, equipmentId: next })}
        />
      </div>
      {isComplete ? <Answer asked={asked as Asked} /> : <p className="role-faint">{t('whyAsk')}</p>}
    </Card>
  )
}

function Answer({ asked }: { asked: Asked }) {
  const t = useText(roleText)
  const name = useName()
  const { data, error } = useQuery(queryOf(whyMay, asked))
  if (error) return <ErrorState error={error} />
  if (!data) return <Bar />
  return (
    <div className={data.may ? 'role-answer role-may' : 'role-answer'} role="status">
      <b>{t(data.may ? 'may' : 'mayNot')}</b>
      <ol>
        {data.steps.map((step) => (
          <li key={step.step} className={step.ok ? undefined : 'role-refuses'}>
            <Icon name={step.ok ? 'check' : 'close'} size={14} />
            <span>{stepName(step, t)}</span>
            {stepWords(step, t, name)}
          </li>
        ))}
      </ol>
    </div>
  )
}

type T = (typeof roleText)['t']

const stepName = ({ step }: WhyStep, t: T): string =>
  ({
    account: t('stepAccount'),
    function: t('stepFunction'),
    device: t('stepDevice'),
    right: t('stepRight'),
  })[step]

function stepWords(step: WhyStep, t: T, name: (source: string) => string): string {
  switch (step.step) {
    case 'account':
      return t(step.by === 'active' ? 'by_active' : 'by_disabled')
    case 'function':
      if (step.by === 'type') return t(step.ok ? 'by_type' : 'not_type')
      return t(step.ok ? 'by_role' : 'not_role', { what: step.what ?? '' })
    case 'device': {
      const what = name(step.what ?? '')
      if (step.by === 'account') return t('by_account', { what })
      return step.by === 'role' ? t('by_roleGrant', { what }) : t(`by_${step.by}`)
    }
    case 'right':
      return t(`by_${step.by}`)
  }
}
