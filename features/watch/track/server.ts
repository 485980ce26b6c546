import { fail } from '../../../contract/errors.ts'
import { type OpenCall, type RoomServer, serve } from '../../frame/serve.ts'
import { readPairs, type Signals } from '../history/part-pairs.ts'
import { queryTrack, saveTrackSettings, trackSettings } from './contract.ts'
import { coordinates, fenceEvents, fixGapMs, trackFault } from './rules.ts'
import {
  loadFenceAlarms,
  loadFences,
  loadFixes,
  loadName,
  loadSignals,
  loadTrack,
  saveTrack,
  type TrackRecord,
} from './store.ts'
import { TrackMaker } from './track-maker.ts'

const noSignals = { longitudeId: null, latitudeId: null } as const
const none = { source: null, ...noSignals } as const

export default [
  serve(trackSettings, async ({ equipmentId }, { sight }) => {
    const settings = (await loadTrack(sight, equipmentId)) ?? none
    const signals = coordinates(await loadSignals(sight, equipmentId))
    return { ...settings, signals: signals.map(({ id, title, unit }) => ({ id, title, unit })) }
  }),

  serve(saveTrackSettings, { kind: 'change' }, async ({ equipmentId, ...settings }, { sight, language }) => {
    const signals = await loadSignals(sight, equipmentId)
    const field = trackFault(settings, signals)
    if (field) {
      const reason = language === 'en' ? 'not a number of this device' : '不是该设备的数值变量'
      throw fail('badParameter', { field, reason }, { field, reason })
    }
    const { source, longitudeId, latitudeId } = settings
    const before = await loadTrack(sight, equipmentId)
    const after =
      source === null ? null : { source, ...(source === 'signals' ? { longitudeId, latitudeId } : noSignals) }
    await saveTrack(sight, equipmentId, after)
    const titles = new Map<number | null, string>(signals.map(({ id, title }) => [id, title]))
    const told = (of: TrackRecord | null = null) => ({
      positions: of?.source ?? null,
      longitude: titles.get(of?.longitudeId ?? null) ?? null,
      latitude: titles.get(of?.latitudeId ?? null) ?? null,
    })
    const object = { type: 'equipment', id: equipmentId, name: await loadName(sight, equipmentId) } as const
    return { act: 'setTrack', object, before: told(before), after: told(after), data: null }
  }),

  serve(queryTrack, async ({ equipmentId, points, stopMinutes, radiusM, ...span }, call) => {
    const track = await loadTrack(call.sight, equipmentId)
    const maker = new TrackMaker({ points, spanMs: span.to - span.from, stopMs: stopMinutes * 60_000, radiusM })
    const read = await readPositions(call, { equipmentId, ...span }, track, maker)
    const { times, ...made } = maker.end()
    const fences = await readFences(call, { equipmentId, ...span })
    return { source: track?.source ?? null, ...read, ...made, ...fences, times: times.map((at) => at - span.from) }
  }),
] satisfies RoomServer

type Asked = { equipmentId: Parameters<typeof loadTrack>[1]; from: number; to: number }

/** The geofences and their events for a track; empty if the caller may not see alarms. */
async function readFences({ sight, asker }: OpenCall, { equipmentId, ...span }: Asked) {
  if (!asker.auths.includes('alarm:view')) return { fences: [], events: [] }
  const alarms = await loadFenceAlarms(sight, equipmentId, span)
  return { fences: await loadFences(sight, equipmentId), events: fenceEvents(alarms, span) }
}

/** Passes the stored positions to the maker. */
async function readPositions(call: OpenCall, asked: Asked, track: TrackRecord | undefined, maker: TrackMaker) {
  const { longitudeId, latitudeId } = track ?? none
  const signals: Signals = longitudeId === null || latitudeId === null ? [] : [longitudeId, latitudeId]
  const { isStored, ...read } = await readPairs(call, { ...asked, signals }, (reading) => {
    if (reading) maker.take(reading.at, reading.first, reading.second, reading.gapMs)
    else maker.lose()
  })
  if (track?.source !== 'gateway') return { ...read, isStored }
  for (const { at, longitude, latitude } of await loadFixes(call.sight, asked.equipmentId, asked))
    maker.take(at, longitude, latitude, fixGapMs)
  return { ...read, isStored: true }
}
