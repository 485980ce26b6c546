// Plays back the stored values of a device, and of a page with its events. [S9 History curve]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { alarmLevels } from '../../../contract/equipment-config.ts'
import { AlarmId, EquipmentId, Instant, idList, PageId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { results } from '../../platform/operation-log/contract.ts'
import { HistoryHole } from '../history/contract.ts'

const scalar = z.union([z.number(), z.boolean(), z.string()]).nullable()

export const queryReplay = post('/lfscada/monitor/multi/history/replay', {
  may: 'history:view',
  on: { equipment: 'equipmentId' },
  heavy: true,
  about: 'The data for playing back a device: readings at `from`, and every stored reading up to `to`.',
  input: z.object({
    ...{ equipmentId: EquipmentId, from: Instant, to: Instant },
    /** The variables; empty: all variables of the device. */
    signalIds: z.array(SignalId).max(limits.signalsPerEquipment).default([]),
  }),
  output: z.object({
    from: Instant,
    /** The end of this answer; earlier than requested if there are too many values for one answer. */
    to: Instant,
    /** Last readings at or before `from`; variables without one are omitted. */
    start: z.array(z.object({ signalId: SignalId, at: Instant, value: scalar, code: z.number() })),
    /** The readings of all variables in the order of time; `times` in ms after `from`. */
    times: z.array(z.number()),
    ids: z.array(z.number()),
    values: z.array(scalar),
    codes: z.array(z.number()).nullable(),
    holes: z.array(HistoryHole),
  }),
})

/** Values in time order, `times` in ms after `from`; `codes` null: all good. `start`: the values at `from`. */
const Played = z.object({
  start: z.array(z.object({ id: z.number(), at: Instant, value: scalar, code: z.number() })),
  times: z.array(z.number()),
  ids: z.array(z.number()),
  values: z.array(scalar),
  codes: z.array(z.number()).nullable(),
})

/** The room of live pages serves this call and the two for the events of a page. */
export const replayProject = post('/lfscada/monitor/project/history/replay', {
  may: 'history:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  heavy: true,
  about:
    'Returns the data for playing back a page: the values of its variables at `from`, every stored reading up to `to`, and its intermediate variables, calculated from stored readings. For devices that the caller sees only through the project, only variables that the page is bound to now.',
  input: z.object({
    pageId: PageId,
    ...{ from: Instant, to: Instant },
    ...{ dataSignal: idList, dataMvar: idList.default([]) },
  }),
  output: Played.extend({
    from: Instant,
    /** The end of this answer; earlier than requested if there are too many values for one answer. */
    to: Instant,
    mvars: Played,
    /**
     * Maximum time between readings of a variable, ms; after a longer gap its value is unknown. Not listed: stored on
     * change.
     */
    gaps: z.array(z.tuple([z.number(), z.number()])),
    /** Variables without history: not stored by any report, or calculated from such variables. */
    unstored: z.object({ signalIds: z.array(z.number()), mvarIds: z.array(z.number()) }),
  }),
})

/** Maximum number of events of each kind in one answer; more could not be distinguished on a time line. */
export const maxEvents = 500

export const PastAlarm = z.object({
  id: AlarmId,
  equipmentId: EquipmentId,
  equipmentName: z.string(),
  level: z.enum(alarmLevels),
  name: z.string(),
  raisedAt: Instant,
  clearedAt: Instant.nullable(),
})
export type PastAlarm = z.output<typeof PastAlarm>

export const PastWrite = z.object({
  id: z.number(),
  at: Instant,
  /** The names of device and variable at that time. */
  objectName: z.string(),
  loginname: z.string(),
  from: scalar,
  to: scalar,
  result: z.enum(results),
})
export type PastWrite = z.output<typeof PastWrite>

export const queryPageEvents = post('/lfscada/monitor/project/history/event/query', {
  may: 'history:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  about:
    'Lists what happened on the devices of a page in a span: alarms that were active, for callers who may see alarms, and writes, for callers who may see the log. For devices that the caller sees only through the project, only the alarms of the alarm tables on the page.',
  input: z.object({ pageId: PageId, from: Instant, to: Instant }),
  output: z.object({
    alarms: z.array(PastAlarm),
    writes: z.array(PastWrite),
    /** Whether older events were omitted. */
    isCut: z.boolean(),
  }),
})

export const nextPageEvent = post('/lfscada/monitor/project/history/event/next', {
  may: 'history:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  about:
    'Returns the time of the next event after `at`, or of the last one before it with `isBack`: an alarm that was raised or cleared, or a write. Null if there is none within 30 days.',
  input: z.object({ pageId: PageId, at: Instant, isBack: z.boolean().default(false) }),
  output: z.object({ at: Instant.nullable() }),
})
