// Whether a room explains where a value comes from; its panel loads when it is asked for.
import type { ComponentType } from 'react'
import type { Label } from '../../../ui/words.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import type { DeviceState } from './live-monitoring.ts'

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

export const [loadExplanation] = Object.values(
  import.meta.glob<{ default: ComponentType<ExplainProps> }>('../../*/*/explain-value.tsx'),
)

export const canExplain = loadExplanation !== undefined
