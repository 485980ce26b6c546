// JSON of large lists in pieces: writing millions of numbers in one go would block all other requests. Pure.
import { fitsOneStep } from './entry-count.ts'

/** List members per piece: about a millisecond of work. */
const membersAtOnce = 4000

/** The same text as `JSON.stringify` for plain data, with long lists cut into pieces. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (fitsOneStep(value)) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) yield* listPieces(value)
  else yield* objectPieces(value as object)
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  const isDeep = list.some((each) => typeof each === 'object' && each !== null)
  yield '['
  for (let at = 0; at < list.length; at += isDeep ? 1 : membersAtOnce) {
    if (at > 0) yield ','
    if (isDeep) yield* jsonPieces(list[at])
    else yield JSON.stringify(list.slice(at, at + membersAtOnce)).slice(1, -1)
  }
  yield ']'
}

function* objectPieces(members: object): Generator<string> {
  let before = '{'
  for (const [key, member] of Object.entries(members)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(key)}:`
    yield* jsonPieces(member)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Joins small pieces until they are worth sending: at least `atLeast` characters each, except for the last. */
export function* joinPieces(pieces: Iterable<string>, atLeast = 32 * 1024): Generator<string> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < atLeast) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
