// The page with simulated values: moving, at their bounds, or without a valid value.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isFitted, type PageDocument } from '../../../contract/page-document.ts'
import type { VariableSource } from '../../../designer/panel/sources.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { groundStyle, lookOf } from '../../../widgets/host/ground.ts'
import { type PageHost, stillHost } from '../../../widgets/host/page-host.ts'
import { PageView } from '../../../widgets/host/page-view.tsx'
import { prepare } from '../../../widgets/host/prepare.ts'
import type { Widget } from '../../../widgets/widget.ts'
import { useFilled, useName } from '../../platform/open/translation-name.ts'
import { PageFrame } from '../open/page-live-page.tsx'
import { createSimulation, type SimulatedState, simulatedStates } from './simulation.ts'
import { designerText } from './text.ts'

type Props = { document: PageDocument; types: ReadonlyMap<string, Widget>; variables: VariableSource }

const turnMs = 1000

export function SimulatedPage({ document: { con, widgets, bind }, types, variables }: Props) {
  const t = useText(designerText)
  const [words, filled] = [useName(), useFilled()]
  const [state, setState] = useState<SimulatedState>('moving')
  // Bounds that cannot be loaded default to 0 to 100.
  const known = useQuery({
    queryKey: ['simulated', bind.signals],
    queryFn: () => variables.find(bind.signals),
    gcTime: 0,
  })
  const source = useMemo(
    () => createSimulation(new Map((known.data ?? []).map((each) => [each.signalId, each]))),
    [known.data],
  )
  useEffect(() => {
    const timer = setInterval(source.turn, turnMs)
    return () => clearInterval(timer)
  }, [source])
  useEffect(() => source.set(state), [source, state])
  const page = useMemo(() => prepare(widgets, types, { regions: null, words }), [widgets, types, words])
  const host = useMemo<PageHost>(() => ({ ...stillHost, words, filled }), [words, filled])
  const { width, height } = con
  return (
    <div className="designer-preview">
      <div className="designer-simulated" role="status">
        <b>{t('simulated')}</b>
        <span>{t('simulatedNote')}</span>
        <Segmented
          label={t('simulatedState')}
          value={state}
          options={simulatedStates.map((value) => ({ value, label: t(`simulated_${value}`) }))}
          onChange={setState}
        />
      </div>
      <PageFrame size={con} isAlwaysFitted={isFitted(con)}>
        <section className="page-canvas" data-look={lookOf(con)} style={{ width, height, ...groundStyle(con) }}>
          <PageView page={page} source={source} mode="run" host={host} />
        </section>
      </PageFrame>
    </div>
  )
}
