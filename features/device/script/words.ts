// Describes the trigger of a script in words.
import type { Script, Signal } from '../../../contract/equipment-config.ts'
import { formatNumber } from '../../../ui/format.ts'
import type { scriptText } from './text.ts'

type Texts = ReturnType<typeof scriptText.in>
type Titled = Pick<Signal, 'id' | 'title'>

const timeOf = (t: Texts, ms: number): string =>
  ms % 1000 ? `${formatNumber(ms)} ms` : t('seconds', { count: formatNumber(ms / 1000) })
const shownNames = 3

export function triggerWords(t: Texts, trigger: Script['trigger'], signals: readonly Titled[]): string {
  if (trigger.kind === 'start') return t('startWords')
  if (trigger.kind === 'period') return t('everyWords', { time: timeOf(t, trigger.everyMs) })
  const titles = trigger.signalIds.map((id) => signals.find((each) => each.id === id)?.title ?? `#${id}`)
  const more = titles.length > shownNames ? ` + ${titles.length - shownNames}` : ''
  return t('changeWords', { names: titles.slice(0, shownNames).join(t('comma')) + more })
}
