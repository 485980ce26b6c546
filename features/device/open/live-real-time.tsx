// The real-time tab: variables in groups, and details of the selected variable.
import { useEffect, useMemo, useState } from 'react'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { SignalSource } from '../../../signal/web/values.ts'
import { SideDrawer } from '../../../ui/form.tsx'
import { isAccount, useMay, useMe } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { ErrorState, NoMatch, Skeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { ExplainRow } from '../live/explain-row.tsx'
import { foundSignals, groupAnchor, listedSignals, rowAnchor } from '../live/find-signals.ts'
import { LiveRow } from '../live/live-row.tsx'
import { NoSignals } from '../live/no-signals.tsx'
import { type Around, groupsOf, type SignalGroup } from '../live/rules.ts'
import { SignalFinder } from '../live/signal-finder.tsx'
import { liveText } from '../live/text.ts'
import { ChosenSignal } from '../live/why-value.tsx'
import { canExplain } from './live-can-explain.ts'
import type { DeviceState, Watching } from './live-monitoring.ts'
import { livePast } from './live-past.ts'
import '../live/live.css'
import '../../../ui/data-table.css'
import '../../../ui/sparkline.css'
import '../../../ui/value-text.css'

export function RealTime({
  equipmentId,
  state,
  watching,
  around: now,
  why,
  onWrite,
}: {
  equipmentId: EquipmentId
  state: DeviceState
  watching: Watching
  around: Around
  why: string | undefined
  onWrite: (id: number) => void
}) {
  const t = useText(liveText)
  const { path, search, go } = usePlace()
  const narrow = useNarrow()
  const may = useMay()
  const mayReplay = may('history:view')
  const mayEdit = may('equipment:edit')
  const { signals, signalsFault } = state
  const past = livePast.usePast(equipmentId)
  const source = past ?? watching.source
  const aroundPast = livePast.useAroundPast(equipmentId, past)
  const aroundOf = useMemo(() => aroundPast ?? (() => now), [aroundPast, now])
  const word = search.word ?? ''
  const listed = useMemo(() => listedSignals(signals ?? [], mayEdit), [signals, mayEdit])
  const found = useMemo(() => foundSignals(listed, word), [listed, word])
  const groups = useMemo(() => groupsOf(found), [found])
  const choose = useMemo(
    () => (id: number | undefined) => go(withSearch(path, { ...search, signal: id }), { replace: true }),
    [path, search, go],
  )
  const wait = livePast.usePastWait(past)
  const [explained, setExplained] = useState<number>()
  // Visitors of a shared device see values, but no explanations.
  const mayExplain = isAccount(useMe()) && canExplain
  useShownRow(search.signal, signals !== null && wait !== 'first')
  if (signalsFault && !signals) return <ErrorState error={signalsFault} onRetry={watching.monitoring.reload} />
  if (!signals) return <Skeletons />
  if (listed.length === 0) return <NoSignals equipmentId={equipmentId} hasInternal={signals.length > 0} />
  const timeline = mayReplay && (
    <div className="live-past">
      <livePast.Timeline equipmentId={equipmentId} past={past} />
    </div>
  )
  if (wait === 'first') {
    return (
      <>
        {timeline}
        <Skeletons />
      </>
    )
  }
  const asked = signals.find(({ id }) => String(id) === search.signal)
  // Initially no row is selected; “Write…” uses the selected one.
  const detail = asked ? (
    <ChosenSignal
      signal={asked}
      cell={source.subscribe(asked.id)}
      around={aroundOf(asked.id)}
      equipmentId={equipmentId}
    />
  ) : (
    <Card title={t('why')}>
      <p className="live-none">{t('whyNone')}</p>
    </Card>
  )
  return (
    <div className="live-columns" data-wait={wait === 'loading' || undefined}>
      {timeline}
      <div className="live-groups">
        <SignalFinder
          total={listed.length}
          shown={found.length}
          groups={groups}
          word={word}
          onWord={(next) => go(withSearch(path, { ...search, word: next }), { replace: true })}
        />
        {found.length === 0 && (
          <NoMatch onClear={() => go(withSearch(path, { ...search, word: '' }), { replace: true })} />
        )}
        {groups.map((group) => (
          <GroupTable
            key={group.name}
            group={group}
            source={source}
            aroundOf={aroundOf}
            chosen={asked?.id}
            why={why}
            onChoose={choose}
            onExplain={mayExplain ? setExplained : undefined}
            onWrite={onWrite}
          />
        ))}
      </div>
      {narrow ? (
        <SideDrawer open={asked !== undefined} title={asked?.title ?? ''} onClose={() => choose(undefined)}>
          <div className="live-side" data-streamed>
            {detail}
          </div>
        </SideDrawer>
      ) : (
        <aside className="live-side" data-streamed data-empty={asked === undefined || undefined}>
          {detail}
        </aside>
      )}
      {explained !== undefined && (
        <ExplainRow
          {...{ equipmentId, state, source, aroundOf }}
          signal={signals.find(({ id }) => id === explained)}
          onClose={() => setExplained(undefined)}
        />
      )}
    </div>
  )
}

/** Scrolls to the row named in the URL; a clicked row is already visible. */
function useShownRow(asked: string | undefined, isThere: boolean): void {
  useEffect(() => {
    const row = isThere && asked !== undefined ? document.getElementById(rowAnchor(Number(asked))) : null
    if (!row) return
    const { top, bottom } = row.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) row.scrollIntoView({ block: 'center' })
  }, [asked, isThere])
}

function GroupTable({
  group,
  source,
  aroundOf,
  chosen,
  why,
  onChoose,
  onExplain,
  onWrite,
}: {
  group: SignalGroup
  source: SignalSource
  aroundOf: (signalId: number) => Around
  chosen: number | undefined
  why: string | undefined
  onChoose: (id: number) => void
  onExplain: ((id: number) => void) | undefined
  onWrite: (id: number) => void
}) {
  const t = useText(liveText)
  const name = group.name || t('otherVariables')
  return (
    <section id={groupAnchor(group.name)} className="data-table live-table">
      <table aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col" className="cell-right">
              {t('value')}
            </th>
            <th scope="col">{t('range')}</th>
            <th scope="col">{t('trend')}</th>
            <th scope="col" className="cell-right">
              {t('age')}
            </th>
            <th scope="col" aria-label={t('write')} />
          </tr>
        </thead>
        <tbody>
          {group.signals.map((signal) => (
            <LiveRow
              key={signal.id}
              signal={signal}
              cell={source.subscribe(signal.id)}
              around={aroundOf(signal.id)}
              chosen={signal.id === chosen}
              why={why}
              onChoose={onChoose}
              onExplain={onExplain}
              onWrite={onWrite}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Skeletons() {
  return (
    <div className="live-columns">
      <div className="live-groups">
        <Card>
          <Skeleton lines={8} />
        </Card>
        <Card>
          <Skeleton lines={5} />
        </Card>
      </div>
      <aside className="live-side" data-empty>
        <Card>
          <Skeleton lines={5} />
        </Card>
      </aside>
    </div>
  )
}
