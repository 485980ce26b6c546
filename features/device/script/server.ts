import { canRunScripts } from '../../../contract/abilities.ts'
import type { EquipmentConfig, Script } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { scriptOutput } from '../../frame/spine-services.ts'
import { save } from '../config/part-save.ts'
import { failureOf } from '../open/config-fault.ts'
import { deleteScript, orderScripts, queryScriptWords, type ScriptDraft, saveScript } from './contract.ts'
import { scriptFaults, tidyScript } from './rules.ts'
import { hasScripts, loadAbilities } from './store.ts'

/** A draft as a script: an existing id stays, a new script gets a new id. */
async function withId(sight: WritableSight, draft: ScriptDraft, { scripts }: EquipmentConfig): Promise<Script> {
  if (draft.id && !scripts.some(({ id }) => id === draft.id)) throw fail('notFound')
  const id = draft.id ?? (await sight.draw('script_id', 1))[0]!
  return { ...tidyScript(draft), id }
}

const put = ({ scripts, ...config }: EquipmentConfig, script: Script): EquipmentConfig => ({
  ...config,
  scripts: scripts.some(({ id }) => id === script.id)
    ? scripts.map((each) => (each.id === script.id ? script : each))
    : [...scripts, script],
})

/** Whether the gateway can run scripts; null if the gateway never connected, so that its abilities are unknown. */
async function canRun(sight: Sight, equipmentId: EquipmentId): Promise<boolean | null> {
  const gateway = await loadAbilities(sight, equipmentId)
  return gateway?.lastSeenAt == null ? null : canRunScripts(gateway.abilities)
}

export default [
  serve(saveScript, { kind: 'change' }, async ({ script: draft, ...at }, call) => {
    let scriptId = draft.id
    const saved = await save(call, at, 'saveScripts', async ({ config }) => {
      const script = await withId(call.sight, draft, config)
      const [fault] = scriptFaults(script, config)
      if (fault) throw failureOf(fault, 'script', call.language)
      scriptId = script.id
      return { config: put(config, script), told: { after: { script: script.name } } }
    })
    return { ...saved, data: { ...saved.data, scriptId: scriptId! } }
  }),

  serve(deleteScript, { kind: 'change' }, ({ scriptId, ...at }, call) =>
    save(call, at, 'saveScripts', async ({ config }) => {
      const gone = config.scripts.find(({ id }) => id === scriptId)
      if (!gone) throw fail('notFound')
      const scripts = config.scripts.filter(({ id }) => id !== scriptId)
      return { config: { ...config, scripts }, told: { before: { script: gone.name } } }
    }),
  ),

  serve(orderScripts, { kind: 'change' }, ({ scriptIds, ...at }, call) =>
    save(call, at, 'saveScripts', async ({ config }) => {
      const known = new Map(config.scripts.map((script) => [script.id, script]))
      const scripts = [...new Set(scriptIds)].flatMap((id) => known.get(id) ?? [])
      if (scripts.length !== known.size) throw fail('notFound')
      return { config: { ...config, scripts } }
    }),
  ),

  serve(queryScriptWords, async ({ equipmentId, after }, { sight, use }) => {
    if (!(await hasScripts(sight, equipmentId))) throw fail('noScripts')
    const told = use(scriptOutput).of(equipmentId)
    return {
      receivedAt: told?.receivedAt ?? null,
      scripts: told?.scripts ?? [],
      lines: (told?.lines ?? []).filter(({ seq }) => seq > after),
      dropped: told?.dropped ?? 0,
      canRun: await canRun(sight, equipmentId),
    }
  }),
] satisfies RoomServer
