// The page of basic information and picture. [S2 /account/info/sms, nosms]
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import './info.css'
import { call, queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { dataUrlOf } from '../../../ui/data-url.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { setMe, whoAmI } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct, PlainField } from '../../../ui/plain.tsx'
import { PlainStep, usePlainForm } from '../../../ui/plain-form.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { getUserMessage } from '../security/contract.ts'
import { AccountPage } from '../security/part-account-frame.tsx'
import { setAvatar, updateLoginUser } from './contract.ts'
import { accountInfoText } from './text.ts'

type Own = OutputOf<typeof getUserMessage>

export default function InfoPage() {
  const t = useText(accountInfoText)
  const { path, go } = usePlace()
  const { data: own, error, refetch } = useQuery({ ...queryOf(getUserMessage, {}), staleTime: 0 })
  // Redirects to `nosms` if the platform sends no SMS, and to `sms` if it does.
  const right = own && `/account/info/${own.hasSms ? 'sms' : 'nosms'}`
  useEffect(() => {
    if (right && path !== right) go(right, { replace: true })
  }, [right, path, go])
  return (
    <AccountPage title={t('title')}>
      {own ? (
        <Card>
          <Picture own={own} />
          <Addresses own={own} />
          <InfoForm own={own} />
        </Card>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </AccountPage>
  )
}

function useReload(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [getUserMessage.path] })
}

function Picture({ own }: { own: Own }) {
  const t = useText(accountInfoText)
  const reload = useReload()
  const [busy, setBusy] = useState(false)
  const save = async (avatar: string, said: string) => {
    setBusy(true)
    try {
      const saved = await call(setAvatar, { avatar })
      const me = whoAmI()
      // The user menu shows the picture too.
      if (me) setMe({ ...me, avatar: saved.avatar })
      await reload()
      toast.good(said)
    } catch (error) {
      toast.bad(avatar ? new Error(t('uploadFailed', { reason: (error as Error).message })) : error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="info-picture">
      {own.avatar ? (
        <img src={own.avatar} alt={t('picture')} width={72} height={72} />
      ) : (
        <Icon name="person" size={40} />
      )}
      <div>
        <div className="info-picture-acts">
          <FileInput
            label={t('picture')}
            act={t('choose')}
            accept=".ico,.jpg,.jpeg,.png,.gif,.svg"
            maxBytes={limits.avatarBytes - 1}
            tooLarge={t('tooLarge')}
            busy={busy}
            onChange={(file) => void dataUrlOf(file).then((url) => save(url, t('pictureSet')))}
          />
          {own.avatar && (
            <PlainAct kind="link" busy={busy} onClick={() => void save('', t('pictureRemoved'))}>
              {t('remove')}
            </PlainAct>
          )}
        </div>
        <p>{t('pictureNote')}</p>
      </div>
    </div>
  )
}

function Addresses({ own }: { own: Own }) {
  const t = useText(accountInfoText)
  const shown = (what: 'tel' | 'email', mayChange: boolean) => (
    <span className="info-address">
      {own[what] ?? t('notSet')}
      {mayChange && (
        <Go to={`/account/security/sms/setup/${what}/validate`}>{t(own[what] === null ? 'set' : 'change')}</Go>
      )}
    </span>
  )
  return (
    <div className="info-fixed">
      <KeyValues
        rows={[
          { label: t('loginname'), value: own.loginname },
          own.hasSms && { label: t('tel'), value: shown('tel', true) },
          { label: t('email'), value: shown('email', own.hasMail) },
        ]}
      />
    </div>
  )
}

function InfoForm({ own }: { own: Own }) {
  const t = useText(accountInfoText)
  const reload = useReload()
  const form = usePlainForm({ name: own.name, company: own.company ?? '', address: own.address ?? '' })
  const { values } = form
  return (
    <PlainStep
      form={form}
      act={t('save')}
      faults={() => ({ name: values.name.trim() ? undefined : t('nameRequired') })}
      send={async () => {
        await call(updateLoginUser, values)
        await reload()
        const me = whoAmI()
        if (me) setMe({ ...me, name: values.name.trim() })
        toast.good(t('saved'))
      }}
    >
      <PlainField label={t('name')} {...form.field('name')} autoComplete="name" maxLength={limits.titleLength} />
      <PlainField
        label={t('company')}
        {...form.field('company')}
        autoComplete="organization"
        maxLength={limits.titleLength}
      />
      <PlainField
        label={t('address')}
        {...form.field('address')}
        autoComplete="street-address"
        maxLength={limits.remarkLength}
      />
    </PlainStep>
  )
}
