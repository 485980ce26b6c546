// Variables that formulas of a project may name, and intermediate variables on its pages, for calls that return values.
import type { ProjectId } from '../../../contract/fields.ts'
import { givingWay } from '../../../core/giving-way.ts'
import type { Sight } from '../../../db/sight.ts'
import { expressionOf, inputsOf } from '../mvar/rules.ts'
import { loadInputs, loadMvars, loadTitles } from '../mvar/store.ts'

export { loadInputs }

/**
 * An intermediate variable. `inputs`: variables on visible devices of the project. `expression`: in the syntax of the
 * formula evaluator.
 */
export type ShownMvar = {
  id: number
  title: string
  unit: string | null
  decimals: number | null
  expression: string
  inputs: { equipmentId: number; signalId: number }[]
}

/**
 * The intermediate variables of the project among the ids. Devices removed from the project no longer provide inputs.
 */
export async function shownMvars(sight: Sight, projectId: ProjectId, ids: readonly number[]): Promise<ShownMvar[]> {
  const mvars = await loadMvars(sight, projectId, ids)
  const giveWay = givingWay()
  const named: ShownMvar['inputs'][] = []
  for (const { formula } of mvars) {
    named.push(inputsOf(formula))
    await giveWay()
  }
  const signalIds = [...new Set(named.flat().map(({ signalId }) => signalId))]
  const visible = new Set(
    (await loadInputs(sight, projectId, signalIds)).map((each) => `${each.equipmentId}.${each.signalId}`),
  )
  return mvars.map(({ id, title, unit, decimals, formula }, at) => ({
    ...{ id, title, unit, decimals },
    expression: expressionOf(formula),
    inputs: named[at]!.filter((each) => visible.has(`${each.equipmentId}.${each.signalId}`)),
  }))
}

/** Titles by id, of existing intermediate variables in visible projects. */
export const mvarTitles = async (sight: Sight, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map((await loadTitles(sight, ids)).map(({ id, title }) => [id, title]))
