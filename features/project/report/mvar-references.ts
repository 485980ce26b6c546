// References to intermediate variables in report expressions: `${mvar.12}`. Pure.
import { narrow } from '../../../core/formula-words.ts'

/** An intermediate variable has the device 0: see `isMvar`. */
export type Variable = { equipmentId: number; signalId: number }

/** The device number that stands for intermediate variables in the evaluator. No device has it. */
const noDevice = 0

export const ofMvar = (mvarId: number): Variable => ({ equipmentId: noDevice, signalId: mvarId })
export const isMvar = ({ equipmentId }: Pick<Variable, 'equipmentId'>): boolean => equipmentId === noDevice

export const mvarReferenceTo = (mvarId: number): string => `\${mvar.${mvarId}}`

/** Matches a reference at a position of the narrowed text; the group is the id. */
export const mvarReference = /\$\{[ \u3000]*mvar[ \u3000]*\.[ \u3000]*([1-9]\d{0,8})[ \u3000]*\}/y
const anywhere = () => new RegExp(mvarReference, 'g')

/** The ids in order, each once; includes references in quoted texts. */
export const mvarsIn = (text: string): number[] => [
  ...new Set([...narrow(text).matchAll(anywhere())].map((found) => Number(found[1]))),
]

/** The expression split into texts and references. */
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
 * Replaces intermediate variables in a condition by variables of device 1. Lengths are preserved, so that positions of
 * faults remain valid.
 */
export function withoutMvars(text: string): { text: string; mvarIds: number[] } {
  const mvarIds = mvarsIn(text)
  if (mvarIds.length === 0) return { text, mvarIds }
  const replaced = mvarPiecesOf(text).map((piece) =>
    piece.mvarId === undefined ? piece.text : narrow(piece.text).replace('mvar', '1   '),
  )
  return { text: replaced.join(''), mvarIds }
}

/** Replaces the ids of intermediate variables that are keys of `ids`. */
export const withMvars = (text: string, ids: ReadonlyMap<number, number>): string =>
  mvarPiecesOf(text)
    .map((piece) => {
      const next = piece.mvarId === undefined ? undefined : ids.get(piece.mvarId)
      return next === undefined ? piece.text : mvarReferenceTo(next)
    })
    .join('')
