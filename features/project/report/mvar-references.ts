// How an expression of a report names an intermediate variable: `${mvar.12}`. Pure.
import { narrow } from '../../../core/formula-words.ts'

/** An intermediate variable is one of no device: `isMvar`. */
export type Variable = { equipmentId: number; signalId: number }

/** As far as the evaluator sees them, all are of this device, which there is not. */
const noDevice = 0

export const ofMvar = (mvarId: number): Variable => ({ equipmentId: noDevice, signalId: mvarId })
export const isMvar = ({ equipmentId }: Pick<Variable, 'equipmentId'>): boolean => equipmentId === noDevice

export const mvarReferenceTo = (mvarId: number): string => `\${mvar.${mvarId}}`

/** Finds its number at a place of the narrowed text. */
export const mvarReference = /\$\{[ \u3000]*mvar[ \u3000]*\.[ \u3000]*([1-9]\d{0,8})[ \u3000]*\}/y
const anywhere = () => new RegExp(mvarReference, 'g')

/** Each once, in their order; what stands in quotes is a text, and counts all the same. */
export const mvarsIn = (text: string): number[] => [
  ...new Set([...narrow(text).matchAll(anywhere())].map((found) => Number(found[1]))),
]

/** Texts and references in their order. */
export function mvarPiecesOf(text: string): { text: string; mvarId?: number }[] {
  const pieces: { text: string; mvarId?: number }[] = []
  let end = 0
  for (const found of narrow(text).matchAll(anywhere())) {
    const to = found.index + found[0].length
    pieces.push({ text: text.slice(end, found.index) }, { text: text.slice(found.index, to), mvarId: Number(found[1]) })
    end = to
  }
  return [...pieces, { text: text.slice(end) }].filter((piece) => piece.text !== '')
}

/**
 * What the evaluator reads in the place of a condition: variables of a device 1, each as long as it was, so that places of
 * faults stay right.
 */
export function withoutMvars(text: string): { text: string; mvarIds: number[] } {
  const mvarIds = mvarsIn(text)
  if (mvarIds.length === 0) return { text, mvarIds }
  const replaced = mvarPiecesOf(text).map((piece) =>
    piece.mvarId === undefined ? piece.text : narrow(piece.text).replace('mvar', '1   '),
  )
  return { text: replaced.join(''), mvarIds }
}

/** With other numbers, where there are any for them. */
export const withMvars = (text: string, ids: ReadonlyMap<number, number>): string =>
  mvarPiecesOf(text)
    .map((piece) => {
      const next = piece.mvarId === undefined ? undefined : ids.get(piece.mvarId)
      return next === undefined ? piece.text : mvarReferenceTo(next)
    })
    .join('')
