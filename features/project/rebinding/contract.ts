// Moves a project, or some of its pages, to other devices: proposes a match for each variable, then saves everything
// together.
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Signal } from '../../../contract/equipment-config.ts'
import { EquipmentId, maxWhole, PageId, ProjectId, Version } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { VersionMessage } from '../../platform/versioned/contract.ts'

/** Maximum number of device pairs per move; larger projects are moved in parts. */
export const maxPairs = 50

const ids = z.array(EquipmentId).max(maxPairs)

/**
 * The request of a move. Each device of `from` is replaced by the device of `to` with the same index. Without `pageIds`
 * the whole project is moved.
 */
const moving = {
  projectId: ProjectId,
  from: ids,
  to: ids,
  pageIds: z.array(PageId).max(limits.configPages),
}
const on = { project: 'projectId', equipment: ['from', 'to'], page: 'pageIds' } as const

/** A variable, or a history report in a table. */
const MoveKind = z.enum(['signal', 'report'])

export const MoveVariable = z.object({
  id: z.number(),
  name: z.string(),
  title: z.string(),
  address: z.string(),
  dataType: z.string(),
  unit: z.string().nullable(),
  access: Signal.shape.access.unwrap(),
  scaling: z.string(),
})
export type MoveVariable = z.output<typeof MoveVariable>

export const MoveRow = z.object({
  kind: MoveKind,
  from: MoveVariable,
  to: z.number().nullable(),
  reason: z.enum(['name', 'titleAndAddress', 'title', 'sound', 'address', 'similar']).nullable(),
  confidence: z.enum(['sure', 'likely', 'weak']).nullable(),
  questions: z.array(z.enum(['none', 'several', 'weak', 'dataType', 'unit', 'access', 'scaling'])),
  others: z.array(z.number()),
  /** The number of uses of each kind. */
  pages: z.number(),
  widgets: z.number(),
  /** Formulas of intermediate variables, and fields of custom reports. */
  mvars: z.number(),
  isKey: z.boolean(),
})
export type MoveRow = z.output<typeof MoveRow>

const Device = z.object({ id: EquipmentId, name: z.string() })

export const MovePlan = z.object({
  pairs: z.array(
    z.object({
      from: Device,
      to: Device,
      rows: z.array(MoveRow),
      /** The variables and reports of the other device, for manual choice. */
      signals: z.array(MoveVariable),
      reports: z.array(MoveVariable),
    }),
  ),
  /** The pages that would get a new version, with the version that was read. */
  pages: z.array(z.object({ id: PageId, title: z.string(), version: z.number(), widgets: z.number() })),
  /** Number of intermediate variables whose formulas use a variable of the old devices. */
  mvars: z.number(),
  /** Number of custom reports with a field that uses one of the variables. */
  customReports: z.number(),
})
export type MovePlan = z.output<typeof MovePlan>

export const planMove = post('/lfscada/project/move/plan', {
  may: 'project:edit',
  on,
  heavy: true,
  about:
    'What each variable and report of devices that a project shows would be on other devices, with the reason, how sure it is, and every question that is open. Nothing is saved.',
  input: z.object(moving),
  output: MovePlan,
})

export type Moving = z.output<typeof planMove.input>

/** Enough for a page of 2000 widgets, over all its devices. */
const maxMoves = 20_000
/** The id of a variable or report; moving.ts checks that it belongs to the devices and pages of the request. */
const Inner = z.number().int().positive().max(maxWhole)
const Move = z.object({ from: Inner, to: Inner.nullable() })

export const saveMove = post('/lfscada/project/move/save', {
  may: 'project:edit',
  on,
  heavy: true,
  bodyBytes: limits.listBodyBytes,
  about:
    'Moves the pages of a project to other devices in one go: a version more of each, formulas and custom reports rewritten, devices exchanged. A page that somebody saved meanwhile answers 10004 with that page, and nothing is moved.',
  input: z.object({
    ...moving,
    /** `to` null: the binding is removed. Variables and reports that are not listed stay with the old device. */
    signals: z.array(Move).max(maxMoves),
    reports: z.array(Move).max(maxMoves),
    /** The versions of the pages that the user reviewed. */
    versions: z.array(z.object({ id: Inner, version: Version })).max(limits.configPages),
    /** Whether the old devices stay in the project. */
    keepOld: z.boolean(),
    message: VersionMessage,
  }),
  output: z.object({
    pages: z.number(),
    widgets: z.number(),
    unbound: z.number(),
    mvars: z.number(),
    customReports: z.number(),
  }),
})
