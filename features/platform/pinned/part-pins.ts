// The pinned places of the account, for the navigation.
import { useSetting, useSettingsQuery } from '../open/user-config-setting.ts'
import { type NamedPlace, togglePin } from './rules.ts'

export { maxPins, type NamedPlace } from './rules.ts'

type Pins = {
  pins: readonly NamedPlace[]
  /** Pins a place or removes its pin; undefined until the stored pins have loaded. */
  toggle: ((place: NamedPlace) => void) | undefined
}

export function usePins(): Pins {
  const { isSuccess } = useSettingsQuery()
  const [pins, save] = useSetting('pinned')
  return { pins, toggle: isSuccess ? (place) => save(togglePin(pins, place)) : undefined }
}
