import { randomUUID } from 'node:crypto'
import { fail } from '../../../contract/errors.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { countWidgets, type PageWidget } from '../../../contract/page-document.ts'
import type { SymbolContent } from '../../../contract/user-symbol.ts'
import type { Sight } from '../../../db/sight.ts'
import { type ChangeCall, inPieces, type RoomServer, serve } from '../../frame/serve.ts'
import {
  addUserSymbol,
  deleteUserSymbol,
  queryUserSymbols,
  queryUserSymbolVersions,
  renameUserSymbol,
  restoreUserSymbol,
  type SymbolEntry,
  saveUserSymbol,
  UserSymbol,
  type UserSymbolId,
  userSymbolVersion,
} from './contract.ts'
import {
  insertSymbol,
  loadDrawing,
  loadDrawings,
  loadSymbol,
  loadSymbols,
  lockSymbols,
  removeSymbol,
  renameSymbol,
  updateSymbol,
} from './store.ts'

async function found(sight: Sight, id: UserSymbolId): Promise<UserSymbol> {
  const symbol = await loadSymbol(sight, id)
  if (!symbol) throw fail('notFound')
  return symbol
}

const idsIn = (widgets: readonly PageWidget[]): string[] =>
  widgets.flatMap(({ id, children = [] }) => [id, ...idsIn(children)])

const objects = ['signalId', 'unseenSignalId', 'equipId', 'mvarId', 'customReportId']

/** True if any object within the value is bound by a number. */
function isBound(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, each]) => (objects.includes(key) && Number(each) > 0) || isBound(each))
}

/**
 * All page authors share the symbols, but each can see different devices, so a symbol must not be bound to variables.
 */
function check({ language }: ChangeCall, content: SymbolContent): void {
  const ids = idsIn(content.widgets)
  if (ids.length === 0) throw badField('content.widgets', 'missing', language)
  if (isBound(content.widgets) || new Set(ids).size < ids.length)
    throw badField('content.widgets', 'notAllowed', language)
  if (Buffer.byteLength(JSON.stringify(content)) > limits.symbolBytes)
    throw fail('tooLarge', { limit: `${limits.symbolBytes / 1024} KB` })
}

const told = ({ title, version, content: { widgets, slots, texts } }: UserSymbol) => ({
  ...{ title, version, widgets: countWidgets(widgets), parameters: slots.length + texts.length },
})

/** Throws nameExists if another symbol has the title. */
function refuseTaken(all: readonly { id: UserSymbolId; title: string }[], title: string, id?: UserSymbolId): void {
  if (all.some((each) => each.title === title && each.id !== id))
    throw fail('nameExists', { name: title }, { field: 'title' })
}

/** The entry to store, after checking content, capacity and title. */
async function entryFor(call: ChangeCall, { title, content }: SymbolEntry, id?: UserSymbolId) {
  const { sight, user, now } = call
  check(call, content)
  const all = await lockSymbols(sight)
  if (id === undefined && all.length >= limits.userSymbols) throw fail('symbolCapacity', { limit: limits.userSymbols })
  refuseTaken(all, title, id)
  return { title, content, author: user.loginname, updatedAt: now() }
}

const objectOf = ({ id, title }: UserSymbol) => ({ type: 'userSymbol', id, name: title }) as const

type Saving = { base: number | undefined; restored?: number }

/** Saves the next version of a symbol, if `base` is the newest. */
async function saveNext(call: ChangeCall, id: UserSymbolId, given: SymbolEntry, { base, restored }: Saving) {
  const { sight, user, now } = call
  const entry = await entryFor(call, given, id)
  const before = await found(sight, id)
  const saving = { base, restored, author: user, at: now() }
  if (!(await updateSymbol(sight, id, entry, saving))) throw fail('staleVersion', {}, { newest: before })
  const data = await found(sight, id)
  return { before: told(before), after: { ...told(data), restored }, object: objectOf(data), data }
}

/** Streamed one symbol at a time: two hundred can be twelve megabytes. */
function* textOf(symbols: readonly UserSymbol[]): Generator<string> {
  for (const [at, symbol] of symbols.entries()) yield (at === 0 ? '[' : ',') + JSON.stringify(UserSymbol.parse(symbol))
  yield symbols.length === 0 ? '[]' : ']'
}

export default [
  serve(queryUserSymbols, async (_, { sight }) => inPieces(textOf(await loadSymbols(sight)))),

  serve(addUserSymbol, { kind: 'change' }, async (given, call) => {
    const entry = await entryFor(call, given)
    const saving = { author: call.user, at: call.now() }
    const id = await insertSymbol(call.sight, randomUUID(), entry, saving)
    const data = await found(call.sight, id)
    return { act: 'add', object: objectOf(data), after: told(data), data }
  }),

  serve(saveUserSymbol, { kind: 'change' }, async ({ id, version, ...given }, call) => ({
    act: 'edit',
    ...(await saveNext(call, id, given, { base: version })),
  })),

  serve(renameUserSymbol, { kind: 'change' }, async ({ id, title }, { sight }) => {
    refuseTaken(await lockSymbols(sight), title, id)
    const before = await found(sight, id)
    await renameSymbol(sight, id, title)
    const data = await found(sight, id)
    return { act: 'edit', object: objectOf(data), before: { title: before.title }, after: { title }, data }
  }),

  serve(queryUserSymbolVersions, ({ id }, { sight }) => loadDrawings(sight, id)),

  serve(userSymbolVersion, async ({ id, version }, { sight }) => {
    const content = await loadDrawing(sight, id, version)
    if (!content) throw fail('notFound')
    return { version, content }
  }),

  serve(restoreUserSymbol, { kind: 'change' }, async ({ id, version, restore }, call) => {
    const content = await loadDrawing(call.sight, id, restore)
    if (!content) throw fail('notFound')
    const { title } = await found(call.sight, id)
    return {
      act: 'restoreVersion',
      ...(await saveNext(call, id, { title, content }, { base: version, restored: restore })),
    }
  }),

  serve(deleteUserSymbol, { kind: 'change' }, async ({ id }, { sight }) => {
    await lockSymbols(sight)
    const before = await found(sight, id)
    await removeSymbol(sight, id)
    return { act: 'delete', object: objectOf(before), before: told(before), data: null }
  }),
] satisfies RoomServer
