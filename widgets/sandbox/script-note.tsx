// The note in a script widget: the fault of the script, or why there is no data yet.
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { SeedStrip } from '../chart/minutes.tsx'
import type { Mode } from '../widget.ts'
import type { Shape } from './shapes.ts'
import { scriptText } from './text.ts'
import type { ScriptState } from './use-script.ts'

export function ScriptNote({ state, script, mode }: { state: ScriptState<Shape>; script: string; mode: Mode }) {
  const t = useText(scriptText)
  const { fault, answer, seedError } = state
  if (script.trim() === '') return <WidgetNote>{t('empty')}</WidgetNote>
  if (mode !== 'run') return null
  if (fault) {
    const what = t(fault.kind, { message: fault.message })
    return <WidgetNote isFault>{fault.line === null ? what : t('at', { what, line: fault.line })}</WidgetNote>
  }
  if (!answer) return <WidgetNote>{t('running')}</WidgetNote>
  if (seedError === undefined) return null
  const asked = { state: 'failed', data: undefined, error: seedError, at: 0, again: () => undefined } as const
  return <SeedStrip asked={asked} />
}
