// The gaps of a range, with their reasons.
import type { BinaryHistory } from '../../../contract/history-binary.ts'
import { formatTime } from '../../../ui/format.ts'
import { useText } from '../../../ui/words.ts'
import { useHoleWords } from './part-words.ts'
import { historyText } from './text.ts'

export function HoleList({ holes, zone }: { holes: BinaryHistory['holes']; zone: string }) {
  const t = useText(historyText)
  const words = useHoleWords()
  if (holes.length === 0) return null
  return (
    <details className="card holes">
      <summary>{t('holes', { count: holes.length })}</summary>
      <ul>
        {holes.map((hole) => (
          <li key={`${hole.from}-${hole.reason}-${hole.points}`}>
            <span>{t('rangeOf', { from: formatTime(hole.from, zone), to: formatTime(hole.to, zone) })}</span>
            <span>{words(hole)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
