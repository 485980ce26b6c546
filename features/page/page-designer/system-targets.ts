// The counts of a project that a widget can be bound to. [S3 Data binding: systemKey]
import type { Target } from '../../../designer/panel/sources.ts'
import { countName, systemKeys } from '../page-values/part-system.ts'

/** Searches counts by their names in the author's language. */
export function systemTargets(text: string): Target[] {
  const words = text.toLowerCase().split(/\s+/)
  return systemKeys
    .map((systemKey) => {
      const title = countName(systemKey)
      return { binding: { type: 'system', systemKey, title }, title, subTitle: '' }
    })
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
}
