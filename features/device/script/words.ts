// Describes the trigger of a script in words.
import type { Script, Signal } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import { formatNumber, formatSeconds } from '../../../ui/format.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { scriptText } from './text.ts'

type Titled = Pick<Signal, 'id' | 'title'>

const timeOf = (ms: number, language: Language): string =>
  ms % 1000 ? `${formatNumber(ms)} ms` : formatSeconds(ms / 1000, language)
const shownNames = 3

export function triggerWords(trigger: Script['trigger'], signals: readonly Titled[], language: Language): string {
  const t = scriptText.in(language)
  if (trigger.kind === 'start') return t('startWords')
  if (trigger.kind === 'period') return t('everyWords', { time: timeOf(trigger.everyMs, language) })
  const titles = trigger.signalIds.map((id) => signals.find((each) => each.id === id)?.title ?? `#${id}`)
  const more = titles.length > shownNames ? ` + ${titles.length - shownNames}` : ''
  return t('changeWords', { names: joinWords(titles.slice(0, shownNames), language) + more })
}
