// Two versions of a thing and how they differ.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import { useLanguage } from '../../../ui/language.ts'
import type { VersionHead } from './contract.ts'
import { differences, type View } from './rules.ts'

/** A line of the list; `counts` is what the version holds, in words. */
export type VersionLine = VersionHead & { counts?: string }

/** A thing with versions, as its room hands it to the drawer. */
export type Versioned = {
  /** What its contents are kept under while the page is open. */
  key: readonly unknown[]
  name: string
  /** Number of the newest. */
  newest: number
  lines: Pick<UseQueryResult<readonly VersionLine[]>, 'data' | 'error' | 'refetch'>
  /** A version's content, and how contents like it are shown. */
  read: (version: number) => Promise<object>
  viewOf: (contents: readonly object[]) => Promise<View>
  /** Two contents as pictures beside each other, where a thing is something to look at. */
  picture?: (before: object, after: object) => ReactNode
  may: Permission
  /** Why nothing can be restored now. */
  why: string | false
  /** What restoring does besides. */
  note?: string
  restore: (version: number, message: string) => Promise<unknown>
  zone: string
}

/** Two versions and how they differ; before the first there is nothing. */
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
