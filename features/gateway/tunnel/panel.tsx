// Remote download in the gateway panel: start, command line, current user, extend and end. [S2 Gateway panel] [S8
// 1321-1332]
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import './tunnel.css'
import { formOf, mutationOf, queryOf } from '../../../contract/call.ts'
import type { DriverId, EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { formatCountdown, formatNumber, formatSize, formatTime } from '../../../ui/format.ts'
import { Copyable, KeyValues } from '../../../ui/key-values.tsx'
import { StatusDot } from '../../../ui/marks.tsx'
import { useMay, useZone } from '../../../ui/me.ts'
import { useReason } from '../../../ui/reason.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { cannotCommand } from '../gateway/rules.ts'
import { endTunnel, extendTunnel, queryTunnel, startTunnel, type TunnelNow, type TunnelPast } from './contract.ts'
import { tunnelText } from './text.ts'

type Gateway = Parameters<typeof cannotCommand>[0]
type Ticket = { ticket: string; until: number }

const minuteMs = 60_000
const durations = [15, 30, 60, 120, 240]
const lookMs = 2000
/** The local program, served beside the pages. */
const program = 'gatehouse-tunnel.mjs'

export function TunnelPanel({ equipmentId, gateway }: { equipmentId: EquipmentId; gateway: Gateway }) {
  const t = useText(tunnelText)
  const [ticket, setTicket] = useState<Ticket>()
  const { data, error, refetch } = useQuery({ ...queryOf(queryTunnel, { equipmentId }), refetchInterval: lookMs })
  return (
    <section className="tunnel" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={3} />
        )
      ) : data.now ? (
        <OnePanel equipmentId={equipmentId} now={data.now} ticket={ticket} onTicket={setTicket} />
      ) : data.targets.length === 0 ? (
        <p>{t('noTargets')}</p>
      ) : (
        <StartForm equipmentId={equipmentId} gateway={gateway} targets={data.targets} onTicket={setTicket} />
      )}
      {data?.last && !data.now && <Last last={data.last} />}
    </section>
  )
}

type Target = { driverId: DriverId; name: string; host: string; port: number }

function StartForm({
  equipmentId,
  gateway,
  targets,
  onTicket,
}: {
  equipmentId: EquipmentId
  gateway: Gateway
  targets: readonly Target[]
  onTicket: (ticket: Ticket) => void
}) {
  const t = useText(tunnelText)
  const why = useReason()(cannotCommand(gateway))
  const may = useMay()('gateway:tunnel')
  const client = useQueryClient()
  const { mutateAsync } = useMutation(formOf(startTunnel))
  if (why || !may) {
    return (
      <>
        <p>{t('about')}</p>
        <Act may="gateway:tunnel" why={why}>
          {t('start')}
        </Act>
      </>
    )
  }
  return (
    <FormFrame<{ driverId: DriverId; minutes: number }, { ticket: string }>
      initial={{ driverId: targets[0]!.driverId, minutes: limits.tunnelMs / minuteMs }}
      act={t('start')}
      onSubmit={(values) => mutateAsync({ equipmentId, ...values })}
      onDone={({ ticket }) => {
        onTicket({ ticket, until: Date.now() + limits.socketTokenMs })
        void client.invalidateQueries({ queryKey: queryOf(queryTunnel, { equipmentId }).queryKey })
      }}
    >
      <p>{t('about')}</p>
      <div className="tunnel-choice">
        <SelectField
          name="driverId"
          label={t('target')}
          options={targets.map(({ driverId, name, host, port }) => ({
            value: driverId,
            label: `${name} · ${host}:${port}`,
          }))}
        />
        <SelectField
          name="minutes"
          label={t('minutes')}
          options={durations.map((count) => ({ value: count, label: t('minutesUnit', { count }) }))}
        />
      </div>
    </FormFrame>
  )
}

type One = {
  equipmentId: EquipmentId
  now: TunnelNow
  ticket: Ticket | undefined
  onTicket: (ticket: Ticket | undefined) => void
}

