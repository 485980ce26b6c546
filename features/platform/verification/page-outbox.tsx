// The channels for e-mail and SMS, and the messages stored on a development platform. [S2 beside]
import { useQuery } from '@tanstack/react-query'
import './outbox.css'
import { queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useZone } from '../../../ui/me.ts'
import { Card, PageHeader } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { queryOutbox } from './contract.ts'
import { verificationText } from './text.ts'

const refreshMs = 5000
type Outbox = OutputOf<typeof queryOutbox>

export default function OutboxPage() {
  const t = useText(verificationText)
  const { data, error, refetch } = useQuery({ ...queryOf(queryOutbox, {}), refetchInterval: refreshMs })
  return (
    <>
      <PageHeader title={t('title')}>
        <PlainAct icon="refresh" onClick={() => void refetch()}>
          {t('refresh')}
        </PlainAct>
      </PageHeader>
      {data ? (
        <div className="outbox">
          <Channels channels={data.channels} />
          <Messages {...data} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </>
  )
}

const settings = { email: 'SMTP_URL', sms: 'SMS_URL', phone: 'PHONE_URL' } as const

function Channels({ channels }: Pick<Outbox, 'channels'>) {
  const t = useText(verificationText)
  return (
    <Card title={t('channels')}>
      <KeyValues
        columns={2}
        rows={channels.map(({ channel, by, isFailing }) => ({
          label: t(channel),
          value: (
            <>
              {by === 'off' ? t('off', { setting: settings[channel] }) : t(by)}
              {isFailing && <span className="outbox-failing">{t('failing')}</span>}
            </>
          ),
        }))}
      />
    </Card>
  )
}

function Messages({ channels, messages }: Outbox) {
  const t = useText(verificationText)
  const zone = useZone()
  const isKept = channels.some(({ by }) => by === 'outbox')
  return (
    <Card title={t('kept')} flush={messages.length > 0}>
      {messages.length === 0 ? (
        <EmptyState icon="mail">{t(isKept ? 'none' : 'sent')}</EmptyState>
      ) : (
        <ul className="outbox-list" aria-label={t('kept')}>
          {messages.map(({ at, channel, to, text }) => (
            <li key={`${at} ${to} ${text}`}>
              <header>
                <strong>{to}</strong>
                <span>{t(channel)}</span>
                <time>{formatTime(at, zone)}</time>
              </header>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
