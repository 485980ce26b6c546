// Loads two versions of an object and compares them.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import { useLanguage } from '../../../ui/language.ts'
import type { VersionHead } from './contract.ts'
import { differences, type View } from './rules.ts'

/** A line of the list; `counts` describes the size of the version in words. */
export type VersionLine = VersionHead & { counts?: string }

/** An object with versions, as its room passes it to the drawer. */
export type Versioned = {
  /** Query key under which the contents of versions are cached while the page is open. */
  key: readonly unknown[]
  name: string
  /** Number of the newest version. */
  newest: number
  lines: Pick<UseQueryResult<readonly VersionLine[]>, 'data' | 'error' | 'refetch'>
  /** The content of a version, and the view of such contents. */
  read: (version: number) => Promise<object>
  viewOf: (contents: readonly object[]) => Promise<View>
  /** Shows two contents as pictures side by side, for objects with a visual form. */
  picture?: (before: object, after: object) => ReactNode
  may: Permission
  /** The reason why no version can be restored now, or false. */
  why: string | false
  /** A further effect of restoring. */
  note?: string
  restore: (version: number, message: string) => Promise<unknown>
  zone: string
}

/** Compares two versions; version 0 is empty. */
export function useDifferences({ key, read, viewOf }: Versioned, before: number, after: number) {
  const language = useLanguage()
  const query = useQuery({
    queryKey: [...key, 'difference', before, after],
    queryFn: async () => {
      const contents = await Promise.all([before, after].map(async (each) => (each === 0 ? {} : read(each))))
      return { contents, view: await viewOf(contents) }
    },
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = query
  const changes = useMemo(
    () => data && differences(data.view, data.contents[0], data.contents[1], language),
    [data, language],
  )
  return { ...query, changes, contents: data?.contents }
}
