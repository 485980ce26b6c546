// Intermediate variables for the explanation of a value: formula, result, and users of a variable.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { inputsOf } from '../mvar/rules.ts'
import { loadMvar, loadMvarsBeside } from '../mvar/store.ts'

export { expressionOf, inputsOf, resultOf } from '../mvar/rules.ts'
export { loadMvar }

/** Intermediate variables of visible projects that use a variable of a device. */
export const mvarsWith = async (sight: Sight, equipmentId: EquipmentId, signalId: number) =>
  (await loadMvarsBeside(sight, equipmentId))
    .filter(({ formula }) => inputsOf(formula).some((each) => each.signalId === signalId))
    .map(({ id, title, projectId, projectName }) => ({ id, title, projectId, projectName }))
