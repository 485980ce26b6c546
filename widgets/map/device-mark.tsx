// A device on the map: its presence, its worst alarm at the upper right, its name beside it.
import { SeverityMark, severities } from '../../ui/marks.tsx'
import { joinWords, withHeading } from '../../ui/punctuation.ts'
import { uiText } from '../../ui/text.ts'
import { useText } from '../../ui/words.ts'
import type { PlacedDevice } from '../services.ts'
import type { NameSide } from './clusters.ts'
import { type DeviceState, stateOf, worstOf } from './rules.ts'
import { mapText } from './text.ts'

/** Filled, hollow, half or dashed; a question mark for a state that is out of date. */
export const PresenceMark = ({ state, isOld }: { state: DeviceState; isOld: boolean }) => (
  <i className="map-presence" data-state={state} data-old={isOld ? '' : undefined} aria-hidden="true">
    {isOld && '?'}
  </i>
)

/** Open alarms by level; hollow while the data is out of date. */
export function AlarmMarks({ alarms, isOld }: { alarms: PlacedDevice['alarms']; isOld: boolean }) {
  const t = useText(mapText)
  const levels = alarms ? severities.filter((level) => alarms[level] > 0) : []
  if (!alarms || levels.length === 0) return null
  return (
    <span className="map-alarms" data-old={isOld ? '' : undefined}>
      <span className="map-alarms-word">{t('alarms')}</span>
      {isOld && '?'}
      {levels.map((level) => (
        <SeverityMark key={level} severity={level} count={alarms[level]} />
      ))}
    </span>
  )
}

/** State and alarms as text, for screen readers. */
export function useWords() {
  const t = useText(mapText)
  const ui = useText(uiText)
  const stateWords = (device: PlacedDevice, isOld: boolean) => {
    const state = t(stateOf(device))
    return isOld ? t('lastKnown', { state }) : state
  }
  const allWords = (device: PlacedDevice, isOld: boolean) => {
    const worst = worstOf(device)
    if (!worst || !device.alarms) return stateWords(device, isOld)
    const count = severities.reduce((sum, level) => sum + device.alarms![level], 0)
    return joinWords([stateWords(device, isOld), t('openAlarms', { count, level: ui(worst) })])
  }
  return { stateWords, allWords }
}

/** Alarms and state of a device, in one line of a list. */
export function StateLine({ device, isOld }: { device: PlacedDevice; isOld: boolean }) {
  const { stateWords } = useWords()
  return (
    <span className="map-state">
      <AlarmMarks alarms={device.alarms} isOld={isOld} />
      <PresenceMark state={stateOf(device)} isOld={isOld} />
      {stateWords(device, isOld)}
    </span>
  )
}

/** `titleAt`: the side of the mark for the name; absent: no name. */
type Props = { device: PlacedDevice; isOld: boolean; titleAt: NameSide | undefined; onOpen: () => void }

export function DeviceMark({ device, isOld, titleAt, onOpen }: Props) {
  const { allWords } = useWords()
  const worst = worstOf(device)
  return (
    <button
      type="button"
      className="map-mark"
      aria-label={withHeading(device.name, allWords(device, isOld))}
      data-alarm={worst}
      onClick={onOpen}
    >
      <PresenceMark state={stateOf(device)} isOld={isOld} />
      {(worst || titleAt) && (
        <span className="map-beside" data-side={titleAt} data-old={isOld ? '' : undefined}>
          {worst && <SeverityMark severity={worst} />}
          {titleAt && device.name}
        </span>
      )}
    </button>
  )
}
