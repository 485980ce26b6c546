// The confirmation dialog for a write that a widget of a live page requests. [S3 Click event] [S5 Write]
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { signalOf } from '../../../contract/page-document.ts'
import { useMay } from '../../../ui/me.ts'
import { uiText } from '../../../ui/text.ts'
import type { WriteEnd } from '../../../widgets/host/page-host.ts'
import { equipmentInfo } from '../../device/equipment/contract.ts'
import { WriteDialog } from '../../device/open/command-write.tsx'
import { useAround } from '../../device/open/live-around.ts'
import { useMonitoringState } from '../../device/open/live-monitoring.ts'
import { useSignalRefusal } from '../../device/open/live-refusal.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { usePastWords } from '../../watch/open/playback-past.tsx'
import type { PageMonitoring, WatchedDevice } from '../page-values/part-page-values.ts'
import type { Writing } from './use-page-host.ts'

/** Shows value, limits and target of the write. */
export function PageWrite({
  writing,
  watching,
  isPast,
  deviceName,
}: {
  writing: Writing
  watching: PageMonitoring
  isPast: boolean
  /** Name of the device; loaded from the platform if omitted. */
  deviceName?: string | undefined
}) {
  const device = watching.devices.find(({ equipmentId }) => equipmentId === Number(writing.bound.binding.equipId))
  return device ? <Dialog {...{ writing, device, watching, isPast, deviceName }} /> : null
}

function Dialog({
  writing,
  device: { equipmentId, monitoring },
  watching,
  isPast,
  deviceName,
}: Parameters<typeof PageWrite>[0] & { device: WatchedDevice }) {
  const { noWrite } = usePastWords()
  const mayWrite = useMay()('signal:write')
  const name = useName()
  const { way, bound } = writing
  // Visitors may not load the device: they see the name that the author saw.
  const given = deviceName ?? (way ? (bound.binding.subTitle ?? '') : undefined)
  const asked = useQuery({ ...queryOf(equipmentInfo, { id: equipmentId }), enabled: given === undefined })
  const known = given ?? asked.data?.name
  const state = useMonitoringState(monitoring)
  const refusalOf = useSignalRefusal(state)
  const around = useAround(state)
  const id = signalOf(bound.binding)
  const end = useRef<WriteEnd>('cancelled')
  const signal = state?.signals?.find((each) => each.id === id)
  if (!signal || known === undefined) return null
  const mayNot = mayWrite ? undefined : uiText.t('noPermission')
  return (
    <WriteDialog
      equipment={{ id: equipmentId, name: name(known) }}
      way={way}
      signals={[{ ...signal, title: name(signal.title) }]}
      first={id}
      preset={writing.preset}
      hint={writing.hint}
      isFixed={writing.isFixed}
      isUnasked={writing.isUnasked}
      feedback={writing.feedback}
      onOutcome={({ status }) => {
        end.current = status === 'success' ? 'done' : 'failed'
      }}
      why={mayNot ?? (isPast ? noWrite : refusalOf(signal))}
      source={watching.source}
      around={around}
      onClose={() => writing.onEnd(end.current)}
    />
  )
}
