// Invitations of the organisation, and open registrations of its roles. [S2 /manage/account/enroll]
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatTime, nothingShown } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { OnceDialog, OnceValue } from '../../../ui/once-dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { pathOf } from '../../../ui/routes.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type Invitation, type InvitationState, queryInvitations, revokeInvitation } from './contract.ts'
import { InvitationForm } from './invitation-form.tsx'
import { Registrations } from './registrations.tsx'
import { invitationText } from './text.ts'

const stateTexts = {
  open: 'open',
  used: 'usedUp',
  expired: 'expired',
  revoked: 'revoked',
  void: 'void',
} as const satisfies Record<InvitationState, string>

export default function InvitationsPage() {
  const t = useText(invitationText)
  const list = useList({ view: 'records' })
  const { view } = list.filters
  const [isAdding, setAdding] = useState(false)
  const [code, setCode] = useState<string>()
  const add = (
    <Act kind="primary" icon="plus" may="invitation:edit" onClick={() => setAdding(true)}>
      {t('add')}
    </Act>
  )
  return (
    <>
      <PageHeader title={t('title')}>
        <Segmented
          label={t('title')}
          value={view}
          options={(['records', 'registrations'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(next) => list.setFilter({ view: next })}
        />
        {add}
      </PageHeader>
      {view === 'registrations' ? <Registrations /> : <Records list={list} add={add} />}
      {isAdding && <InvitationForm onClose={() => setAdding(false)} onMade={setCode} />}
      {code && (
        <OnceDialog title={t('onceTitle')} once={t('once')} width={600} onClose={() => setCode(undefined)}>
          <OnceValue term={t('link')} value={window.location.origin + pathOf('/enroll/{code}', { code })} />
        </OnceDialog>
      )}
    </>
  )
}

function Records({ list, add }: { list: ReturnType<typeof useList<{ view: string }>>; add: ReactNode }) {
  const t = useText(invitationText)
  const query = useQuery({
    ...queryOf(queryInvitations, { pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: (before) => before,
  })
  return (
    <DataTable
      label={t('records')}
      columns={useColumns()}
      query={query}
      list={{ ...list, filtered: false }}
      keyOf={({ id }) => id}
      acts={(invitation) => <RevokeAct invitation={invitation} />}
      empty={
        <EmptyState icon="link" may="invitation:edit" act={add}>
          {t('about')}
        </EmptyState>
      }
    />
  )
}

function useColumns(): Column<Invitation>[] {
  const t = useText(invitationText)
  const shown = useName()
  const zone = useZone()
  const time = (at: number) => formatTime(at, zone).slice(0, 16)
  return [
    { key: 'email', title: t('for'), cell: ({ email }) => email ?? t('anyone') },
    { key: 'roleType', title: t('type'), cell: ({ roleType }) => t(roleType) },
    { key: 'roleName', title: t('role'), cell: ({ roleName }) => (roleName === null ? nothingShown : shown(roleName)) },
    {
      key: 'departmentName',
      title: t('department'),
      cell: ({ departmentName }) => (departmentName === null ? nothingShown : shown(departmentName)),
      phone: 'hide',
    },
    {
      key: 'used',
      title: t('used'),
      cell: ({ uses, maxUses }) => (
        <span title={joinWords(uses.map(({ loginname }) => loginname))}>
          {t('usedOf', { count: uses.length, max: maxUses })}
          {uses.length > 0 && ` · ${joinWords(uses.map(({ loginname }) => loginname))}`}
        </span>
      ),
    },
    { key: 'creator', title: t('creator'), phone: 'hide' },
    { key: 'createdAt', zone, title: t('createdAt'), cell: ({ createdAt }) => time(createdAt), phone: 'hide' },
    { key: 'expiresAt', zone, title: t('expiresAt'), cell: ({ expiresAt }) => time(expiresAt), phone: 'hide' },
    {
      key: 'state',
      title: t('state'),
      cell: ({ state }) => <span title={state === 'void' ? t('voidNote') : undefined}>{t(stateTexts[state])}</span>,
      phone: 'end',
    },
  ]
}

function RevokeAct({ invitation: { id, state, email, roleName, roleType } }: { invitation: Invitation }) {
  const t = useText(invitationText)
  const shown = useName()
  const revoke = useConfirmed(revokeInvitation)
  const ask = () => {
    const target = email ?? (roleName === null ? t(roleType) : shown(roleName))
    const question = { title: t('revokeTitle'), act: t('revoke'), target, note: t('revokeNote') }
    return revoke({ id }, { ...question, done: t('revokedNow') })
  }
  return (
    <Act
      kind="link"
      may="invitation:edit"
      why={state !== 'open' && state !== 'void' && t('notOpen')}
      onClick={() => void ask()}
    >
      {t('revoke')}
    </Act>
  )
}
