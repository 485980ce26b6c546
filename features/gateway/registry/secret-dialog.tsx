// Shows code and secret of a gateway once, with command lines that run its agent against this platform's broker.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './registry.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { download } from '../../../ui/download.ts'
import { Copyable } from '../../../ui/key-values.tsx'
import { StatusDot } from '../../../ui/marks.tsx'
import { OnceDialog, OnceTold, OnceValue } from '../../../ui/once-dialog.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { claimGateway } from '../binding/contract.ts'
import { queryGateways } from '../gateway/contract.ts'
import { type BrokerAddress, brokerAddress, queryUnclaimed } from './contract.ts'
import { caFile, installCommand, runCommand } from './edge-command.ts'
import { registerText } from './register-text.ts'
import { registryText } from './text.ts'

export type Shown = { sn: string; secret: string; code?: string }

const lookMs = 2_000

/** A dialog with secrets. `note`: shown for a gateway that was claimed just now. */
type Dialog = { title: string; note?: string; shown: Shown; onClose: () => void }

export function SecretDialog({ title, note, shown, onClose }: Dialog) {
  const t = useText(registryText)
  const { sn, secret, code } = shown
  return (
    <OnceDialog
      title={title}
      {...(note ? { note } : {})}
      once={t('once')}
      width={680}
      footer={<Progress sn={sn} code={note ? undefined : code} onClose={onClose} />}
      onClose={onClose}
    >
      {code && <OnceValue term={t('code')} note={t('codeNote')} value={code} />}
      <OnceValue term={t('secret')} value={secret} />
      <Commands sn={sn} secret={secret} />
    </OnceDialog>
  )
}

/** How to install the agent; without a secret if it is no longer shown. */
export function Commands({ sn, secret }: { sn: string; secret?: string }) {
  const t = useText(registerText)
  const { data: address, error, refetch } = useQuery(queryOf(brokerAddress, {}))
  if (!address) {
    return (
      <OnceTold term={t('install')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={3} />}
      </OnceTold>
    )
  }
  const { hostname, origin } = window.location
  const install = installCommand(sn, address, origin)
  const run = runCommand(sn, secret, address, hostname)
  return (
    <>
      <Authority address={address} />
      <OnceTold term={t('install')} note={t('installNote')}>
        <Copyable text={install}>
          <code className="registry-command">{install}</code>
        </Copyable>
        {address.isLocal && <small>{t('isLocal')}</small>}
        {!address.secure && !address.isLocal && <small>{t('isPlain')}</small>}
      </OnceTold>
      <OnceTold term={t('run')} note={t(secret === undefined ? 'runAskNote' : 'runNote')}>
        <p className="registry-files">
          <a href="/agent/gatehouse-edge.mjs" download>
            gatehouse-edge.mjs
          </a>
          <a href="/agent/gatehouse-edge.mjs.sha256" target="_blank" rel="noreferrer">
            SHA-256
          </a>
        </p>
        <Copyable text={run}>
          <code className="registry-command">{run}</code>
        </Copyable>
      </OnceTold>
    </>
  )
}

/** The certificate of a private authority, which the agent needs to trust the broker. */
function Authority({ address: { ca, isCaMissing } }: { address: BrokerAddress }) {
  const t = useText(registerText)
  if (isCaMissing) return <OnceTold term={t('ca')}>{t('caMissing', { file: caFile })}</OnceTold>
  if (ca === null) return null
  return (
    <OnceTold term={t('ca')} note={t('caNote')}>
      <div className="registry-authority">
        <PlainAct icon="download" onClick={() => download(caFile, ca)}>
          {t('caSave', { file: caFile })}
        </PlainAct>
      </div>
    </OnceTold>
  )
}

/** Whether the agent is connected, and for an unclaimed gateway the action that claims it. */
function Progress({ sn, code, onClose }: { sn: string; code: string | undefined; onClose: () => void }) {
  const t = useText(registerText)
  const words = useText(registryText)
  const [isClaimed, setIsClaimed] = useState(code === undefined)
  const asked = { keyword: sn, pageSize: 10 }
  const unclaimed = useQuery({ ...queryOf(queryUnclaimed, asked), enabled: !isClaimed, refetchInterval: lookMs })
  const claimed = useQuery({ ...queryOf(queryGateways, asked), enabled: isClaimed, refetchInterval: lookMs })
  const { mutate, isPending } = useMutation(mutationOf(claimGateway))
  const rows: readonly { sn: string; state: 'online' | 'offline' | 'sleeping' }[] =
    (isClaimed ? claimed : unclaimed).data?.rows ?? []
  const isOnline = rows.find((row) => row.sn === sn)?.state === 'online'
  const claim = () => {
    const done = () => {
      toast.good(t('claimed', { sn }))
      setIsClaimed(true)
    }
    mutate({ sn, code: code ?? '' }, { onSuccess: done })
  }
  return (
    <>
      <p className="registry-progress" role="status">
        <StatusDot state={isOnline ? 'online' : 'offline'}>{t(isOnline ? 'connected' : 'waiting')}</StatusDot>
        {code && <span>{isClaimed ? t('nextBind') : words('next')}</span>}
      </p>
      <div className="once-acts">
        {code && !isClaimed && (
          <Act may="gateway:add" busy={isPending} onClick={claim}>
            {t('claimNow')}
          </Act>
        )}
        <PlainAct kind="primary" onClick={onClose}>
          {words('done')}
        </PlainAct>
      </div>
    </>
  )
}
