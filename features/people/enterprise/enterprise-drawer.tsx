// The drawer of an enterprise for the operator: its data, its enterprise accounts, and disabling it.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf, mutationOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { AsOf, type ReadAt } from '../../../ui/as-of.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatDate } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import type { RoomAct } from '../account/part-act.ts'
import type { Shown } from '../account/part-secret-once.tsx'
import { SignInActs, type SignInCalls, SignInForm } from '../account/part-sign-in.tsx'
import {
  disableEnterprise,
  disableEnterpriseAccount,
  type Enterprise,
  type EnterpriseAccount,
  enableEnterprise,
  enableEnterpriseAccount,
  resetEnterprisePassword,
  resetEnterpriseSecondFactor,
} from './contract.ts'
import { EnterpriseAccountForm } from './enterprise-account-form.tsx'
import { enterpriseText } from './text.ts'

const signIn: SignInCalls = {
  may: 'enterprise:edit',
  disable: mutationOf(disableEnterpriseAccount),
  enable: mutationOf(enableEnterpriseAccount),
  resetSecondFactor: mutationOf(resetEnterpriseSecondFactor),
  resetPassword: formOf(resetEnterprisePassword),
}

type Open = { what: 'add' } | { what: 'edit' | 'password' | RoomAct; account: EnterpriseAccount }

export function EnterpriseDrawer({
  enterprise,
  query,
  onClose,
  onDrawn,
}: {
  enterprise: Enterprise
  /** The query that loaded the enterprise. */
  query: ReadAt
  onClose: () => void
  onDrawn: (shown: Shown) => void
}) {
  const t = useText(enterpriseText)
  const [open, setOpen] = useState<Open>()
  const { accounts } = enterprise
  const limit = limits.enterpriseAccounts
  const close = () => setOpen(undefined)
  const enabled = accounts.filter(({ disabled }) => !disabled)
  return (
    <SideDrawer open title={enterprise.name} width={560} onClose={onClose}>
      <AsOf query={query} />
      <Data enterprise={enterprise} />
      <StateAct enterprise={enterprise} />
      <div className="enterprise-heading">
        <h3>{t('enterpriseAccounts')}</h3>
        <Act
          icon="plus"
          may="enterprise:edit"
          why={accounts.length >= limit && t('full', { limit })}
          onClick={() => setOpen({ what: 'add' })}
        >
          {t('addAccount')}
        </Act>
      </div>
      <p className="enterprise-note">{t('accountsNote', { limit })}</p>
      <ul className="enterprise-accounts" aria-label={t('enterpriseAccounts')}>
        {accounts.map((account) => (
          <AccountLine
            key={account.id}
            account={account}
            isLast={enabled.length === 1 && !account.disabled}
            onOpen={(what) => setOpen({ what, account })}
          />
        ))}
      </ul>
      {open?.what === 'add' && <EnterpriseAccountForm orgId={enterprise.id} onClose={close} onDrawn={onDrawn} />}
      {open?.what === 'edit' && (
        <EnterpriseAccountForm orgId={enterprise.id} account={open.account} onClose={close} onDrawn={onDrawn} />
      )}
      {open && open.what !== 'add' && open.what !== 'edit' && (
        <SignInForm
          what={open.what}
          kind="enterprise"
          account={open.account}
          calls={signIn}
          onClose={close}
          onDrawn={onDrawn}
        />
      )}
    </SideDrawer>
  )
}

function Data({ enterprise }: { enterprise: Enterprise }) {
  const t = useText(enterpriseText)
  const { contact, phone, email, address, zone, remark, createdAt, disabled } = enterprise
  return (
    <KeyValues
      columns={2}
      rows={[
        { label: t('state'), value: t(disabled ? 'disabled' : 'enabled') },
        { label: t('contact'), value: contact },
        { label: t('phone'), value: phone },
        { label: t('email'), value: email },
        { label: t('address'), value: address },
        { label: t('zone'), value: zone },
        { label: t('created'), value: formatDate(createdAt, zone) },
        { label: t('remark'), value: remark },
      ]}
    />
  )
}

function StateAct({ enterprise: { id, name, disabled } }: { enterprise: Enterprise }) {
  const t = useText(enterpriseText)
  const disable = useConfirmed(disableEnterprise)
  const enable = useMutation(mutationOf(enableEnterprise))
  const ask = () => {
    const question = { title: t('disableTitle'), act: t('disable'), target: name, note: t('disableNote') }
    return disable({ id }, { ...question, done: t('disabledNow', { name }) })
  }
  const open = () => enable.mutate({ id }, { onSuccess: () => toast.good(t('enabledNow', { name })) })
  return (
    <p className="enterprise-acts">
      {disabled ? (
        <Act may="enterprise:edit" onClick={open}>
          {t('enable')}
        </Act>
      ) : (
        <Act kind="danger" may="enterprise:edit" onClick={() => void ask()}>
          {t('disable')}
        </Act>
      )}
    </p>
  )
}

function AccountLine({
  account,
  isLast,
  onOpen,
}: {
  account: EnterpriseAccount
  isLast: boolean
  onOpen: (what: 'edit' | 'password' | RoomAct) => void
}) {
  const t = useText(enterpriseText)
  const { loginname, name, disabled, changePassword } = account
  const state = disabled ? t('disabled') : changePassword ? t('firstPassword') : t('enabled')
  return (
    <li>
      <span className="enterprise-person">
        <span className={disabled ? 'enterprise-disabled' : undefined}>{loginname}</span>
        <small>
          {name} · {state}
        </small>
      </span>
      <span className="enterprise-acts">
        <SignInActs account={account} calls={signIn} whyNotDisabled={isLast && t('last')} onOpen={onOpen} />
      </span>
    </li>
  )
}
