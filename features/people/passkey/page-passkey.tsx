// The page of the account's passkeys.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './passkey.css'
import { formOf, mutationOf, queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatAge, formatDate } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { reloadMe, useMe, useZone } from '../../../ui/me.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { Go } from '../../../ui/place.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { RecoveryCodes } from '../second-factor/part-recovery-codes.tsx'
import { SignInHead } from '../session/part-sign-in-head.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { type finishPasskey, type Passkey, queryPasskeys, removePasskey, renamePasskey } from './contract.ts'
import { cannotUsePasskeys } from './rules.ts'
import { passkeyText } from './text.ts'

export default function PasskeyPage() {
  const t = useText(passkeyText)
  const list = useList()
  const query = useQuery(queryOf(queryPasskeys, {}))
  const [open, setOpen] = useState<'add' | Passkey>()
  const [codes, setCodes] = useState<readonly string[]>()
  const why = useWhyNone(query.data)
  const isDue = useMe()?.setUpStep === true
  const remove = useRemove()
  const close = () => setOpen(undefined)
  const made = async ({ recoveryCodes }: OutputOf<typeof finishPasskey>) => {
    if (recoveryCodes) setCodes(recoveryCodes)
    if (isDue) await reloadMe()
  }
  return (
    <>
      <SignInHead title={t('title')} about={t('about')}>
        <Act kind="primary" icon="plus" why={why} onClick={() => setOpen('add')}>
          {t('add')}
        </Act>
      </SignInHead>
      {why && query.data && query.data.length > 0 && <p className="passkey-note">{why}</p>}
      {isDue && (
        <p className="passkey-note">
          {t('required')} <Go to="/account/security/second-factor">{t('requiredLink')}</Go>
        </p>
      )}
      <DataTable
        label={t('title')}
        columns={useColumns()}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        acts={(passkey) => (
          <>
            <Act kind="link" onClick={() => setOpen(passkey)}>
              {t('rename')}
            </Act>
            <Act kind="link" onClick={() => void remove(passkey)}>
              {t('remove')}
            </Act>
          </>
        )}
        empty={<EmptyState icon="key">{why ?? t('empty')}</EmptyState>}
      />
      {open === 'add' && <AddPasskey onMade={(done) => void made(done)} onClose={close} />}
      {open && open !== 'add' && <Rename passkey={open} onClose={close} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

/** Reason why no passkey can be added. */
function useWhyNone(passkeys: readonly Passkey[] | undefined): string | undefined {
  const t = useText(passkeyText)
  const why = cannotUsePasskeys()
  if (why) return t(why)
  return passkeys && passkeys.length >= limits.passkeys ? t('full', { limit: limits.passkeys }) : undefined
}

function useColumns(): Column<Passkey>[] {
  const t = useText(passkeyText)
  const zone = useZone()
  const language = useLanguage()
  const now = useNow()
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ name, isSynced, isBlocked }) => (
        <span className="passkey-name">
          {name}
          {isBlocked && <Tag title={t('blockedNote')}>{t('blocked')}</Tag>}
          {isSynced && !isBlocked && (
            <Tag minor title={t('syncedNote')}>
              {t('synced')}
            </Tag>
          )}
        </span>
      ),
    },
    {
      key: 'createdAt',
      zone,
      title: t('created'),
      cell: ({ createdAt }) => formatDate(createdAt, zone),
      phone: 'hide',
    },
    {
      key: 'usedAt',
      title: t('used'),
      cell: ({ usedAt }) => (usedAt === null ? t('never') : formatAge(now - usedAt, language)),
    },
  ]
}

function Rename({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText(passkeyText)
  const { mutateAsync: rename } = useMutation(formOf(renamePasskey))
  return (
    <FormDrawer<{ name: string }, string>
      open
      title={t('renameTitle')}
      initial={{ name }}
      onSubmit={async (values) => {
        await rename({ id, ...values })
        return values.name
      }}
      onDone={(now) => toast.good(t('renamed', { name: now }))}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} required max={limits.passkeyNameLength} />
    </FormDrawer>
  )
}

function useRemove() {
  const t = useText(passkeyText)
  const { mutate } = useMutation(mutationOf(removePasskey))
  return async ({ id, name }: Passkey) => {
    const note = t('removeNote')
    const yes = await confirm({ title: t('removeTitle'), act: t('remove'), target: name, note, danger: true })
    if (yes) mutate({ id }, { onSuccess: () => toast.good(t('removed', { name })) })
  }
}
