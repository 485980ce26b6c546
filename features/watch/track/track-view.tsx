// The track of a device on the map and over time, with its stops. The address contains the request. [S2 track playback]
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { useMay } from '../../../ui/me.ts'
import { CardWaiting } from '../../../ui/page-header.tsx'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { type Span, spanOf } from '../history/part-span.ts'
import { cannotSpan } from '../history/rules.ts'
import { type Asked, readAsked, withAsked } from './address.ts'
import { queryTrack, type Track, trackSettings } from './contract.ts'
import { drawnOf, playedOf } from './drawn.ts'
import { SettingsDrawer } from './settings-drawer.tsx'
import { trackText } from './text.ts'
import { TrackBar } from './track-bar.tsx'
import { TrackFigures } from './track-figures.tsx'
import { TrackMap } from './track-map.tsx'
import { TrackPlayer } from './track-player.tsx'
import { TrackStops } from './track-stops.tsx'
import { usePlayback } from './use-playback.ts'
import './track.css'

type Of = { equipmentId: EquipmentId; zone: string }

export default function TrackView(of: Of) {
  const t = useText(trackText)
  const mayEdit = useMay()('equipment:edit')
  const [isSetting, setSetting] = useState(false)
  const { data, error, refetch } = useQuery(queryOf(trackSettings, { equipmentId: of.equipmentId }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <CardWaiting />
  const openSettings = mayEdit ? () => setSetting(true) : undefined
  return (
    <section className="track">
      {data.source === null ? (
        <EmptyState icon="map" act={openSettings && <PlainAct onClick={openSettings}>{t('chooseSource')}</PlainAct>}>
          {t(mayEdit ? 'noSource' : 'noSourceToView')}
        </EmptyState>
      ) : (
        <Asking {...of} onSettings={openSettings} />
      )}
      <SettingsDrawer open={isSetting} equipmentId={of.equipmentId} settings={data} onClose={() => setSetting(false)} />
    </section>
  )
}

function Asking({ equipmentId, zone, onSettings }: Of & { onSettings: (() => void) | undefined }) {
  const t = useText(trackText)
  const { path, search, go } = usePlace()
  const [now, setNow] = useState(() => Math.floor(serverClock.now()))
  const asked = useMemo(() => readAsked(search), [search])
  const { range, custom, stopMinutes, radiusM } = asked
  const span = useMemo(() => spanOf({ range, custom }, now, zone), [range, custom, now, zone])
  const refused = cannotSpan(span)
  const query = useQuery({
    ...queryOf(queryTrack, { equipmentId, ...span, stopMinutes, radiusM }),
    enabled: !refused,
  })
  const change = useCallback(
    (next: Partial<Asked>) => go(withSearch(path, withAsked(search, next)), { replace: true }),
    [path, search, go],
  )
  return (
    <>
      <TrackBar
        {...{ asked, span, zone, change, onSettings }}
        onRefresh={() => setNow(Math.floor(serverClock.now()))}
      />
      {refused ? (
        <EmptyState icon="clock">{t('tooLong')}</EmptyState>
      ) : !query.data ? (
        query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <CardWaiting />
        )
      ) : (
        <Found {...{ equipmentId, span, asked, change }} track={query.data} />
      )}
    </>
  )
}

type FoundOf = {
  equipmentId: EquipmentId
  span: Span
  asked: Asked
  change: (next: Partial<Asked>) => void
  track: Track
}

function Found({ equipmentId, span, asked, change, track }: FoundOf) {
  const t = useText(trackText)
  const mayEdit = useMay()('equipment:edit')
  if (!track.isStored && track.total === 0)
    return (
      <EmptyState
        icon="report"
        act={
          mayEdit && <Go to={pathOf('/manage/eg/equipment/edit/{id}/report', { id: equipmentId })}>{t('addReport')}</Go>
        }
      >
        {t('notStored')}
      </EmptyState>
    )
  if (track.total === 0)
    return (
      <EmptyState
        icon="map"
        act={asked.range !== '30d' && <PlainAct onClick={() => change({ range: '30d' })}>{t('wider')}</PlainAct>}
      >
        {t('nothing')}
      </EmptyState>
    )
  return <Shown key={`${span.from} ${span.to}`} {...{ track, span }} stopMinutes={asked.stopMinutes} />
}

function Shown({ track, span, stopMinutes }: { track: Track; span: Span; stopMinutes: number }) {
  const t = useText(trackText)
  const drawn = useMemo(() => drawnOf(track, span.from), [track, span.from])
  const played = useMemo(() => playedOf(drawn, span), [drawn, span])
  const playback = usePlayback(played, drawn.times[0] ?? span.from)
  return (
    <>
      <TrackFigures {...{ track, drawn, span }} />
      <div className="track-columns">
        <TrackMap {...{ track, drawn, playback }} />
        <TrackStops {...{ track, playback, stopMinutes }} />
      </div>
      <TrackPlayer {...{ track, drawn, playback }} span={played} />
      {track.source === 'gateway' && <p className="track-note">{t('fromGateway')}</p>}
      {track.holes.length > 0 && <p className="track-note">{t('holes', { count: track.holes.length })}</p>}
    </>
  )
}
