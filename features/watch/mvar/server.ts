import { fail } from '../../../contract/errors.ts'
import type { EquipmentId, MvarId, ProjectId } from '../../../contract/fields.ts'
import type { Read } from '../../../core/formula.ts'
import { givingWay } from '../../../core/giving-way.ts'
import { joinPieces, jsonPieces } from '../../../core/json-pieces.ts'
import type { Sight } from '../../../db/sight.ts'
import { failureOf } from '../../device/open/config-fault.ts'
import { type Call, type ChangeCall, inPieces, type RoomServer, serve } from '../../frame/serve.ts'
import { mvarRulesChanged, recallValues } from '../../frame/spine-services.ts'
import { cannotSpan } from '../history/rules.ts'
import { refuse } from '../open/history-replay.ts'
import { shownMvars } from '../open/mvar-inputs.ts'
import { mvarCurves } from '../open/mvar-past.ts'
import {
  addMvar,
  deleteMvar,
  editMvar,
  type Mvar,
  type MvarFormula,
  type MvarInput,
  maxMvars,
  queryAllMvars,
  queryMvarHistory,
  queryMvars,
  validFormulaVar,
} from './contract.ts'
import { compiledOf, inputsOf, resultOf } from './rules.ts'
import {
  countAlarmRules,
  insertMvar,
  loadInputs,
  loadMvar,
  loadMvars,
  removeMvar,
  type StoredMvar,
  updateMvar,
} from './store.ts'

async function withInputs(sight: Sight, projectId: ProjectId, mvars: readonly StoredMvar[]): Promise<Mvar[]> {
  const giveWay = givingWay()
  const named: ReturnType<typeof inputsOf>[] = []
  for (const { formula } of mvars) {
    named.push(inputsOf(formula))
    await giveWay()
  }
  const signalIds = [...new Set(named.flat().map(({ signalId }) => signalId))]
  const known = new Map((await loadInputs(sight, projectId, signalIds)).map((each) => [each.signalId, each]))
  const counts = await countAlarmRules(
    sight,
    mvars.map(({ id }) => id),
  )
  return mvars.map((mvar, at) => ({
    ...mvar,
    alarmRuleCount: counts.get(mvar.id) ?? 0,
    inputs: named[at]!.flatMap((each) => known.get(each.signalId) ?? []),
  }))
}

/** The visible inputs of a formula. Throws its fault. */
async function checked(
  { sight, language }: Pick<Call, 'sight' | 'language'>,
  projectId: ProjectId,
  formula: MvarFormula,
  before?: StoredMvar,
): Promise<MvarInput[]> {
  const named = inputsOf(formula)
  const inputs = await loadInputs(
    sight,
    projectId,
    named.map(({ signalId }) => signalId),
  )
  // A formula over variables that the author cannot see may stay if it is unchanged; a changed one could reveal the
  // value of a single variable.
  const isAsBefore = before?.formula.calcType === formula.calcType && before.formula.text === formula.text
  const compiled = compiledOf(formula, isAsBefore ? named : inputs)
  if ('error' in compiled) throw failureOf({ ...compiled, field: 'formula.text' }, '', language)
  const known = new Map(inputs.map((each) => [each.signalId, each]))
  return named.flatMap(({ signalId }) => known.get(signalId) ?? [])
}

/** Reads the last values of the inputs, and of no other variables. */
async function readingsOf(
  { use, sight, live }: Pick<Call, 'use' | 'sight' | 'live'>,
  inputs: readonly Pick<MvarInput, 'equipmentId' | 'signalId'>[],
): Promise<Read> {
  await use(recallValues)(sight.orgId, [...new Set(inputs.map(({ equipmentId }) => equipmentId as EquipmentId))])
  const seen = new Set(inputs.map(({ signalId }) => signalId))
  return ({ equipmentId, signalId }) =>
    seen.has(signalId) ? live.get(equipmentId as EquipmentId, signalId) : undefined
}

