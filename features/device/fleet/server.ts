import { errorText, fail } from '../../../contract/errors.ts'
import type { AccountId, EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { portions } from '../../../core/portions.ts'
import { tableAnswer } from '../../../core/table-file.ts'
import { type Call, type ChangeCall, type RoomServer, serve } from '../../frame/serve.ts'
import { loadWarrantyClock } from '../open/warranty-clock.ts'
import {
  cancelFleetJob,
  copyEquipment,
  equipmentTemplateFile,
  exportEquipments,
  type FleetJobId,
  fleetJobFaults,
  lookAtImport,
  queryFleetJobs,
  startImport,
} from './contract.ts'
import { cellsOf, fileNameOf, fleetTable } from './export.ts'
import { groupsByName, planImport, tableOf, titleOf } from './import.ts'
import type { PlannedRow } from './plan.ts'
import { namesOf } from './rules.ts'
import {
  countRunning,
  endJob,
  insertJob,
  loadFaults,
  loadFollowed,
  loadGroups,
  loadIds,
  loadJob,
  loadJobs,
  loadSome,
  loadTemplates,
  matchingOf,
  type NewItem,
  takenNames,
} from './store.ts'

/** Number of devices per read for a file. */
const readAtOnce = 500
/** Maximum number of rows listed with changes and faults. */
const mostTold = 500

const noRows = async function* () {
  yield []
}

const isSame = ({ changes, faults }: PlannedRow): boolean => changes.length === 0 && faults.length === 0

/** Accounts see their own jobs; accounts that see all devices see all jobs. */
const whose = ({ user }: Pick<Call, 'user'>): AccountId | null => (user.devices === 'all' ? null : user.accountId)

async function mustBeOwn(call: Pick<Call, 'sight' | 'user'>, id: FleetJobId) {
  const job = await loadJob(call.sight, id)
  const own = whose(call)
  if (!job || (own !== null && job.accountId !== own)) throw fail('notFound', {}, { field: 'id' })
  return job
}

async function begin(
  { sight, user, now }: ChangeCall,
  job: { kind: 'copy' | 'import'; title: string; sourceId: EquipmentId | null; items: readonly NewItem[] },
): Promise<FleetJobId> {
  if ((await countRunning(sight)) >= limits.fleetJobs) throw fail('fleetBusy', { limit: limits.fleetJobs })
  return insertJob(sight, { ...job, by: user, at: now() })
}

export default [
  serve(
    exportEquipments,
    { kind: 'stream' },
    async ({ format, mine, ...filter }, { sight, user, language, now, signal }) => {
      const { paths } = groupsByName(await loadGroups(sight))
      const templates = new Map((await loadTemplates(sight)).map(({ id, name }) => [id as number, name]))
      const clock = await loadWarrantyClock(sight, now())
      const matching = matchingOf(sight, { ...filter, clock, createdBy: mine ? user.accountId : null })
      const names = { group: (id: number) => paths.get(id) ?? '', template: (id: number) => templates.get(id) ?? '' }
      async function* batches() {
        const load = (last = 0) => loadIds(sight, last, readAtOnce, matching)
        for await (const ids of portions(readAtOnce, load)) {
          if (signal.aborted) return
          yield (await loadSome(sight, ids)).map((each) => cellsOf(each, names, language))
        }
      }
      return tableAnswer(format, fileNameOf(language), fleetTable(language, batches))
    },
  ),

  serve(equipmentTemplateFile, { kind: 'stream' }, async ({ format }, { language }) =>
    tableAnswer(format, fileNameOf(language), fleetTable(language, noRows)),
  ),

  serve(lookAtImport, async ({ content }, call) => {
    const { language } = call
    const { missing, unknown, rows } = await planImport(await tableOf(content, call), call)
    const good = rows.filter(({ faults, changes }) => faults.length === 0 && changes.length > 0)
    const bad = rows.filter(({ faults }) => faults.length > 0)
    const kindOf = ({ deviceId }: PlannedRow) => (deviceId === null ? ('added' as const) : ('changed' as const))
    return {
      missing: missing.map((key) => titleOf(key, language)),
      unknown,
      counts: {
        added: good.filter((row) => kindOf(row) === 'added').length,
        changed: good.filter((row) => kindOf(row) === 'changed').length,
        same: rows.filter(isSame).length,
        bad: bad.length,
      },
      changes: good.slice(0, mostTold).map((row) => ({
        ...{ line: row.line, name: row.name, kind: kindOf(row) },
        fields: row.changes.map(({ column, ...change }) => ({ column: titleOf(column, language), ...change })),
      })),
      faults: bad
        .flatMap(({ line, name, faults }) =>
          faults.map(({ column, reason }) => ({ line, name, column: titleOf(column, language), reason })),
        )
        .slice(0, mostTold * 2),
    }
  }),

  serve(
    startImport,
    {
      kind: 'change',
      prepare: async ({ content, ...rest }, call) => ({ ...rest, table: await tableOf(content, call) }),
    },
    async ({ name, table, withoutBad }, call) => {
      const { missing, rows } = await planImport(table, call)
      if (missing.length > 0)
        throw fail('fleetFile', { reason: titleOf(missing[0]!, call.language) }, { field: 'content' })
      const bad = rows.filter(({ faults }) => faults.length > 0).length
      if (bad > 0 && !withoutBad) throw fail('fleetBadRows', { count: bad })
      const items = rows
        .filter(({ faults, changes }) => faults.length === 0 && changes.length > 0)
        .map(({ line, name: device, work, deviceId }) => ({ line, name: device, work, deviceId }))
      if (items.length === 0) throw fail('fleetFile', { reason: noneWords[call.language] }, { field: 'content' })
      const id = await begin(call, { kind: 'import', title: name, sourceId: null, items })
      const object = { type: 'fleetJob', id, name } as const
      return { act: 'importDevices', object, after: { equipmentCount: items.length }, data: { id } }
    },
  ),

  serve(copyEquipment, { kind: 'change' }, async ({ id: sourceId, pattern, first, count, groupId, series }, call) => {
    const { sight, language } = call
    const source = await loadFollowed(sight, sourceId)
    if (!source) throw fail('equipmentNotFound')
    const own = source.templateSeries ?? source.series
    if (series !== null && own !== null && series !== own)
      throw fail('seriesOfCopy', { own, other: series }, { field: 'series' })
    const names = namesOf(pattern, first, count)
    const long = names.find((each) => each.length > limits.equipmentNameLength)
    if (long) throw fail('badParameter', tooLong(language), { field: 'pattern' })
    const [taken] = await takenNames(sight, names)
    if (taken !== undefined) throw fail('nameExists', { name: taken }, { field: 'pattern' })
    const items = names.map((name) => ({ line: 0, name, work: { groupId }, deviceId: null }))
    const id = await begin(call, { kind: 'copy', title: source.name, sourceId, items })
    const object = { type: 'equipment', id: sourceId, name: source.name } as const
    return { act: 'copyDevices', object, after: { equipmentCount: count }, data: { id } }
  }),

  serve(queryFleetJobs, (_, call) => loadJobs(call.sight, whose(call))),

  serve(fleetJobFaults, async ({ id }, call) => {
    await mustBeOwn(call, id)
    const rows = await loadFaults(call.sight, id)
    return rows.map(({ line, name, code, details }) => ({
      ...{ line, name, code: code ?? 0 },
      reason: errorText(code ?? 0, call.language, (details ?? {}) as Record<string, string>),
    }))
  }),

  serve(cancelFleetJob, { kind: 'change' }, async ({ id }, call) => {
    const { title, status } = await mustBeOwn(call, id)
    if (!(await endJob(call.sight, id, call.now())))
      throw fail('badState', { reason: statusWords[status][call.language] })
    return { act: 'cancelFleetJob', object: { type: 'fleetJob', id, name: title }, data: null }
  }),
] satisfies RoomServer

const noneWords = { en: 'it changes nothing', 'zh-cn': '没有任何变更' } as const

const statusWords = {
  running: { en: 'in progress', 'zh-cn': '进行中' },
  completed: { en: 'completed', 'zh-cn': '已完成' },
  failed: { en: 'failed', 'zh-cn': '失败' },
  cancelled: { en: 'cancelled', 'zh-cn': '已取消' },
} as const

const tooLong = (language: Call['language']) => ({
  field: 'pattern',
  reason:
    language === 'en'
      ? `a name has at most ${limits.equipmentNameLength} characters`
      : `名称最多 ${limits.equipmentNameLength} 个字符`,
})
