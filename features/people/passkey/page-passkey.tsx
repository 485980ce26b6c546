// The page of the account's passkeys.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './passkey.css'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatAge, formatDate } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { reloadMe, useMe, useZone } from '../../../ui/me.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { Go } from '../../../ui/place.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { RecoveryCodes } from '../second-factor/part-recovery-codes.tsx'
import { SignInHead } from '../session/part-sign-in-head.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { type finishPasskey, type Passkey, queryPasskeys, removePasskey, renamePasskey } from './contract.ts'
import { cannotUsePasskeys } from './rules.ts'
import { passkeyText } from './text.ts'

export default function PasskeyPage() {
  const t = useText(passkeyText)
  const query = useQuery(queryOf(queryPasskeys, {}))
  const [codes, setCodes] = useState<readonly string[]>()
  const why = useWhyNone(query.data)
  const isDue = useMe()?.setUpStep === true
  const remove = useConfirmed(removePasskey)
  const askRemove = ({ id, name }: Passkey) => {
    const question = { title: t('removeTitle'), act: t('remove'), target: name, note: t('removeNote') }
    return remove({ id }, { ...question, done: t('removed', { name }) })
  }
  const made = async ({ recoveryCodes }: OutputOf<typeof finishPasskey>) => {
    if (recoveryCodes) setCodes(recoveryCodes)
    if (isDue) await reloadMe()
  }
  return (
    <>
      <ListRoom
        title={t('title')}
        head={(add) => (
          <>
            <SignInHead title={t('title')} about={t('about')}>
              {add}
            </SignInHead>
            {why && query.data && query.data.length > 0 && <p className="passkey-note">{why}</p>}
            {isDue && (
              <p className="passkey-note">
                {t('required')} <Go to="/account/security/second-factor">{t('requiredLink')}</Go>
              </p>
            )}
          </>
        )}
        add={{ label: t('add'), why }}
        empty={{ icon: 'key', about: why ?? t('empty'), hasAct: false }}
        columns={useColumns()}
        query={query}
        acts={(passkey, rename) => [
          { label: t('rename'), onClick: rename },
          { label: t('remove'), onClick: () => void askRemove(passkey) },
        ]}
        form={(passkey, onClose) =>
          passkey ? (
            <Rename passkey={passkey} onClose={onClose} />
          ) : (
            <AddPasskey onMade={(done) => void made(done)} onClose={onClose} />
          )
        }
      />
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
