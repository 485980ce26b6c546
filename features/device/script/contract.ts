// The scripts of a device, run by its gateway. [S2 /manage/eg/equipment/edit/{id}/script] [S8 1347]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Script } from '../../../contract/equipment-config.ts'
import { EquipmentId, ScriptId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { ScriptWords } from '../../../contract/script-words.ts'
import { configAt, savedConfig } from '../config/contract.ts'

/** A script in a request: the id is optional, because the platform assigns it. */
export const ScriptDraft = Script.extend({ id: ScriptId.nullish() })
export type ScriptDraft = z.output<typeof ScriptDraft>

export const saveScript = post('/lfscada/equipment/script/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  templates: true,
  about: 'Adds a script (no id) or changes one. It runs once the gateway is synchronised.',
  input: z.object({ ...configAt, script: ScriptDraft }),
  output: savedConfig.extend({ scriptId: ScriptId }),
})

export const deleteScript = post('/lfscada/equipment/script/delete', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  templates: true,
  about: 'Deletes a script.',
  input: z.object({ ...configAt, scriptId: ScriptId }),
  output: savedConfig,
})

export const orderScripts = post('/lfscada/equipment/script/order', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  templates: true,
  about: 'Reorders the scripts of a device; takes the ids of all of them.',
  input: z.object({ ...configAt, scriptIds: z.array(ScriptId).max(limits.scriptsPerEquipment) }),
  output: savedConfig,
})

const { scripts, lines } = ScriptWords.shape

export const ScriptLine = lines.element.extend({ seq: z.number() })
export type ScriptLine = z.output<typeof ScriptLine>

export const queryScriptWords = post('/lfscada/equipment/script/words', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about:
    'Returns the states of the scripts on the gateway, and their output after a line; the gateway reports them while the device is monitored.',
  input: z.object({ equipmentId: EquipmentId, after: z.number().int().min(0).default(0) }),
  output: z.object({
    /** Time of the latest report; null if the gateway sent none since the platform was started. */
    receivedAt: z.number().nullable(),
    scripts,
    lines: z.array(ScriptLine),
    /** Number of lines that the gateway dropped. */
    dropped: z.number(),
    /** Whether the gateway's software runs scripts; null if the gateway never connected. */
    canRun: z.boolean().nullable(),
  }),
})
