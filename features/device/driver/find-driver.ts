// Finds drivers by words in either language. Pure.
import type { About } from '../../../drivers/driver.ts'

/** Whether every word occurs in the names, models or type of a driver; case, spaces and hyphens make no difference. */
export function isFound({ names, models, type }: Pick<About, 'names' | 'models' | 'type'>, words: string): boolean {
  const text = plain(`${names.en} ${names['zh-cn']} ${models.en} ${models['zh-cn']} ${type}`)
  return words
    .split(/\s+/)
    .map(plain)
    .every((word) => text.includes(word))
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s\-_/.]/g, '')
