// Symbols of an organisation: drawings with parameters, created once and placed on many pages. Decision 38.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant, idOf, text, Version } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { SymbolContent } from '../../../contract/user-symbol.ts'
import { VersionHead } from '../../platform/versioned/contract.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    UserSymbolId: true
  }
}
declare module '../../../contract/endpoint.ts' {
  interface Objects {
    userSymbol: UserSymbolId
  }
}

export const UserSymbolId = idOf('UserSymbolId')
export type UserSymbolId = z.output<typeof UserSymbolId>

export const UserSymbol = z.object({
  id: UserSymbolId,
  /** The key by which placed symbols refer to this symbol. */
  key: z.guid(),
  title: z.string(),
  version: z.number(),
  content: SymbolContent,
  updatedAt: Instant,
  /** Login name of the account that saved the newest version. */
  author: z.string(),
})
export type UserSymbol = z.output<typeof UserSymbol>

/** The fields that the author edits. */
export type SymbolEntry = Pick<UserSymbol, 'title' | 'content'>

/** The details of error 10004: the newest version, which the author has not seen. */
export const SymbolConflict = z.object({ newest: UserSymbol })
export type SymbolConflict = z.output<typeof SymbolConflict>

const title = text(limits.titleLength)
const entry = { title, content: SymbolContent }

export const queryUserSymbols = post('/lfscada/userSymbol/query', {
  may: 'page:edit',
  about: 'The symbols that the organisation has made, by title, each with its newest drawing.',
  input: nothing,
  output: z.array(UserSymbol),
})

export const addUserSymbol = post('/lfscada/userSymbol/add', {
  may: 'page:edit',
  about: 'Adds a symbol: widgets that are bound to nothing, with the bindings and texts that are asked for in a page.',
  input: z.object(entry),
  output: UserSymbol,
})

export const saveUserSymbol = post('/lfscada/userSymbol/save', {
  may: 'page:edit',
  on: { userSymbol: 'id' },
  about:
    'Saves a new version of a symbol; pages have it when they are updated. A newer version than the one that was edited answers 10004 with it.',
  input: z.object({ id: UserSymbolId, version: Version.optional(), ...entry }),
  output: UserSymbol,
})

export const deleteUserSymbol = post('/lfscada/userSymbol/delete', {
  may: 'page:edit',
  on: { userSymbol: 'id' },
  about: 'Deletes a symbol. Pages that have it stay as they are.',
  input: z.object({ id: UserSymbolId }),
  output: done,
})

export const renameUserSymbol = post('/lfscada/userSymbol/rename', {
  may: 'page:edit',
  on: { userSymbol: 'id' },
  about: 'Renames a symbol; its drawing and version stay the same.',
  input: z.object({ id: UserSymbolId, title }),
  output: UserSymbol,
})

export const queryUserSymbolVersions = post('/lfscada/userSymbol/version/query', {
  may: 'page:edit',
  on: { userSymbol: 'id' },
  about: 'The versions of a symbol, newest first.',
  input: z.object({ id: UserSymbolId }),
  output: z.array(VersionHead),
})

export const userSymbolVersion = post('/lfscada/userSymbol/version/info', {
  may: 'page:edit',
  on: { userSymbol: 'id' },
  about: 'The drawing of a symbol as it was in one of its versions.',
  input: z.object({ id: UserSymbolId, version: Version }),
  output: z.object({ version: z.number(), content: SymbolContent }),
})

export const restoreUserSymbol = post('/lfscada/userSymbol/version/restore', {
  may: 'page:edit',
  on: { userSymbol: 'id' },
  about: 'Saves an older drawing of a symbol as its newest one. A newer one than `version` answers 10004 with it.',
  input: z.object({ id: UserSymbolId, version: Version, restore: Version }),
  output: UserSymbol,
})
