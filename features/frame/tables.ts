// The tables of every room: a room declares its own in its `tables.ts`, and creates them in a migration in its folder.
import { type Scopes, scopesWith } from '../../db/sight.ts'

const rooms = Object.values(import.meta.glob<{ scopes: Scopes }>('../*/*/tables.ts', { eager: true }))

/** The scope of every table: how its rows are limited to the caller. */
export const scopes: Scopes = scopesWith(Object.assign({}, ...rooms.map((room) => room.scopes)))
