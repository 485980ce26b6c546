// What formulas of a project may name, and the intermediate variables that a page of it shows, for the calls that answer values.
import type { ProjectId } from '../../../contract/fields.ts'
import { givingWay } from '../../../core/giving-way.ts'
import type { Sight } from '../../../db/sight.ts'
import { expressionOf, inputsOf } from '../mvar/rules.ts'
import { loadInputs, loadMvars, loadTitles } from '../mvar/store.ts'

export { loadInputs }

/** `inputs`: of the visible devices of the project. `expression`: as the one evaluator reads it. */
export type ShownMvar = {
  id: number
  title: string
  unit: string | null
  decimals: number | null
  expression: string
  inputs: { equipmentId: number; signalId: number }[]
}

/** Of these those that are of the project. Devices that were taken out of it give nothing any more. */
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

/** By number, of those that there still are; of whatever visible project. */
export const mvarTitles = async (sight: Sight, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map((await loadTitles(sight, ids)).map(({ id, title }) => [id, title]))
