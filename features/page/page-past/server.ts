import type { z } from 'zod'
import type { EquipmentId } from '../../../contract/fields.ts'
import { sceneKeysIn } from '../../../contract/scene-document.ts'
import { isAmong } from '../../../db/sight.ts'
import { type OpenCall, type RoomServer, serve } from '../../frame/serve.ts'
import { onPage } from '../page/part-scenes.ts'
import { withWidgets } from '../page/part-shown.ts'
import { loadSceneBinds, pageVersionAt } from '../page/part-stored.ts'
import { watchedVersion, withDevices } from '../page/part-watched.ts'
import { equipmentsOf } from '../page/rules.ts'
import { type PastPage, pastPage } from './contract.ts'
import { ofThePast, scenesOfThePast } from './rules.ts'
import { loadPastSceneBinds, loadZone } from './store.ts'

type InputOfPast = z.output<(typeof pastPage)['input']>

/** The version of a time, limited to what the caller may see now. Decision 30. */
async function pageThen({ id, at, params = {} }: InputOfPast, call: OpenCall): Promise<PastPage> {
  const now = await watchedVersion({ id, params }, call)
  const { sight, asker } = call
  const zone = (await loadZone(sight, equipmentsOf(now.equipmentId, now.content))) ?? asker.zone
  const stood = await pageVersionAt(sight, id, at)
  if (stood.version === null) return { zone, page: null, savedAt: stood.firstAt, until: stood.firstAt }
  const { version } = stood
  const isNewest = version === now.version
  const old = isNewest ? now : await watchedVersion({ id, params, version }, call)
  const isOwn = (equipmentId: unknown) => isAmong(asker.devices, Number(equipmentId) as EquipmentId)
  const { signals, mvars } = now.content.bind
  const widgets = ofThePast(old.content.widgets, {
    now: { widgets: now.content.widgets, signals, mvars },
    seesVersions: isNewest || asker.auths.includes('equipment:view'),
    seesMvars: isNewest || asker.auths.includes('project:view'),
    isOwn,
  })
  const keys = sceneKeysIn(widgets)
  const past = await loadPastSceneBinds(sight, keys, at)
  const scenes = scenesOfThePast(past.scenes, {
    now: await loadSceneBinds(sight, keys),
    seesVersions: asker.auths.includes('scene:view'),
    isShown: ({ signalId, equipId }) => isOwn(equipId) || signals.includes(Number(signalId)),
  })
  const { scenes: _, ...bare } = { ...old, content: withWidgets(old.content, widgets) }
  const page = await withDevices(onPage(bare, scenes), call)
  return { zone, page, ...unchangedSpan(stood, past) }
}

type Span = { savedAt: number; until: number | null }

/** The span in which neither the page nor its scenes were saved. */
function unchangedSpan({ savedAt, until }: Span, scenes: Span) {
  const ends = [until, scenes.until].filter((end) => end !== null)
  return {
    savedAt,
    ...(scenes.savedAt > savedAt && { scenesAt: scenes.savedAt }),
    until: ends.length === 0 ? null : Math.min(...ends),
  }
}

export default [serve(pastPage, { openTo: ['page'] }, pageThen)] satisfies RoomServer
