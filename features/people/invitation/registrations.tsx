// Roles with their open registrations.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './invitation.css'
import { formOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { NumberField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { OnceDialog, OnceValue } from '../../../ui/once-dialog.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { closeRegistration, openRegistration, queryRegistrations, type Registration } from './contract.ts'
import { invitationText } from './text.ts'

const linkOf = (roleuuid: string) => window.location.origin + pathOf('/register/{roleuuid}', { roleuuid })

export function Registrations() {
  const t = useText(invitationText)
  const list = useList({ view: 'registrations' })
  const query = useQuery(queryOf(queryRegistrations, {}))
  const [opening, setOpening] = useState<Registration>()
  const [made, setMade] = useState<string>()
  return (
    <>
      <p className="invitation-about">{t('registerAbout')}</p>
      <DataTable
        label={t('registrations')}
        columns={useColumns()}
        query={query}
        list={list}
        keyOf={({ roleId }) => roleId}
        acts={(role) => <RoleActs role={role} onOpen={() => setOpening(role)} />}
        empty={
          <EmptyState icon="people" isRanged>
            {t('noRoles')}
          </EmptyState>
        }
      />
      {opening && <OpenForm role={opening} onMade={setMade} onClose={() => setOpening(undefined)} />}
      {made !== undefined && (
        <OnceDialog title={t('registerLink')} once={t('registerOnce')} onClose={() => setMade(undefined)}>
          <OnceValue term={t('link')} value={linkOf(made)} />
        </OnceDialog>
      )}
    </>
  )
}

function useColumns(): Column<Registration>[] {
  const t = useText(invitationText)
  const shown = useName()
  const zone = useZone()
  const stateOf = ({ until, isVoid }: Registration) => {
    if (until === null) return t('closed')
    return isVoid ? t('void') : t('until', { at: formatTime(until, zone).slice(0, 16) })
  }
  return [
    { key: 'name', title: t('role'), cell: ({ name }) => shown(name), text: ({ name }) => shown(name) },
    { key: 'roleType', title: t('type'), cell: ({ roleType }) => t(roleType) },
    {
      key: 'state',
      zone,
      title: t('state'),
      cell: (role) => <span title={role.isVoid ? t('voidNote') : undefined}>{stateOf(role)}</span>,
      text: stateOf,
    },
  ]
}

function RoleActs({ role: { roleId, name: source, isOpen }, onOpen }: { role: Registration; onOpen: () => void }) {
  const t = useText(invitationText)
  const name = useName()(source)
  const close = useConfirmed(closeRegistration)
  const ask = () => {
    const question = { title: t('closeTitle'), act: t('close'), target: name, note: t('closeNote') }
    return close({ roleId }, { ...question, done: t('closedNow', { name }) })
  }
  return (
    <>
      <Act kind="link" may="invitation:edit" onClick={onOpen}>
        {t(isOpen ? 'renew' : 'openAct')}
      </Act>
      {isOpen && (
        <Act kind="link" may="invitation:edit" onClick={() => void ask()}>
          {t('close')}
        </Act>
      )}
    </>
  )
}

type OpenProps = { role: Registration; onMade: (uuid: string) => void; onClose: () => void }

function OpenForm({ role: { roleId, name, isOpen }, onMade, onClose }: OpenProps) {
  const t = useText(invitationText)
  const shown = useName()
  const { mutateAsync } = useMutation(formOf(openRegistration))
  return (
    <FormDrawer<{ days: number }, { uuid: string }>
      open
      title={t('openTitle', { name: shown(name) })}
      act={t('openAct')}
      initial={{ days: 7 }}
      onSubmit={({ days }) => mutateAsync({ roleId, days })}
      onDone={({ uuid }) => onMade(uuid)}
      onClose={onClose}
    >
      <p className="invitation-about">{t('registerAbout')}</p>
      {isOpen && <p className="invitation-about">{t('openNote')}</p>}
      <NumberField name="days" label={t('days')} required min={1} max={limits.invitationDays} digits={0} />
    </FormDrawer>
  )
}
