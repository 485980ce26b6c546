// Where a text names variables, found as the scanner finds them, also while it is still being written and no formula yet.
import type { FormulaReference } from './formula-scan.ts'
import { maxId, narrow, quotes, reference } from './formula-words.ts'

/** `from` and `to` as of `slice`. */
export type PlacedReference = FormulaReference & { from: number; to: number }

const isId = (id: number) => id >= 1 && id <= maxId

/** In the order of the text, each time it stands there; what stands in quotes is a text and names nothing. */
export function referencesIn(text: string): PlacedReference[] {
  const plain = narrow(text)
  const found: PlacedReference[] = []
  for (let at = 0; at < text.length; at++) {
    const quote = quotes[text[at]!] ?? quotes[plain[at]!]
    if (quote) {
      at = endOf(text, plain, quote, at + 1)
      continue
    }
    reference.lastIndex = at
    const match = reference.exec(plain)
    const [equipmentId, signalId] = [Number(match?.[1]), Number(match?.[2])]
    if (!match || !isId(equipmentId) || !isId(signalId)) continue
    found.push({ from: at, to: at + match[0].length, equipmentId, signalId })
    at += match[0].length - 1
  }
  return found
}

/** Where a text in quotes ends; one that is not closed goes on to the end. */
function endOf(text: string, plain: string, quote: string, from: number): number {
  const ends = narrow(quote)
  let end = from
  while (end < text.length && text[end] !== quote && plain[end] !== ends) end++
  return end
}
