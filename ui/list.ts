// A list's page, order and filters live in the address: they survive a reload and can be sent to a colleague.
import { limits } from '../contract/limits.ts'
import { keep, readKept } from './kept.ts'
import { usePlace, withSearch } from './place.tsx'

export type Sort = { by: string; down: boolean }

export type ListState<F extends Record<string, string>> = {
  pageNo: number
  pageSize: number
  /** Absent where all rows are on one page. */
  setPageSize?: (size: number) => void
  sort: Sort | undefined
  filters: F
  /** The text of the filter box. */
  word: string
  /** True if any filter is set. */
  filtered: boolean
  /** How many filters are set, besides the text in the filter box; a span counts once. */
  filterCount: number
  setPage: (pageNo: number) => void
  setSort: (sort: Sort | undefined) => void
  setFilter: (change: Partial<F>) => void
  setWord: (word: string) => void
  /** Clears all filters and the text in the filter box. */
  clear: () => void
  /** Clears what `filterCount` counts: the text in the filter box stays. */
  clearFilters: () => void
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

/** Lists of the same screen share their page size: `/manage/eg/equipment/edit/7/signal` of all devices is one list. */
export const listOf = (path: string): string => path.replace(/\/\d+(?=\/|$)/g, '')

/**
 * How many rows a page of a list has, as the user chose last; `usual` at first. A list with another number than those
 * offered has all its rows on one page. `name`: the list's name, by default that of its screen.
 */
export function usePageSize(
  usual: number = limits.pageSize,
  name?: string,
): Pick<ListState<Record<string, string>>, 'pageSize' | 'setPageSize'> {
  const { path, search, go } = usePlace()
  if (!pageSizes.some((size) => size === usual)) return { pageSize: usual }
  const key = `page-size-${name ?? listOf(path)}`
  return {
    pageSize: readSize(search.size ?? readKept(key), usual),
    setPageSize(size) {
      keep(key, String(size))
      go(withSearch(path, { ...search, size: String(size), pageNo: '' }), { replace: true })
    },
  }
}

/**
 * The state of a page's list: `const list = useList({ status: '' })`. Filters are texts; empty means not set.
 * Changing one goes back to page 1.
 */
export function useList<F extends Record<string, string> = Record<string, never>>(
  defaults: F = {} as F,
  pageSize: number = limits.pageSize,
  /** The name of the list for its page size, see `usePageSize`. */
  sizesOf?: string,
): ListState<F> {
  const { path, search, go } = usePlace()
  const size = usePageSize(pageSize, sizesOf)
  const filters = Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, search[key] ?? value])) as F
  const word = search.word ?? ''
  const change = (next: Record<string, string>) => {
    const all = { ...search, ...next }
    // A default is omitted from the address.
    for (const [key, value] of Object.entries(defaults)) if (all[key] === value) delete all[key]
    go(withSearch(path, all), { replace: true })
  }
  const changed = Object.keys(defaults).filter((key) => filters[key] !== defaults[key])
  return {
    pageNo: readPage(search.pageNo),
    ...size,
    sort: readSort(search.sort),
    filters,
    word,
    filtered: word !== '' || changed.length > 0,
    filterCount: changed.filter((key) => key !== 'to' || !changed.includes('from')).length,
    setPage: (pageNo) => change({ pageNo: pageNo === 1 ? '' : String(pageNo) }),
    setSort: (sort) => change({ sort: sortText(sort), pageNo: '' }),
    setFilter: (next) => change({ ...(next as Record<string, string>), pageNo: '' }),
    setWord: (next) => change({ word: next, pageNo: '' }),
    clear: () => change({ ...defaults, word: '', pageNo: '' }),
    clearFilters: () => change({ ...defaults, pageNo: '' }),
  }
}
