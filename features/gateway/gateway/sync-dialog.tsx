// Data synchronisation: the changes, in progress, complete or failed with the reason. [S2 data sync dialog] [S4]
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, call, queryOf } from '../../../contract/call.ts'
import { pollCommand } from '../../../signal/web/command.ts'
import { Act } from '../../../ui/act.tsx'
import { useFocusBack } from '../../../ui/focus-back.ts'
import { formatSeconds } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { Go } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { useReason } from '../../../ui/reason.ts'
import { pathOf } from '../../../ui/routes.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import { queryOutcome } from '../../frame/command-outcome.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type GatewayRow, gatewayInfo, planSync, startSync } from './contract.ts'
import { cannotSync } from './rules.ts'
import { SyncPlan } from './sync-plan.tsx'
import { gatewayText } from './text.ts'

type Phase = { at: 'plan' | 'running' | 'done' } | { at: 'failed'; reason: string; code: number }

export function SyncDialog({ gateway, onClose }: { gateway: GatewayRow; onClose: () => void }) {
  const t = useText(gatewayText)
  const words = useText(uiText)
  const reason = useReason()
  const { phase, run } = useSync(gateway)
  useFocusBack()
  // The gateway may have gone offline in between.
  const why = reason(cannotSync(gateway, true))
  const name = useName()
  const target = [name(gateway.equipmentName ?? ''), gateway.sn].filter(Boolean).join(' · ')
  return (
    <Modal
      open
      title={t('syncTitle')}
      width={640}
      footer={null}
      mask={{ closable: phase.at !== 'running' }}
      onCancel={onClose}
    >
      <p className="sync-target">{target}</p>
      {phase.at === 'plan' && <Plan gateway={gateway} onRun={run} onClose={onClose} />}
      {phase.at === 'running' && <Running />}
      {phase.at === 'done' && (
        <Told icon="check" text={t('syncDone')}>
          {gateway.equipmentId !== null && (
            <Go
              to={pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: gateway.equipmentId, alarm: 0 })}
              className="act"
            >
              {t('seeLive')}
            </Go>
          )}
          <PlainAct kind="primary" onClick={onClose}>
            {t('close')}
          </PlainAct>
        </Told>
      )}
      {phase.at === 'failed' && (
        <Told
          icon="alarm"
          text={words('named', { what: t('syncFailed'), name: phase.reason })}
          code={phase.code}
          note={t('syncLater')}
        >
          <Act why={why} onClick={() => run(true)}>
            {t('syncForce')}
          </Act>
          <Act kind="primary" why={why} onClick={() => run(false)}>
            {t('syncAgain')}
          </Act>
        </Told>
      )}
    </Modal>
  )
}

/** Starts a synchronisation and follows it; a running one is followed from its current state. */
function useSync({ id }: GatewayRow) {
  const cache = useQueryClient()
  const [phase, setPhase] = useState<Phase>({ at: 'plan' })
  const left = useRef<AbortController>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    left.current = stop
    return () => stop.abort()
  }, [])

  const follow = async (start: () => Promise<string>) => {
    const signal = left.current?.signal
    setPhase({ at: 'running' })
    try {
      const uuid = await start()
      const outcome = await pollCommand(uuid, queryOutcome, signal ? { signal } : {})
      setPhase(
        outcome.status === 'success' ? { at: 'done' } : { at: 'failed', reason: outcome.msg, code: outcome.code },
      )
    } catch (error) {
      if (signal?.aborted) return
      if (!(error instanceof ApiError)) throw error
      setPhase({ at: 'failed', reason: error.message, code: error.code })
    }
    await cache.invalidateQueries()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    const takeUp = async () => {
      const { sync } = await call(gatewayInfo, { id })
      if (sync?.status === 'waiting') await follow(async () => sync.uuid)
    }
    // If the running synchronisation cannot be loaded, a new one is planned.
    takeUp().catch(() => setPhase({ at: 'plan' }))
  }, [])

  return { phase, run: (force: boolean) => void follow(async () => (await call(startSync, { id, force })).uuid) }
}

function Plan({
  gateway,
  onRun,
  onClose,
}: {
  gateway: GatewayRow
  onRun: (force: boolean) => void
  onClose: () => void
}) {
  const t = useText(gatewayText)
  const words = useText(uiText)
  const reason = useReason()
  const { data, error, refetch } = useQuery(queryOf(planSync, { id: gateway.id }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />
  const now = { ...gateway, consistency: data.consistency }
  const isSame = data.consistency === 'match'
  return (
    <>
      <SyncPlan changes={data.changes} isSame={isSame} />
      {data.judgedHere > 0 && <p>{t('syncJudgedHere', { count: data.judgedHere })}</p>}
      <div className="sync-acts">
        <PlainAct onClick={onClose}>{words('cancel')}</PlainAct>
        <Act kind={isSame ? 'plain' : 'primary'} why={reason(cannotSync(now, isSame))} onClick={() => onRun(isSame)}>
          {t(isSame ? 'syncForce' : 'sync')}
        </Act>
      </div>
    </>
  )
}

function Running() {
  const t = useText(gatewayText)
  const language = useLanguage()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="sync-told" role="status">
      <span className="sync-spin">
        <Icon name="refresh" size={28} />
      </span>
      <p>{t('syncRunning')}</p>
      <p className="sync-note">
        {t('syncRunningNote')} {formatSeconds(seconds, language)}
      </p>
    </div>
  )
}

function Told({
  icon,
  text,
  code,
  note,
  children,
}: {
  icon: 'check' | 'alarm'
  text: string
  code?: number
  note?: string
  children: ReactNode
}) {
  const words = useText(uiText)
  return (
    <div className={`sync-told sync-${icon}`} role={icon === 'alarm' ? 'alert' : 'status'}>
      <Icon name={icon} size={28} />
      <p>
        {text}
        {code !== undefined && code > 0 && <small> {words('code', { code })}</small>}
      </p>
      {note && <p className="sync-note">{note}</p>}
      <div className="sync-acts">{children}</div>
    </div>
  )
}
