import type { EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import { firstFault, reasonText } from '../../../contract/input-fault.ts'
import { reduced } from '../../frame/config.ts'
import { type ChangeCall, type RoomServer, serve } from '../../frame/serve.ts'
import { type Draft, save } from '../config/part-save.ts'
import { importSignals, type RowFault, SignalDraft, saveSignals } from './contract.ts'
import { signalsDecoder } from './decoders.ts'
import { repeatedRows, rowsRefused } from './rules.ts'

const refuseRows = (faults: readonly RowFault[]): void => {
  const refusal = rowsRefused(faults)
  if (refusal) throw refusal
}

/** Rows of a request as variables; checks the shape first and reports every invalid row. */
function readRows(rows: readonly unknown[], call: Pick<ChangeCall, 'language'>): SignalDraft[] {
  const faults: RowFault[] = []
  const drafts = rows.flatMap((row, index) => {
    const parsed = SignalDraft.safeParse(row, { reportInput: true })
    if (parsed.success) return [parsed.data]
    const { name } = (row ?? {}) as { name?: unknown }
    faults.push({ index, name: typeof name === 'string' ? name : '', ...firstFault(parsed.error, call.language) })
    return []
  })
  refuseRows(faults)
  refuseRows(repeatedRows(drafts, call.language))
  return drafts
}

/** The configuration after rows were added, changed and removed; new variables come last, in their order. */
async function merge(
  { sight, language }: Pick<ChangeCall, 'sight' | 'language'>,
  config: EquipmentConfig,
  drafts: readonly SignalDraft[],
  remove: readonly number[],
): Promise<Draft> {
  const known = new Set(config.signals.map(({ id }) => id as number))
  if (drafts.some(({ id }) => id && !known.has(id))) throw fail('notFound')
  const fresh = await sight.draw('signal_id', drafts.filter(({ id }) => !id).length)
  const complete = drafts.map((draft) => ({ ...draft, id: draft.id ?? fresh.shift() }) as Signal)
  const byId = new Map(complete.map((signal) => [signal.id as number, signal]))
  const gone = new Set(remove)
  const kept = config.signals.filter(({ id }) => !gone.has(id)).map((signal) => byId.get(signal.id) ?? signal)
  const added = complete.filter(({ id }) => !known.has(id))
  const places = new Map(complete.map(({ id }, index) => [id as number, index]))
  const next = reduced({ ...config, signals: [...kept, ...added] }, config, language)
  return { config: next, indexOf: ({ id }) => places.get(id) ?? -1 }
}

/** Rows with an unknown driver: they must not be added to another driver. */
function unknownDrivers(
  rows: readonly Record<string, unknown>[],
  config: EquipmentConfig,
  language: Language,
): RowFault[] {
  const names = new Set<unknown>(config.drivers.map(({ name }) => name))
  const reason = reasonText('notAllowed', language)
  return rows.flatMap(({ name, driver }, index) =>
    driver === undefined || names.has(driver) ? [] : [{ index, name: String(name ?? ''), field: 'driver', reason }],
  )
}

export default [
  serve(saveSignals, { kind: 'change' }, ({ save: rows, remove, ...at }, call) => {
    const drafts = readRows(rows, call)
    return save(call, at, 'saveSignals', ({ config }) => merge(call, config, drafts, remove))
  }),

  serve(
    importSignals,
    {
      kind: 'change',
      prepare: async ({ csv, ...rest }, { decode, user, language }) => ({
        ...rest,
        rows: await decode(signalsDecoder, { csv, language }, user.accountId),
      }),
    },
    async ({ rows, driverId, ...at }, call) => {
      let added = 0
      const saved = await save(call, at, 'importSignals', ({ config }) => {
        const byName = new Map(config.signals.map((signal) => [signal.name.toLowerCase(), signal]))
        const complete = rows.map((row) => {
          const same = byName.get(String(row.name ?? '').toLowerCase())
          const named = config.drivers.find(({ name }) => name === row.driver)?.id
          return {
            title: row.name,
            ...same,
            ...row,
            id: same?.id ?? null,
            driverId: named ?? same?.driverId ?? driverId,
          }
        })
        refuseRows(unknownDrivers(rows, config, call.language))
        added = complete.filter(({ id }) => id === null).length
        return merge(call, config, readRows(complete, call), [])
      })
      return { ...saved, data: { ...saved.data, added, changed: rows.length - added } }
    },
  ),
] satisfies RoomServer
