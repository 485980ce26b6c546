// The choice between a list and cards with pictures: in the address, and as last chosen in this browser.
import { keep, readKept } from './kept.ts'
import { usePlace, withSearch } from './place.tsx'
import { Segmented } from './segmented.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

const views = ['list', 'cards'] as const
type ListView = (typeof views)[number]

/** `of` names the list in the browser's storage. The default is the list. */
export function useListView(of: string): { view: ListView; setView: (view: ListView) => void } {
  const { path, search, go } = usePlace()
  const stored = search.view ?? readKept(`list-view-${of}`)
  return {
    view: views.find((view) => view === stored) ?? 'list',
    setView(view) {
      keep(`list-view-${of}`, view)
      go(withSearch(path, { ...search, view }), { replace: true })
    },
  }
}

const names = { list: 'asList', cards: 'asCards' } as const

export function ListViewSwitch({ view, setView }: ReturnType<typeof useListView>) {
  const t = useText(uiText)
  return (
    <Segmented
      label={t('listView')}
      value={view}
      options={views.map((value) => ({ value, label: t(names[value]) }))}
      onChange={setView}
    />
  )
}
