// Finds the variables in a text as the scanner does, even while it is being typed and is not a valid formula yet.
import type { FormulaReference } from './formula-scan.ts'
import { endOfText, isId, narrow, quoteAt, reference } from './formula-words.ts'

/** `from` and `to` are positions as for `slice`. */
type PlacedReference = FormulaReference & { from: number; to: number }

/** Every occurrence, in the order of the text; quoted parts are texts and contain no variables. */
export function referencesIn(text: string): PlacedReference[] {
  const plain = narrow(text)
  const found: PlacedReference[] = []
  for (let at = 0; at < text.length; at++) {
    const quote = quoteAt(text, plain, at)
    if (quote) {
      at = endOfText(text, plain, quote, at + 1)
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
