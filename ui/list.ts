// A list's page, order and filters live in the address: they survive a reload and can be sent to a colleague.
import { limits } from '../contract/limits.ts'
import { keep, readKept } from './kept.ts'
import { usePlace, withSearch } from './place.tsx'

export type Sort = { by: string; down: boolean }

export type ListState<F extends Record<string, string>> = {
  pageNo: number
  pageSize: number
  /** Where the user may choose how many rows a page has. */
  setPageSize?: (size: number) => void
  sort: Sort | undefined
  filters: F
  /** The text of the filter box. */
  word: string
  /** True if any filter is set. */
  filtered: boolean
  setPage: (pageNo: number) => void
  setSort: (sort: Sort | undefined) => void
  setFilter: (change: Partial<F>) => void
  setWord: (word: string) => void
  clear: () => void
}

/** The sort order as in the address: `by`, or `-by` for descending. */
export const sortText = (sort: Sort | undefined): string => (sort ? `${sort.down ? '-' : ''}${sort.by}` : '')

export function readSort(text: string | undefined): Sort | undefined {
  if (!text) return undefined
  return text.startsWith('-') ? { by: text.slice(1), down: true } : { by: text, down: false }
}

/** The page sizes that the user can choose. */
export const pageSizes = [10, 20, 50, 100] as const

const readSize = (text: string | null | undefined, usual: number): number =>
  pageSizes.find((size) => String(size) === text) ?? usual

export function readPage(text: string | undefined): number {
  const page = Number(text)
  return Number.isInteger(page) && page > 0 ? page : 1
}

/**
 * The state of a page's list: `const list = useList({ status: '' })`. Filters are texts; empty means not set.
 * Changing one goes back to page 1.
 */
export function useList<F extends Record<string, string> = Record<string, never>>(
  defaults: F = {} as F,
  pageSize: number = limits.pageSize,
  /** Names the list whose page size the user chooses, and finds again. */
  sizesOf?: string,
): ListState<F> {
  const { path, search, go } = usePlace()
  const filters = Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, search[key] ?? value])) as F
  const word = search.word ?? ''
  const change = (next: Record<string, string>) => {
    const all = { ...search, ...next }
    // A default is omitted from the address.
    for (const [key, value] of Object.entries(defaults)) if (all[key] === value) delete all[key]
    go(withSearch(path, all), { replace: true })
  }
  const changed = (key: keyof F) => filters[key] !== defaults[key]
  return {
    pageNo: readPage(search.pageNo),
    pageSize: sizesOf ? readSize(search.size ?? readKept(`page-size-${sizesOf}`), pageSize) : pageSize,
    ...(sizesOf
      ? {
          setPageSize: (size: number) => {
            keep(`page-size-${sizesOf}`, String(size))
            change({ size: String(size), pageNo: '' })
          },
        }
      : {}),
    sort: readSort(search.sort),
    filters,
    word,
    filtered: word !== '' || Object.keys(defaults).some(changed),
    setPage: (pageNo) => change({ pageNo: pageNo === 1 ? '' : String(pageNo) }),
    setSort: (sort) => change({ sort: sortText(sort), pageNo: '' }),
    setFilter: (next) => change({ ...(next as Record<string, string>), pageNo: '' }),
    setWord: (next) => change({ word: next, pageNo: '' }),
    clear: () => change({ ...defaults, word: '', pageNo: '' }),
  }
}
