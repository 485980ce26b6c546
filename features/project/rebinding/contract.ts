// A project, or some of its pages, moved to other devices: proposed variable by variable, then saved as one.
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Signal } from '../../../contract/equipment-config.ts'
import { EquipmentId, maxWhole, PageId, ProjectId, Version } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { VersionMessage } from '../../platform/versioned/contract.ts'

/** Pairs of devices at once; a project of more is moved in parts. */
export const maxPairs = 50

const ids = z.array(EquipmentId).max(maxPairs)

/** Which devices take the place of which: `to` at the same place as `from`. Without `pageIds` the whole project. */
const moving = {
  projectId: ProjectId,
  from: ids,
  to: ids,
  pageIds: z.array(PageId).max(limits.configPages),
}
const on = { project: 'projectId', equipment: ['from', 'to'], page: 'pageIds' } as const

/** A variable, or a history report that a table shows. */
export const MoveKind = z.enum(['signal', 'report'])
export type MoveKind = z.output<typeof MoveKind>

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
  /** Where it is used. */
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
      /** What may be chosen of the other device. */
      signals: z.array(MoveVariable),
      reports: z.array(MoveVariable),
    }),
  ),
  /** Those that would get a version more, with the one that was seen. */
  pages: z.array(z.object({ id: PageId, title: z.string(), version: z.number(), widgets: z.number() })),
  /** Intermediate variables whose formulas name a variable of the old devices. */
  mvars: z.number(),
  /** Custom reports that have a field which names one. */
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

/** As many as a page of 2000 widgets has over all its devices. */
const maxMoves = 20_000
/** Of things that are looked for among those of the devices and pages named above, and nowhere else: see moving.ts. */
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
    /** Null: bound to nothing. What is not named stays with the old device. */
    signals: z.array(Move).max(maxMoves),
    reports: z.array(Move).max(maxMoves),
    /** Versions of the pages that were seen. */
    versions: z.array(z.object({ id: Inner, version: Version })).max(limits.configPages),
    /** The old devices stay in the project. */
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
