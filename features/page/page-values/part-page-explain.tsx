// The explanation of a widget's value: a right click lists its values, the panel shows the origin of one.
import { useState } from 'react'
import { mvarOf, signalOf } from '../../../contract/page-document.ts'
import { useText } from '../../../ui/words.ts'
import type { Bound } from '../../../widgets/binds.ts'
import type { Explaining } from '../../../widgets/host/page-host.ts'
import type { Explained } from '../../device/open/live-can-explain.ts'
import { ExplainValue } from '../../device/open/live-explain.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import type { PageMonitoring } from './part-page-values.ts'
import { pageValuesText } from './text.ts'
import { ValueMenu } from './value-menu.tsx'

/** Maximum number of menu entries; a curve with more lists the rest in the panel. */
const mostOffered = 12

type Props = {
  asked: Explaining
  pageId: number
  watching: PageMonitoring
  /** The shown values, live or past. */
  values: PageMonitoring['values']
  isPast: boolean
  zone: string | undefined
  onClose: () => void
}

export function PageExplain({ asked, pageId, watching, values, isPast, zone, onClose }: Props) {
  const t = useText(pageValuesText)
  const all = useExplained(asked.bounds)
  const { at, widget } = asked
  const [chosen, setChosen] = useState(at ? undefined : 0)
  const first = all[chosen ?? 0]
  if (!first) return null
  if (chosen !== undefined)
    return (
      <ExplainValue
        of={[first, ...all.filter((each) => each !== first)]}
        page={{ id: pageId, widget }}
        values={values}
        stateOf={(id) => watching.devices.find(({ equipmentId }) => equipmentId === id)?.monitoring.read()}
        isPast={isPast}
        zone={zone}
        onClose={onClose}
      />
    )
  if (!at) return null
  const entries = all
    .slice(0, mostOffered)
    .map(({ title }) => (all.length > 1 ? t('explainOne', { title }) : t('explain')))
  return <ValueMenu at={at} label={t('explain')} entries={entries} onChoose={setChosen} onClose={onClose} />
}

/** Variables by name in the reader's language; by number if the page has no name. */
function useExplained(bounds: readonly Bound[]): Explained[] {
  const t = useText(pageValuesText)
  const named = useName()
  return bounds.flatMap(({ binding }): Explained[] => {
    const [signalId, mvarId] = [signalOf(binding), mvarOf(binding)]
    const title = binding.title ? named(binding.title) : t('unnamed', { id: signalId ?? mvarId ?? 0 })
    if (signalId !== undefined) return [{ kind: 'signal', signalId, equipmentId: Number(binding.equipId), title }]
    return mvarId === undefined ? [] : [{ kind: 'mvar', mvarId, title }]
  })
}
