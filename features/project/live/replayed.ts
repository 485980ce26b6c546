// Playback of a page: variables of all its devices, and intermediate variables calculated from them. Decisions 28 and
// 30.
import type { z } from 'zod'
import { fail } from '../../../contract/errors.ts'
import type { PageId } from '../../../contract/fields.ts'
import { good, type Value } from '../../../core/data-type.ts'
import { givingWay } from '../../../core/giving-way.ts'
import { joinPieces, jsonPieces } from '../../../core/json-pieces.ts'
import { inPieces, type OpenCall } from '../../frame/serve.ts'
import { bindsShown } from '../../page/open/page-opened.ts'
import { cannotDraw, cannotSpan } from '../../watch/history/rules.ts'
import { pastScope, readPast, refuse } from '../../watch/open/history-replay.ts'
import { type ShownMvar, shownMvars } from '../../watch/open/mvar-inputs.ts'
import { calculated, mvarCurves } from '../../watch/open/mvar-past.ts'
import type { replayProject } from '../../watch/playback/contract.ts'
import type { queryProjectHistory } from './contract.ts'
import { shownOf, unstoredOf } from './rules.ts'
import { placesOf } from './store.ts'

type Bound = Awaited<ReturnType<typeof bindsShown>>

/**
 * The requested intermediate variables that are on the page; with access to the project, all of its intermediate
 * variables.
 */
async function mvarsOf(call: OpenCall, { mvars, projectId }: Bound, ids: readonly number[]): Promise<ShownMvar[]> {
  if (projectId !== null && call.asker.auths.includes('project:view')) return shownMvars(call.sight, projectId, ids)
  return mvars.filter(({ id }) => ids.includes(id))
}

type PastOf = { at: number; value: Value | null; code: number }
/** The id of a past value in the answer; `undefined`: it is omitted. */
type IdOf<T> = (past: T) => number | undefined

/** Number of entries between two yields to other work. */
const rowsAtOnce = 4000

/** The values up to `to` as columns. There may be `maxReplayed` values, so the loop yields regularly. */
async function played<T extends PastOf>(
  start: readonly T[],
  past: readonly T[],
  idOf: IdOf<T>,
  { from, to }: { from: number; to: number },
) {
  const giveWay = givingWay()
  const columns = { times: [] as number[], ids: [] as number[], values: [] as (Value | null)[], codes: [] as number[] }
  let isGood = true
  for (const [row, each] of past.entries()) {
    if (row % rowsAtOnce === 0) await giveWay()
    const id = each.at <= to ? idOf(each) : undefined
    if (id === undefined) continue
    columns.times.push(each.at - from)
    columns.ids.push(id)
    columns.values.push(each.value)
    columns.codes.push(each.code)
    isGood &&= each.code === good
  }
  const begun = start.flatMap((each) => {
    const id = idOf(each)
    return id === undefined ? [] : [{ id, at: each.at, value: each.value, code: each.code }]
  })
  return { start: begun, ...columns, codes: isGood ? null : columns.codes }
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
  // Inputs that are read only for a formula are not part of the answer.
  const isShown = new Set(shown)
  const readings = await played(
    past.start,
    past.readings,
    ({ signalId }) => (isShown.has(signalId) ? signalId : undefined),
    span,
  )
  const calculatedValues = await played(derived.start, derived.values, ({ id }) => id, span)
  return inPieces(
    joinPieces(
      jsonPieces({
        ...span,
        ...readings,
        mvars: calculatedValues,
        gaps: [...scope.gaps].filter(([id]) => isShown.has(id)),
        unstored: unstoredOf(shown, mvars, new Set(scope.series.map(({ signalId }) => signalId))),
      }),
    ),
  )
}

type CurvesInput = Omit<z.output<(typeof queryProjectHistory)['input']>, 'pageId' | 'equipmentId'>

/** Curves of intermediate variables of a page; any other one answers 10002. */
export async function mvarHistory(call: OpenCall, pageId: PageId, { from, to, points, mvarIds }: CurvesInput) {
  refuse(cannotSpan({ from, to }) ?? cannotDraw(new Set(mvarIds).size))
  const mvars = await mvarsOf(call, await bindsShown(call, pageId), mvarIds)
  if (mvarIds.some((id) => !mvars.some((mvar) => mvar.id === id))) throw fail('notFound', {}, { field: 'mvarIds' })
  return { from, to, series: [], holes: [], mvars: await mvarCurves(call, mvars, { from, to, points }) }
}