function refuseTaken(mvars: readonly StoredMvar[], title: string, id?: MvarId): void {
  if (mvars.some((each) => each.title === title && each.id !== id))
    throw fail('nameExists', { name: title }, { field: 'title' })
}

async function found(sight: Sight, id: MvarId): Promise<StoredMvar> {
  const mvar = await loadMvar(sight, id)
  if (!mvar) throw fail('notFound')
  return mvar
}

const objectOf = ({ id, title }: StoredMvar) => ({ type: 'mvar', id, name: title }) as const
const told = ({ title, unit, decimals, formula, projectId }: StoredMvar) => ({
  ...{ projectId, title, unit, decimals, calcType: formula.calcType, formula: formula.text },
})

async function answered({ sight }: ChangeCall, id: MvarId): Promise<Mvar> {
  const mvar = await found(sight, id)
  return (await withInputs(sight, mvar.projectId, [mvar]))[0]!
}

export default [
  serve(queryMvars, async ({ projectId }, { sight }) =>
    withInputs(sight, projectId, await loadMvars(sight, projectId)),
  ),

  serve(queryAllMvars, async ({ projectId, ids }, call) => {
    const mvars = await withInputs(call.sight, projectId, await loadMvars(call.sight, projectId, ids ?? undefined))
    const read = await readingsOf(
      call,
      mvars.flatMap(({ inputs }) => inputs),
    )
    const giveWay = givingWay()
    const results = []
    for (const { id, title, unit, decimals, formula } of mvars) {
      results.push({ id, title, unit, decimals, ...resultOf(formula, read) })
      await giveWay()
    }
    return results
  }),

  serve(queryMvarHistory, async ({ projectId, id, ...span }, call) => {
    if (!call.asker.auths.includes('history:view')) throw fail('noPermission')
    refuse(cannotSpan(span))
    const mvars = await shownMvars(call.sight, projectId, [id])
    if (mvars.length === 0) throw fail('notFound', {}, { field: 'id' })
    const [curve] = await mvarCurves(call, mvars, span)
    return inPieces(joinPieces(jsonPieces({ ...curve!, from: span.from })))
  }),

  serve(validFormulaVar, async ({ projectId, id, formula }, call) => {
    const before = id ? await found(call.sight, id) : undefined
    const inputs = await checked(call, projectId, formula, before)
    return { ...resultOf(formula, await readingsOf(call, inputs)), inputs }
  }),

  serve(addMvar, { kind: 'change' }, async ({ projectId, unit, decimals = null, title, formula }, call) => {
    const { sight, now } = call
    await sight.lock('mvar')
    const mvars = await loadMvars(sight, projectId)
    if (mvars.length >= maxMvars) throw fail('mvarCapacity', { limit: maxMvars })
    refuseTaken(mvars, title)
    await checked(call, projectId, formula)
    const id = await insertMvar(sight, projectId, { title, unit, decimals, formula, updatedAt: now() })
    const data = await answered(call, id)
    return { act: 'add', object: objectOf(data), after: told(data), data }
  }),

  serve(editMvar, { kind: 'change' }, async ({ id, unit, decimals = null, title, formula }, call) => {
    const { sight, now } = call
    await sight.lock('mvar')
    const before = await found(sight, id)
    refuseTaken(await loadMvars(sight, before.projectId), title, id)
    await checked(call, before.projectId, formula, before)
    await updateMvar(sight, id, { title, unit, decimals, formula, updatedAt: now() })
    const data = await answered(call, id)
    const log = { before: told(before), after: told(data) }
    return { act: 'edit', object: objectOf(data), ...log, data, afterwards: call.use(mvarRulesChanged) }
  }),

  serve(deleteMvar, { kind: 'change' }, async ({ id }, { sight, use }) => {
    const before = await found(sight, id)
    await removeMvar(sight, id)
    return {
      act: 'delete',
      object: objectOf(before),
      before: told(before),
      data: null,
      afterwards: use(mvarRulesChanged),
    }
  }),
] satisfies RoomServer
