// A page played back: variables of all its devices, and what is calculated from them. Decisions 28 and 30.
import type { z } from 'zod'
import { fail } from '../../../contract/errors.ts'
import type { PageId } from '../../../contract/fields.ts'
import { good, type Value } from '../../../core/data-type.ts'
import { joinPieces, jsonPieces } from '../../../core/json-pieces.ts'
import { inPieces, type OpenCall } from '../../frame/serve.ts'
import { bindsShown } from '../../page/open/page-opened.ts'
import { cannotDraw, cannotSpan } from '../../watch/history/rules.ts'
import { pastScope, readPast, refuse } from '../../watch/open/history-replay.ts'
import { type ShownMvar, shownMvars } from '../../watch/open/mvar-inputs.ts'
import { calculated, mvarCurves } from '../../watch/open/mvar-past.ts'
import type { queryProjectHistory, replayProject } from './contract.ts'
import { shownOf, unstoredOf } from './rules.ts'
import { placesOf } from './store.ts'

type Bound = Awaited<ReturnType<typeof bindsShown>>

/** Of the intermediate variables asked for those of the page, or of its project for who sees how that is made. */
async function mvarsOf(call: OpenCall, { mvars, projectId }: Bound, ids: readonly number[]): Promise<ShownMvar[]> {
  if (projectId !== null && call.asker.auths.includes('project:view')) return shownMvars(call.sight, projectId, ids)
  return mvars.filter(({ id }) => ids.includes(id))
}

type Told = { id: number; at: number; value: Value | null; code: number }

/** Up to `to`, as an answer has it. */
function played(start: readonly Told[], told: readonly Told[], { from, to }: { from: number; to: number }) {
  const values = told.filter(({ at }) => at <= to)
  return {
    start,
    times: values.map(({ at }) => at - from),
    ids: values.map(({ id }) => id),
    values: values.map(({ value }) => value),
    codes: values.every(({ code }) => code === good) ? null : values.map(({ code }) => code),
  }
}

export async function replayed(
  { pageId, from, to: asked, dataSignal, dataMvar }: z.output<(typeof replayProject)['input']>,
  call: OpenCall,
) {
  const { sight, asker } = call
  refuse(cannotSpan({ from, to: asked }))
  const [bound, places] = await Promise.all([bindsShown(call, pageId), placesOf(sight, dataSignal)])
  const shown = shownOf(places, bound.signals, asker.devices).map(({ id }) => Number(id))
  const mvars = await mvarsOf(call, bound, dataMvar)
  const inputs = mvars.flatMap((mvar) => mvar.inputs.map(({ signalId }) => signalId))
  const scope = await pastScope(call, [...shown, ...inputs], from)
  const past = await readPast(call, scope, { from, to: asked })
  const derived = await calculated(mvars, past, scope.gaps, from)
  const span = { from, to: Math.min(past.to, derived.to) }
  // What is read for a formula alone is not answered.
  const isShown = new Set(shown)
  const own = <R extends { signalId: number }>(readings: readonly R[]) =>
    readings.flatMap(({ signalId, ...reading }) => (isShown.has(signalId) ? [{ id: signalId, ...reading }] : []))
  return inPieces(
    joinPieces(
      jsonPieces({
        ...span,
        ...played(own(past.start), own(past.readings), span),
        mvars: played(derived.start, derived.values, span),
        gaps: [...scope.gaps].filter(([id]) => isShown.has(id)),
        unstored: unstoredOf(shown, mvars, new Set(scope.series.map(({ signalId }) => signalId))),
      }),
    ),
  )
}

type CurvesInput = Omit<z.output<(typeof queryProjectHistory)['input']>, 'pageId' | 'equipmentId'>

/** Curves of intermediate variables of a page; another one answers 10002. */
export async function mvarHistory(call: OpenCall, pageId: PageId, { from, to, points, mvarIds }: CurvesInput) {
  refuse(cannotSpan({ from, to }) ?? cannotDraw(new Set(mvarIds).size))
  const mvars = await mvarsOf(call, await bindsShown(call, pageId), mvarIds)
  if (mvarIds.some((id) => !mvars.some((mvar) => mvar.id === id))) throw fail('notFound', {}, { field: 'mvarIds' })
  return { from, to, series: [], holes: [], mvars: await mvarCurves(call, mvars, { from, to, points }) }
}
