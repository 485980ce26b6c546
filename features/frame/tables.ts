// The tables of every room: a room brings its own in its `tables.ts`, and makes them in a migration in its folder.
import { type Scopes, scopesWith } from '../../db/sight.ts'

const rooms = Object.values(import.meta.glob<{ scopes: Scopes }>('../*/*/tables.ts', { eager: true }))

/** How every table is bound to who asks. */
export const scopes: Scopes = scopesWith(Object.assign({}, ...rooms.map((room) => room.scopes)))