function OnePanel({ equipmentId, now, ticket, onTicket }: One) {
  const t = useText(tunnelText)
  const at = useNow()
  const { state, isOwn, loginname, host, port, expiresAt } = now
  const word =
    state === 'waiting' && !isOwn ? t('waitingOther', { name: loginname }) : t(state === 'waiting' ? 'waiting' : state)
  return (
    <>
      <p role="status">
        <StatusDot state={state === 'open' ? 'online' : 'offline'}>{word}</StatusDot>
      </p>
      {state === 'waiting' && isOwn && <Command ticket={ticket} />}
      {state !== 'waiting' && (
        <KeyValues
          columns={2}
          rows={[
            { label: t('holder'), value: isOwn ? `${loginname} (${t('you')})` : loginname },
            { label: t('reaches'), value: `${host}:${port}` },
            { label: t('left'), value: formatCountdown(expiresAt - at) },
            { label: t('carried'), value: `${formatSize(now.bytesUp)} / ${formatSize(now.bytesDown)}` },
            { label: t('streams'), value: formatNumber(now.streams) },
          ]}
        />
      )}
      <Acts equipmentId={equipmentId} now={now} onEnded={() => onTicket(undefined)} />
    </>
  )
}

/** The command line to run, while its ticket is valid. */
function Command({ ticket }: { ticket: Ticket | undefined }) {
  const t = useText(tunnelText)
  const at = useNow()
  const left = ticket ? ticket.until - at : 0
  if (!ticket || left <= 0) return <p>{t('expired')}</p>
  const line = `node ${program} ${window.location.origin} ${ticket.ticket}`
  return (
    <ol className="tunnel-steps">
      <li>
        {t('stepProgram')}
        <br />
        <a href={`/${program}`} download={program}>
          {program}
        </a>
      </li>
      <li>
        {t('stepCommand', { left: formatCountdown(left) })}
        <Copyable text={line}>
          <code>{line}</code>
        </Copyable>
      </li>
    </ol>
  )
}

function Acts({ equipmentId, now, onEnded }: { equipmentId: EquipmentId; now: TunnelNow; onEnded: () => void }) {
  const t = useText(tunnelText)
  const client = useQueryClient()
  const extend = useMutation(mutationOf(extendTunnel))
  const end = useMutation(mutationOf(endTunnel))
  const { isOwn, loginname, host, port, state } = now
  const look = () => void client.invalidateQueries({ queryKey: queryOf(queryTunnel, { equipmentId }).queryKey })
  const done = (word: string) => () => {
    toast.good(word)
    look()
  }
  const askEnd = async () => {
    const question = { title: t('endTitle'), act: t('end'), target: `${host}:${port}`, danger: true }
    const note = t('endNote', { name: isOwn ? t('you') : loginname })
    // No confirmation is needed without a connection that would be interrupted.
    if (state === 'open' && !(await confirm({ ...question, note }))) return
    onEnded()
    end.mutate({ equipmentId }, { onSuccess: done(t('ended')) })
  }
  return (
    <div className="tunnel-acts">
      {isOwn && state === 'open' && (
        <Act
          may="gateway:tunnel"
          sends
          busy={extend.isPending}
          onClick={() =>
            extend.mutate({ equipmentId, minutes: limits.tunnelMs / minuteMs }, { onSuccess: done(t('extended')) })
          }
        >
          {t('extend')}
        </Act>
      )}
      <Act may="gateway:tunnel" sends kind="danger" busy={end.isPending} onClick={() => void askEnd()}>
        {t('end')}
      </Act>
    </div>
  )
}

function Last({ last }: { last: TunnelPast }) {
  const t = useText(tunnelText)
  const zone = useZone()
  const { loginname, host, port, createdAt, endedAt, bytesUp, bytesDown, reason } = last
  const why = [t(`why_${last.why}`), reason].filter(Boolean).join(' ')
  const minutes = formatNumber(Math.round((endedAt - createdAt) / minuteMs))
  return (
    <p className="tunnel-last">
      {t('last', { name: loginname, target: `${host}:${port}`, time: formatTime(createdAt, zone) })}
      <br />
      {t('lastOver', { minutes, up: formatSize(bytesUp), down: formatSize(bytesDown), why })}
    </p>
  )
}
