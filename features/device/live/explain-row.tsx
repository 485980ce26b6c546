// Explains where the value of a row comes from.
import { useMemo } from 'react'
import type { EquipmentId } from '../../../contract/fields.ts'
import { signalOf } from '../../../contract/page-document.ts'
import { freshnessOf } from '../../../signal/web/freshness.ts'
import type { SignalSource } from '../../../signal/web/values.ts'
import type { ExplainProps } from '../open/live-can-explain.ts'
import { ExplainValue } from '../open/live-explain.tsx'
import type { DeviceState } from '../open/live-monitoring.ts'
import type { LiveSignal } from './contract.ts'
import type { Around } from './rules.ts'

export function ExplainRow({
  equipmentId,
  signal,
  state,
  source,
  aroundOf,
  onClose,
}: {
  equipmentId: EquipmentId
  signal: LiveSignal | undefined
  state: DeviceState
  source: SignalSource
  aroundOf: (signalId: number) => Around
  onClose: () => void
}) {
  const signalId = signal?.id
  const values = useMemo((): ExplainProps['values'] => {
    const around = aroundOf(signalId ?? 0)
    return {
      cell: ({ binding }) => source.subscribe(signalOf(binding) ?? 0),
      freshness: (_, reading) => freshnessOf(reading, { ...around, now: around.now() }),
      now: around.now,
    }
  }, [source, aroundOf, signalId])
  if (!signal) return null
  const { isPast, zone } = aroundOf(signal.id)
  return (
    <ExplainValue
      of={[{ kind: 'signal', equipmentId, signalId: signal.id, title: signal.title }]}
      page={null}
      stateOf={(id) => (id === equipmentId ? state : undefined)}
      {...{ values, isPast, zone, onClose }}
    />
  )
}
