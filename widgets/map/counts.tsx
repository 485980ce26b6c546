// The number of devices by state, and the open alarms among them.
import { useText } from '../../ui/words.ts'
import type { PlacedDevice } from '../services.ts'
import { AlarmMarks, PresenceMark } from './device-mark.tsx'
import { alarmsOf, countsOf, deviceStates } from './rules.ts'
import { mapText } from './text.ts'

type Props = {
  devices: readonly PlacedDevice[]
  of: { totalCount: boolean; equipProportion: boolean }
  isOld: boolean
}

export function Counts({ devices, of, isOld }: Props) {
  const t = useText(mapText)
  const counts = countsOf(devices)
  const total = devices.length
  if (!of.totalCount && !of.equipProportion) return null
  const words = (state: keyof typeof counts) => {
    const count = counts[state]
    if (isOld) return t('stateUnknown', { state: t(state), count })
    return `${t(state)} ${count} (${Math.round((count / total) * 100)} %)`
  }
  return (
    <p className="map-counts">
      {of.totalCount && <b>{t('devices', { count: total })}</b>}
      {of.equipProportion &&
        deviceStates
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <span key={state}>
              <PresenceMark state={state} isOld={isOld} />
              {words(state)}
            </span>
          ))}
      {of.equipProportion && <AlarmMarks alarms={alarmsOf(devices)} isOld={isOld} />}
    </p>
  )
}
