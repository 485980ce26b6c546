// A script while it is edited. Inputs of every trigger are kept when the user switches the trigger. Pure.
import type { EquipmentConfig, Script } from '../../../contract/equipment-config.ts'
import { isSame as isSameJson } from '../../platform/versioned/rules.ts'
import type { ScriptDraft } from './contract.ts'
import { scriptFaults, tidyScript } from './rules.ts'

export type Editing = {
  id: Script['id'] | undefined
  name: string
  kind: Script['trigger']['kind']
  everyMs: number
  signalIds: readonly number[]
  source: string
  enabled: boolean
}

const usual: Editing = {
  ...{ id: undefined, name: '', kind: 'period', everyMs: 1000, signalIds: [], source: '', enabled: true },
}

export function editingOf(script?: Script): Editing {
  if (!script) return usual
  const { id, name, source, trigger, enabled } = script
  return {
    ...{ ...usual, id, name, source, kind: trigger.kind, enabled: enabled !== false },
    ...(trigger.kind === 'period' ? { everyMs: trigger.everyMs } : {}),
    ...(trigger.kind === 'change' ? { signalIds: trigger.signalIds } : {}),
  }
}

function triggerOf({ kind, everyMs, signalIds }: Editing): Script['trigger'] {
  if (kind === 'period') return { kind, everyMs }
  return kind === 'start' ? { kind } : { kind, signalIds: [...signalIds] as never }
}

export const draftOf = (editing: Editing): ScriptDraft =>
  tidyScript({
    ...{ id: editing.id ?? null, name: editing.name.trim(), source: editing.source },
    ...{ trigger: triggerOf(editing), enabled: editing.enabled },
  })

export const editingFaults = (editing: Editing, config: EquipmentConfig) => scriptFaults(draftOf(editing), config)

export const isSame = (a: Editing, b: Editing): boolean => isSameJson(draftOf(a), draftOf(b))

/** Merges two edits of one script, field by field: my changes win. */
export function mergedEditing(base: Editing, mine: Editing, theirs: Editing): Editing {
  const keys = (Object.keys(mine) as (keyof Editing)[]).filter((key) => key !== 'id')
  const own = keys.filter((key) => !isSameJson(mine[key], base[key]))
  return { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])) }
}
