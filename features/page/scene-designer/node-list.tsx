// The tree of the model's nodes with their functions; bound nodes missing from the model come first.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SceneContent } from '../../../contract/scene-document.ts'
import { FilterBox } from '../../../ui/filter-box.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useText } from '../../../ui/words.ts'
import { sceneDesignerText } from './text.ts'

/** Maximum number of nodes shown; the search finds the others. */
const most = 300

type NodeLine = { name: string; depth: number; isLost?: boolean }

type Props = {
  /** The nodes of the model; undefined while it is loading. */
  tree: readonly NodeLine[] | undefined
  content: SceneContent
  selected: string | undefined
  onSelect: (name: string) => void
}

export function NodeList({ tree, content, selected, onSelect }: Props) {
  const t = useText(sceneDesignerText)
  const [search, setSearch] = useState('')
  const text = search.trim().toLowerCase()
  const byName = useMemo(() => new Map(content.nodes.map((node) => [node.name, node])), [content])
  const lines = useMemo(() => linesOf(tree, content), [tree, content])
  const found = lines.filter(({ name }) => `${name}\n${byName.get(name)?.title ?? ''}`.toLowerCase().includes(text))
  const at = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that is chosen in the scene is brought into sight
  useEffect(() => {
    at.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  // A selected node is shown even beyond the limit.
  const shown = found.filter(({ name }, place) => place < most || name === selected)
  return (
    <section className="designer-palette" aria-label={t('nodes')}>
      <FilterBox word={search} onWord={setSearch} placeholder={t('searchNodes')} />
      <div className="designer-side-body">
        {tree?.length === 0 && lines.length === 0 && <p className="designer-none">{t('noNodes')}</p>}
        {lines.length > 0 && found.length === 0 && <p className="designer-none">{t('nothingFound')}</p>}
        <ul className="designer-layers">
          {shown.map(({ name, depth, isLost }) => {
            const node = byName.get(name)
            const count = node?.bindings.length ?? 0
            return (
              <li key={name}>
                <button
                  ref={name === selected ? at : undefined}
                  type="button"
                  style={{ paddingLeft: 8 + Math.min(depth, 8) * 12 }}
                  aria-pressed={name === selected}
                  title={node?.title ? `${node.title} · ${name}` : name}
                  onClick={() => onSelect(name)}
                >
                  <span>{node?.title ? `${node.title} · ${name}` : name}</span>
                  <span className="scene-does">
                    {isLost && <em>{t('lost')}</em>}
                    {node?.clickEvent?.enable === true && <Icon name="link" size={14} label={t('leads')} />}
                    {count > 0 && (
                      <b>
                        <span aria-hidden="true">{count}</span>
                        <span className="unseen">{t('boundTo', { count })}</span>
                      </b>
                    )}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
        {found.length > most && <p className="designer-none">{t('more', { count: most })}</p>}
      </div>
    </section>
  )
}

function linesOf(tree: readonly NodeLine[] | undefined, { nodes }: SceneContent): readonly NodeLine[] {
  if (!tree) return nodes.map(({ name }) => ({ name, depth: 0 }))
  const known = new Set(tree.map(({ name }) => name))
  const lost = nodes.filter(({ name }) => !known.has(name)).map(({ name }) => ({ name, depth: 0, isLost: true }))
  return [...lost, ...tree]
}
