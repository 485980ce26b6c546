// The state of monitoring: a mark in the header and, while it is not live, a line with the action that helps.
import { useLink } from '../../../ui/link.ts'
import { useMay } from '../../../ui/me.ts'
import { Go } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import '../live/phase.css'
import { type Phase, phaseOf } from '../live/rules.ts'
import { liveText } from '../live/text.ts'
import type { DeviceState } from './live-monitoring.ts'

const marks = {
  unreachable: 'phaseUnreachable',
  loading: 'phaseLoading',
  live: 'phaseLive',
  connecting: 'phaseConnecting',
  silent: 'phaseSilent',
  paused: 'phasePaused',
  offline: 'phaseOffline',
  sleeping: 'phaseSleeping',
  remoteDownload: 'phaseRemoteDownload',
  unbound: 'phaseUnbound',
  failed: 'phaseFailed',
} as const satisfies Record<Phase, string>

export function PhaseMark({ phase }: { phase: Phase }) {
  const t = useText(liveText)
  return (
    <span className={`phase phase-${phase}`} role="status">
      {t(marks[phase])}
    </span>
  )
}

export function PhaseNote({
  equipmentId,
  state,
  who,
  onResume,
}: {
  equipmentId: number
  state: DeviceState
  /** Names of the devices concerned, where the page shows several. */
  who?: string | undefined
  onResume: () => void
}) {
  const t = useText(liveText)
  const may = useMay()
  const phase = phaseOf(state, useLink().state)
  if (phase === 'live' || phase === 'loading' || (phase === 'connecting' && state.socket !== 'waiting')) return null
  const fault = state.openFault ?? state.gatewayFault
  const words = {
    unreachable: () => t('noteUnreachable'),
    paused: () => t('notePaused'),
    offline: () => t('noteOffline'),
    sleeping: () => t('noteSleeping'),
    remoteDownload: () => t('noteRemoteDownload'),
    unbound: () => t('noteUnbound'),
    connecting: () => t('noteConnecting'),
    silent: () => t('noteSilent'),
    failed: () => t('noteFailed', { reason: fault ? `${fault.message} (${fault.code})` : '' }),
  }[phase]()
  return (
    <div className={`phase-note phase-note-${phase}`} role="status">
      <span>
        {who && <b>{who}</b>} {words}
      </span>
      {phase === 'paused' && (
        <PlainAct icon="play" onClick={onResume}>
          {t('resume')}
        </PlainAct>
      )}
      {phase === 'failed' && (
        <PlainAct icon="refresh" onClick={onResume}>
          {t('retry')}
        </PlainAct>
      )}
      {phase === 'unbound' && may('equipment:edit') && (
        <Go to={pathOf('/manage/eg/equipment/edit/{id}/driver', { id: equipmentId })}>{t('bindGateway')}</Go>
      )}
    </div>
  )
}
