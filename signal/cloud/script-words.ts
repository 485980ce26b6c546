// Last output of the scripts of watched devices: in memory only, for the next viewer of their page.
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'

type Line = Up['script']['lines'][number] & { seq: number }
type ScriptOutput = { receivedAt: number; scripts: Up['script']['scripts']; lines: Line[]; dropped: number }

export type ScriptWordsTable = {
  take(equipmentId: number, words: Up['script'], receivedAt: number): void
  of(equipmentId: number): ScriptOutput | undefined
}

export function createScriptWords(): ScriptWordsTable {
  const kept = new Map<number, ScriptOutput & { last: number }>()
  return {
    take(equipmentId, { scripts, lines, dropped }, receivedAt) {
      const before = kept.get(equipmentId)
      let last = before?.last ?? 0
      const told = lines.map((line) => ({ ...line, seq: ++last }))
      kept.delete(equipmentId)
      kept.set(equipmentId, {
        ...{ receivedAt, scripts, last },
        lines: [...(before?.lines ?? []), ...told].slice(-limits.scriptLinesKept),
        dropped: (before?.dropped ?? 0) + dropped,
      })
      const oldest = kept.keys().next()
      if (kept.size > limits.scriptDevicesKept && !oldest.done) kept.delete(oldest.value)
    },
    of: (equipmentId) => kept.get(equipmentId),
  }
}
