// The organisation's symbols for the designer: read, saved against the loaded version, deleted.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ApiError, call, queryOf } from '../../../contract/call.ts'
import type { SymbolSource } from '../../../designer/panel/sources.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { useMay } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { isStale } from '../../device/open/config-query.ts'
import { useName } from '../../platform/open/translation-name.ts'
import {
  addUserSymbol,
  deleteUserSymbol,
  queryUserSymbols,
  queryUserSymbolVersions,
  renameUserSymbol,
  restoreUserSymbol,
  SymbolConflict,
  saveUserSymbol,
  type UserSymbol,
  UserSymbolId,
  userSymbolVersion,
} from './contract.ts'
import { userSymbolText } from './text.ts'

/** The user's own symbols for the palette; undefined without the permission. */
export function useSymbolSource(): SymbolSource | undefined {
  const may = useMay()('page:edit')
  const named = useName()
  const saveNext = useSaveNext(named)
  const { data, error, refetch } = useQuery({ ...queryOf(queryUserSymbols, {}), enabled: may })
  return useMemo((): SymbolSource | undefined => {
    if (!may) return undefined
    return {
      ...{ all: data, isFailed: error !== null, named },
      retry: () => void refetch(),
      async put(entry, of) {
        const saved = await (of ? saveNext(entry, of) : call(addUserSymbol, entry))
        await refetch()
        return saved
      },
      async remove({ id }) {
        await call(deleteUserSymbol, { id: UserSymbolId.parse(id) })
        await refetch()
      },
      async rename({ id }, title) {
        await call(renameUserSymbol, { id: UserSymbolId.parse(id), title })
        await refetch()
      },
      ...versions,
      async restore({ id, version }, restore) {
        await call(restoreUserSymbol, { id: UserSymbolId.parse(id), version, restore })
        await refetch()
      },
    }
  }, [may, data, error, refetch, named, saveNext])
}

const versions: Pick<SymbolSource, 'versions' | 'drawing'> = {
  versions: (id) => call(queryUserSymbolVersions, { id: UserSymbolId.parse(id) }),
  drawing: async (id, version) => (await call(userSymbolVersion, { id: UserSymbolId.parse(id), version })).content,
}

type Entry = Parameters<SymbolSource['put']>[0]

/** Saves against the loaded version; if there is a newer one, overwrites it only after a question. */
function useSaveNext(named: (name: string) => string) {
  const t = useText(userSymbolText)
  return useMemo(() => {
    const save = (entry: Entry, id: number, version: number) =>
      call(saveUserSymbol, { id: UserSymbolId.parse(id), version, ...entry })
    const overNewer = async (entry: Entry, id: number, { newest }: SymbolConflict) => {
      const { version, author, title } = newest
      const may = await confirm({
        title: t('conflictTitle', { author }),
        act: t('conflictAct', { version: version + 1 }),
        target: named(title),
        note: t('conflictNote', { version }),
      })
      return may ? save(entry, id, version) : undefined
    }
    return async (entry: Entry, { id, version }: { id: number; version: number }): Promise<UserSymbol | undefined> => {
      try {
        return await save(entry, id, version)
      } catch (fault) {
        const conflict = conflictIn(fault)
        if (!conflict) throw fault
        return overNewer(entry, id, conflict)
      }
    }
  }, [t, named])
}

/** The newer version, if the error reports one. */
function conflictIn(fault: unknown): SymbolConflict | undefined {
  return isStale(fault) ? SymbolConflict.safeParse((fault as ApiError).data).data : undefined
}
