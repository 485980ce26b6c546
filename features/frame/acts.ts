// Collects actions, object types and names of fields of the operation log from the `acts.ts` of every room.
import type { Language } from '../../contract/errors.ts'
import { labelIn } from '../../ui/words.ts'

/** Each room adds its own actions by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface Acts {}
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface Objects {}

export type Act = keyof Acts & string
export type ObjectType = keyof Objects & string

type Names = Record<string, Record<Language, string>>
type Own = { acts?: Names; objects?: Names; fields?: Names }
const rooms = Object.values(import.meta.glob<Own>('../*/*/acts.ts', { eager: true }))

/** The texts of all actions of the operation log. */
export const actWords = Object.assign({}, ...rooms.map(({ acts = {} }) => acts)) as Record<
  Act,
  Record<Language, string>
>

/** Names of the kinds of objects. */
export const objectWords = Object.assign({}, ...rooms.map(({ objects = {} }) => objects)) as Record<
  ObjectType,
  Record<Language, string>
>

/** Names of the fields that rooms change, for one language. */
export const fieldNames = (language: Language): Record<string, string> =>
  Object.fromEntries(
    rooms.flatMap(({ fields = {} }) => Object.entries(fields).map(([field, words]) => [field, words[language]])),
  )

/** The name in the user's language; a key that no room declares any more is shown as stored. */
const nameIn = (words: Partial<Names>, key: string, language: Language): string => labelIn(words[key], language) ?? key

export const actName = (act: string, language: Language): string => nameIn(actWords, act, language)
export const objectName = (type: string, language: Language): string => nameIn(objectWords, type, language)

const invited: Names = {
  internal: { en: 'internal account', 'zh-cn': '内部账号' },
  external: { en: 'external account', 'zh-cn': '外部账号' },
}

/** An invitation without role and e-mail is stored with the type of its accounts, which is shown in words. */
export const objectText = (type: string, name: string, language: Language): string =>
  type === 'invitation' ? nameIn(invited, name, language) : name
