// The areas of the navigation that the user may open, and the entry of the present page.
import { useMemo } from 'react'
import { mayI, useMe } from '../../ui/me.ts'
import { setNavigationTree } from '../../ui/navigation-tree.ts'
import { usePlace } from '../../ui/place.tsx'
import { areasOf, currentEntry, entriesOf, needsPanel, type OpenArea } from '../../ui/routes.ts'
import { areas, menu } from './menu.ts'
import { pages } from './pages.ts'

setNavigationTree({ tree: menu, pages })

type Areas = {
  areas: readonly OpenArea[]
  /** The path of the entry that the present page belongs to. */
  current: string | undefined
  /** The area of the current entry. */
  currentArea: OpenArea | undefined
  /** The present page has the panel of its area beside it. */
  hasPanel: boolean
}

export function useAreas(): Areas {
  const me = useMe()
  const { path } = usePlace()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signed-in account decides which pages may be opened
  const open = useMemo(() => areasOf(areas, pages, mayI), [me])
  const current = currentEntry(pages, path)
  const currentArea = open.find((area) => entriesOf(area).some((entry) => entry.path === current))
  return { areas: open, current, currentArea, hasPanel: needsPanel(open, currentArea) }
}
