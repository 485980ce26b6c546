// Whether a room explains the source of a value; its panel is loaded on demand.
import type { ComponentType } from 'react'
import type { Label } from '../../../ui/words.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import type { DeviceState } from './live-monitoring.ts'

/** A device variable or an intermediate variable, with the title that the user sees. */
export type Explained =
  | { kind: 'signal'; equipmentId: number; signalId: number; title: string }
  | { kind: 'mvar'; mvarId: number; title: string }

export type ExplainProps = {
  /** The variables to explain: one variable, or all variables of a widget. */
  of: readonly Explained[]
  /** The page that shows the value; users without access to the device may see explanations of values on a page. */
  page: { id: number; widget: { label: Label | undefined; type: string; name: string } | null } | null
  values: Pick<ValueSource, 'cell' | 'freshness' | 'now'>
  stateOf: (equipmentId: number) => DeviceState | undefined
  isPast: boolean
  /**
   * IANA zone of displayed times; if undefined, the zone of the device, or the user's zone for an intermediate
   * variable.
   */
  zone: string | undefined
  onClose: () => void
}

export const [loadExplanation] = Object.values(
  import.meta.glob<{ default: ComponentType<ExplainProps> }>('../../*/*/explain-value.tsx'),
)

export const canExplain = loadExplanation !== undefined
