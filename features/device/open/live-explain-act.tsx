// A button beside a live value that opens a panel with the source of the value.
import { useMemo, useState } from 'react'
import type { EquipmentId } from '../../../contract/fields.ts'
import { signalOf } from '../../../contract/page-document.ts'
import { freshnessOf } from '../../../signal/web/freshness.ts'
import { IconAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { LiveSignal } from '../live/contract.ts'
import { liveText } from '../live/text.ts'
import { canExplain, type ExplainProps } from './live-can-explain.ts'
import { ExplainValue } from './live-explain.tsx'
import type { LiveValues } from './live-value.tsx'

type Props = { equipmentId: EquipmentId; signal: LiveSignal; values: LiveValues }

/** The button that explains a value; renders nothing if no room explains values. */
export function ExplainAct({ equipmentId, signal, values: { source, around, read } }: Props) {
  const t = useText(liveText)
  const title = useName()(signal.title)
  const [isOpen, setOpen] = useState(false)
  const values = useMemo(
    (): ExplainProps['values'] => ({
      cell: ({ binding }) => source.subscribe(signalOf(binding) ?? 0),
      freshness: (_, reading) => freshnessOf(reading, { ...around, now: around.now() }),
      now: around.now,
    }),
    [source, around],
  )
  if (!canExplain) return null
  return (
    <>
      <IconAct icon="info" label={t('explainRow', { title })} onClick={() => setOpen(true)} />
      {isOpen && (
        <ExplainValue
          of={[{ kind: 'signal', equipmentId, signalId: signal.id, title }]}
          page={null}
          stateOf={(id) => (id === equipmentId ? read() : undefined)}
          isPast={false}
          zone={around.zone}
          onClose={() => setOpen(false)}
          values={values}
        />
      )}
    </>
  )
}
