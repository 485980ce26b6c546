// An intermediate variable with its formula and its result, and those that name a variable: for whoever explains a value.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { inputsOf } from '../mvar/rules.ts'
import { loadMvar, loadMvarsBeside } from '../mvar/store.ts'

export { expressionOf, inputsOf, resultOf } from '../mvar/rules.ts'
export { loadMvar }

/** Those of visible projects that are calculated from a variable of a device. */
export const mvarsWith = async (sight: Sight, equipmentId: EquipmentId, signalId: number) =>
  (await loadMvarsBeside(sight, equipmentId))
    .filter(({ formula }) => inputsOf(formula).some((each) => each.signalId === signalId))
    .map(({ id, title, projectId, projectName }) => ({ id, title, projectId, projectName }))
