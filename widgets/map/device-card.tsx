// The card of one device on the map, and the list of devices shown where no map can be drawn.
import { Go, withSearch } from '../../ui/place.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { pathOf } from '../../ui/routes.ts'
import { useText } from '../../ui/words.ts'
import type { PlacedDevice } from '../services.ts'
import { AlarmMarks, PresenceMark, StateLine, useWords } from './device-mark.tsx'
import { firstOf, stateOf, strengthOf } from './rules.ts'
import { mapText } from './text.ts'

const pageOf = ({ id }: PlacedDevice) => pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id, alarm: 0 })

type Props = { device: PlacedDevice; isOld: boolean; withSignal: boolean; onClose: () => void }

export function DeviceCard({ device, isOld, withSignal, onClose }: Props) {
  const t = useText(mapText)
  const { stateWords } = useWords()
  const percent = withSignal && !isOld ? strengthOf(device) : undefined
  return (
    <section className="map-card" aria-label={device.name}>
      <strong>{device.name}</strong>
      <span className="map-state">
        <PresenceMark state={stateOf(device)} isOld={isOld} />
        {stateWords(device, isOld)}
      </span>
      <AlarmMarks alarms={device.alarms} isOld={isOld} />
      {percent !== undefined && <span>{t('signal', { percent })}</span>}
      {device.address && <span>{device.address}</span>}
      <span className="map-card-acts">
        {device.mayOpen && <Go to={pageOf(device)}>{t('open')}</Go>}
        {device.mayOpen && device.hasTrack && <Go to={withSearch(pageOf(device), { tab: 'track' })}>{t('track')}</Go>}
        <PlainAct kind="link" onClick={onClose}>
          {t('close')}
        </PlainAct>
      </span>
    </section>
  )
}

/** Maximum number of devices in the list. */
const mostListed = 500

export function DeviceList({ devices, isOld, why }: { devices: readonly PlacedDevice[]; isOld: boolean; why: string }) {
  const t = useText(mapText)
  const listed = firstOf(devices, mostListed)
  return (
    <div className="map-list">
      <p>{why}</p>
      <ul>
        {listed.map((device) => (
          <li key={device.id}>
            {device.mayOpen ? <Go to={pageOf(device)}>{device.name}</Go> : <span>{device.name}</span>}
            <StateLine device={device} isOld={isOld} />
          </li>
        ))}
      </ul>
      {listed.length < devices.length && <p>{t('shown', { count: listed.length, total: devices.length })}</p>}
    </div>
  )
}
