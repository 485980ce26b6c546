// Several devices at one place of the map: their number, the share that is online, and their worst alarm.
import type { CSSProperties } from 'react'
import { SeverityMark } from '../../ui/marks.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { joinWords } from '../../ui/punctuation.ts'
import { uiText } from '../../ui/text.ts'
import { useText } from '../../ui/words.ts'
import type { PlacedDevice } from '../services.ts'
import { StateLine } from './device-mark.tsx'
import { countsOf, deviceStates, firstOf, worstOf } from './rules.ts'
import { mapText } from './text.ts'

type Of = { devices: readonly PlacedDevice[]; isOld: boolean }

export function ClusterMark({ devices, isOld, onOpen }: Of & { onOpen: () => void }) {
  const t = useText(mapText)
  const ui = useText(uiText)
  const counts = countsOf(devices)
  // The first device has the worst alarm.
  const worst = worstOf(devices[0]!)
  const states = deviceStates
    .filter((state) => counts[state] > 0)
    .map((state) =>
      isOld ? t('stateUnknown', { state: t(state), count: counts[state] }) : `${t(state)} ${counts[state]}`,
    )
  // The coloured parts of the ring are the shares of devices online and sleeping; none while the states are unknown.
  const shareOf = (count: number) => (isOld ? 0 : count / devices.length)
  const shares = { '--online-share': shareOf(counts.online), '--sleeping-share': shareOf(counts.sleeping) }
  const alarm = worst ? [t('worst', { level: ui(worst) })] : []
  return (
    <button
      type="button"
      className="map-cluster"
      aria-label={joinWords([t('devices', { count: devices.length }), ...states, ...alarm])}
      data-alarm={worst}
      data-old={isOld ? '' : undefined}
      style={shares as CSSProperties}
      onClick={onOpen}
    >
      <b>{devices.length}</b>
      {worst && (
        <span className="map-worst" data-old={isOld ? '' : undefined}>
          <SeverityMark severity={worst} />
        </span>
      )}
    </button>
  )
}

/** Maximum number of lines in a card. */
const mostLines = 50

/** The list of devices that no zoom separates. */
export function ClusterCard({
  devices,
  isOld,
  onOpen,
  onClose,
}: Of & { onOpen: (id: number) => void; onClose: () => void }) {
  const t = useText(mapText)
  const shown = firstOf(devices, mostLines)
  return (
    <section className="map-card map-together" aria-label={t('devices', { count: devices.length })}>
      <strong>{t('devices', { count: devices.length })}</strong>
      <ul>
        {shown.map((device) => (
          <li key={device.id}>
            <PlainAct kind="link" onClick={() => onOpen(device.id)}>
              {device.name}
            </PlainAct>
            <StateLine device={device} isOld={isOld} />
          </li>
        ))}
      </ul>
      {shown.length < devices.length && <span>{t('shown', { count: shown.length, total: devices.length })}</span>}
      <span className="map-card-acts">
        <PlainAct kind="link" onClick={onClose}>
          {t('close')}
        </PlainAct>
      </span>
    </section>
  )
}
