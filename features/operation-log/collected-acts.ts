// The acts of every room, and what they are about: a room brings its own in its `acts.ts`.
import type { Language } from '../../contract/errors.ts'

/** Each room adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface Acts {}
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface Objects {}

export type Act = keyof Acts & string
export type ObjectType = keyof Objects & string

type Own = { acts?: Record<string, Record<Language, string>>; objects?: readonly ObjectType[] }
const rooms = Object.values(import.meta.glob<Own>('../*/acts.ts', { eager: true }))

/** What an act is called. */
export const actWords = Object.assign({}, ...rooms.map(({ acts = {} }) => acts)) as Record<
  Act,
  Record<Language, string>
>

export const objectTypes: readonly ObjectType[] = rooms.flatMap(({ objects = [] }) => objects)

/** An act in the user's language; one that no room brings any more keeps its stored name. */
export const actName = (act: string, language: Language): string =>
  (actWords as Partial<typeof actWords>)[act as Act]?.[language] ?? act
