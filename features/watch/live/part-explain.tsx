// Loads and shows the panel that explains where a value comes from: `explain-value.tsx` of the room that has one.
import { type ComponentType, useEffect, useState } from 'react'
import { linkError } from '../../../contract/call.ts'
import { SideDrawer } from '../../../ui/form.tsx'
import { useLink } from '../../../ui/link.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import type { Label } from '../../../ui/words.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import { loadExplanation } from './part-can-explain.ts'
import type { DeviceState } from './part-monitoring.ts'

/** A variable of a device, or an intermediate variable; by the name that whoever asks sees. */
export type Explained =
  | { kind: 'signal'; equipmentId: number; signalId: number; title: string }
  | { kind: 'mvar'; mvarId: number; title: string }

export type ExplainProps = {
  /** One, or all that a widget shows. */
  of: readonly Explained[]
  /** The page on which it is shown; what a page shows may be explained to who sees nothing else of the device. */
  page: { id: number; widget: { label: Label | undefined; type: string; name: string } | null } | null
  values: Pick<ValueSource, 'cell' | 'freshness' | 'now'>
  stateOf: (equipmentId: number) => DeviceState | undefined
  isPast: boolean
  /** IANA zone of its times; if undefined the device's own, and for an intermediate variable the user's. */
  zone: string | undefined
  onClose: () => void
}

/** The panel. What it is made of may not come: then it says so, and is asked for again when the platform is back. */
export function ExplainValue(props: ExplainProps) {
  const [Panel, setPanel] = useState<ComponentType<ExplainProps>>()
  const [error, setError] = useState<unknown>()
  const { returns } = useLink()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is loaded when the platform is back
  useEffect(() => {
    let isLeft = false
    loadExplanation?.().then(
      (room) => isLeft || setPanel(() => room.default),
      (fault: unknown) => isLeft || setError(linkError('unreachable', 0, fault)),
    )
    return () => {
      isLeft = true
    }
  }, [returns])
  if (Panel) return <Panel {...props} />
  return (
    <SideDrawer open title={props.of[0]?.title ?? ''} width={460} onClose={props.onClose}>
      {error ? <ErrorState error={error} /> : <Skeleton lines={10} />}
    </SideDrawer>
  )
}
