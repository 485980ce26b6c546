// Intermediate variables: values of a project that the platform calculates from variables of its devices. [S3] [S7]
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { Instant, idText, MvarId, maybeText, ProjectId, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

declare module '../../../contract/endpoint.ts' {
  interface Objects {
    mvar: MvarId
  }
}

export const CalcType = z.enum(['sum', 'avg', 'min', 'max', 'custom'])
export type CalcType = z.output<typeof CalcType>

/** Maximum number of intermediate variables per project. */
export const maxMvars = 500

/** Maximum length of a comma-separated list of variables; enough for all devices of a project. */
const maxFormula = 20 * limits.formulaLength

/**
 * A formula. `text`: variables as `${equipmentId.signalId}`; for `custom` an expression with them, else a
 * comma-separated list.
 */
export const MvarFormula = z.object({ calcType: CalcType, text: text(maxFormula) })
export type MvarFormula = z.output<typeof MvarFormula>

/** A variable that a formula uses. */
export const MvarInput = z.object({
  equipmentId: z.number(),
  signalId: z.number(),
  title: z.string(),
  /** Name of the variable's device. */
  subTitle: z.string(),
})
export type MvarInput = z.output<typeof MvarInput>

export const Mvar = z.object({
  id: MvarId,
  projectId: ProjectId,
  title: z.string(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  formula: MvarFormula,
  /** The inputs that the caller can see. */
  inputs: z.array(MvarInput),
  /** Number of alarm rules over the intermediate variable at visible devices. */
  alarmRuleCount: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Mvar = z.output<typeof Mvar>

export const queryMvars = post('/lfscada/project/mvar/query', {
  may: 'project:view',
  on: { project: 'projectId' },
  about: 'The intermediate variables of a project with their formulas, by title.',
  input: z.object({ projectId: ProjectId }),
  output: z.array(Mvar),
})

/** The value without its formula. */
const MvarValue = Mvar.pick({ id: true, title: true, unit: true, decimals: true }).extend({
  /** The value; 0 if it cannot be calculated, and then `code` is the reason. */
  value: z.number(),
  code: z.number(),
  /** Time of the newest reading used; null: there is none. */
  time: Instant.nullable(),
})

/** Ids that are not of the project are ignored. */
const mvarIds = idText(z.string().max(12_000))

export const queryAllMvars = post('/lfscada/project/mvar/queryAll', {
  may: 'project:view',
  on: { project: 'projectId' },
  through: { project: 'projectId' },
  about: 'Intermediate variables of a project with the values that the last readings give; all of them without `ids`.',
  input: z.object({ projectId: ProjectId, ids: mvarIds.nullish() }),
  output: z.array(MvarValue),
})

/** Curve of an intermediate variable; `times` in ms after `from`, `bad` by index and code. */
export const MvarSeries = z.object({
  mvarId: z.number(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  isReduced: z.boolean(),
  times: z.array(z.number()),
  values: z.array(z.number()),
  bad: z.array(z.tuple([z.number(), z.number()])),
})
export type MvarSeries = z.output<typeof MvarSeries>

export const queryMvarHistory = post('/lfscada/project/mvar/history/query', {
  may: 'project:view',
  on: { project: 'projectId', mvar: 'id' },
  through: { project: 'projectId' },
  heavy: true,
  about:
    'The curve of an intermediate variable, calculated from what is stored, for who may also see history (`history:view`).',
  input: z.object({
    ...{ projectId: ProjectId, id: MvarId, from: Instant, to: Instant },
    points: z.number().int().min(2).max(limits.curvePoints).default(limits.curveScreenPoints),
  }),
  output: MvarSeries.extend({ from: Instant }),
})

const fields = {
  title: text(limits.titleLength),
  unit: maybeText(limits.unitLength),
  decimals: z.number().int().min(0).max(10).nullish(),
  formula: MvarFormula,
}

export const addMvar = post('/lfscada/project/mvar/add', {
  may: 'project:edit',
  on: { project: 'projectId' },
  about: 'Adds an intermediate variable to a project. Its formula names variables of devices of the project.',
  input: z.object({ projectId: ProjectId, ...fields }),
  output: Mvar,
})

export const editMvar = post('/lfscada/project/mvar/edit', {
  may: 'project:edit',
  on: { mvar: 'id' },
  about: 'Changes an intermediate variable; pages that are bound to it show the new one.',
  input: z.object({ id: MvarId, ...fields }),
  output: Mvar,
})

export const deleteMvar = post('/lfscada/project/mvar/delete', {
  may: 'project:edit',
  on: { mvar: 'id' },
  about: 'Deletes an intermediate variable; what pages bind to it is cleared.',
  input: z.object({ id: MvarId }),
  output: done,
})

export const validFormulaVar = post('/lfscada/project/mvar/validFormulaVar', {
  may: 'project:edit',
  on: { project: 'projectId', mvar: 'id' },
  about:
    'Whether a formula can be calculated in a project, what it names, and what the last readings give. `id`: the formula of this one may stay as it is, also where the caller does not see all that it names.',
  input: z.object({ projectId: ProjectId, id: MvarId.nullish(), formula: MvarFormula }),
  output: MvarValue.pick({ value: true, code: true, time: true }).extend({ inputs: z.array(MvarInput) }),
})
