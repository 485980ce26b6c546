// Notices why values on a page are missing, and what the user can do: one for all devices with the same cause.
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { useLink } from '../../../ui/link.ts'
import { useText } from '../../../ui/words.ts'
import { phaseOf } from '../../device/live/rules.ts'
import type { DeviceState } from '../../device/open/live-monitoring.ts'
import { PhaseNote } from '../../device/open/live-phase.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { byCause } from './note-causes.ts'
import type { WatchedDevice } from './part-page-values.ts'
import { pageValuesText } from './text.ts'

export { devicesNamed } from './note-causes.ts'

type Props = {
  devices: readonly WatchedDevice[]
  /** Names of devices on this page. */
  names: ReadonlyMap<number, string>
}

const namedAtMost = 3

export function DeviceNotes({ devices, names }: Props) {
  const t = useText(pageValuesText)
  const named = useName()
  const causes = useCauses(devices)
  const groups = useMemo(() => byCause(devices, causes.split('\n')), [devices, causes])
  const whoOf = (members: readonly WatchedDevice[]) => {
    if (devices.length === 1) return undefined
    const own = members.flatMap(({ equipmentId }) => names.get(equipmentId) ?? []).map(named)
    if (members.length > namedAtMost || own.length < members.length)
      return t('devicesOf', { count: members.length, total: devices.length })
    return own.join(t('listComma'))
  }
  return groups.map(([first, ...others]) => {
    const members = [first!, ...others]
    return (
      <PhaseNote
        key={first!.equipmentId}
        equipmentId={first!.equipmentId}
        state={first!.monitoring.read()}
        who={whoOf(members)}
        onResume={() => {
          for (const { monitoring } of members) monitoring.start()
        }}
      />
    )
  })
}

/** The cause of each device, one per line. Evaluates only devices that changed: a page may have hundreds. */
function useCauses(devices: readonly WatchedDevice[]): string {
  const link = useLink().state
  const kept = useRef('')
  const watch = useCallback(
    (changed: () => void) => {
      const causes = devices.map(({ monitoring }) => causeOf(monitoring.read(), link))
      kept.current = causes.join('\n')
      changed()
      const ends = devices.map(({ monitoring }, i) =>
        monitoring.watch(() => {
          const cause = causeOf(monitoring.read(), link)
          if (cause === causes[i]) return
          causes[i] = cause
          kept.current = causes.join('\n')
          changed()
        }),
      )
      return () => {
        for (const end of ends) end()
      }
    },
    [devices, link],
  )
  const read = () => kept.current
  return useSyncExternalStore(watch, read, read)
}

/** The text of a device's state; equal for all devices that share a notice. */
function causeOf(state: DeviceState, link: Parameters<typeof phaseOf>[1]): string {
  const phase = phaseOf(state, link)
  if (phase === 'connecting') return `${phase} ${state.socket === 'waiting'}`
  return phase === 'failed' ? `${phase} ${(state.openFault ?? state.gatewayFault)?.code}` : phase
}
